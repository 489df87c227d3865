"""Files → team (reference §1.2). Nothing a user wrote makes this raise."""

from __future__ import annotations

from phaselint.dialects.agents import detect
from phaselint.dialects.agents.model import Agent, Header, Team
from phaselint.dialects.agents.reading.agents import read_agent, stem_of
from phaselint.dialects.agents.reading.headers import document_of, header_of
from phaselint.dialects.agents.reading.settings import (
    AGENT_FOLDERS,
    NESTING,
    PROMPT_FOLDERS,
    folders,
    settings,
)
from phaselint.project.paths import join, split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from phaselint.dialects.agents.fields import Family
    from phaselint.dialects.base import Reader, Target
    from phaselint.document import Document


def load(reader: Reader, target: Target) -> Team:
    """Read the documents of a team; what is wrong with them stands in the team."""
    folder = target.folder
    documents: dict[str, Document] = {}
    if target.main or not detect.is_root(reader, folder):
        files = detect.loose_files(reader, folder) or [target.main]
        loose = tuple(_read(reader, files, "vscode", documents))
        return Team(target, documents, agents=loose)
    said = settings(reader, folder)
    listed = {join(folder, each) for each in folders(said, AGENT_FOLDERS)}
    own = dict.fromkeys(
        (
            *detect.github_files(reader, folder),
            *detect.mode_files(reader, folder),
            *detect.listed_files(reader, folder),
        )
    )
    home = join(folder, f"{detect.GITHUB}/agents")
    agents = [
        agent._replace(discovered=_discovered(agent.file, home, listed))
        for agent in _read(reader, own, "vscode", documents)
    ]
    claude = tuple(each for each in detect.claude_files(reader, folder) if each not in own)
    plugin = tuple(each for each in detect.plugin_files(reader, folder) if each not in own)
    agents += _read(reader, claude, "claude", documents)
    agents += _read(reader, plugin, "plugin", documents)
    prompts = _prompt_files(reader, folder, folders(said, PROMPT_FOLDERS))
    return Team(
        target,
        documents,
        agents=tuple(agents),
        prompts=tuple(_read(reader, prompts, "prompt", documents)),
        nested=said.get(NESTING) is True,
        skills=tuple(_skills(reader, folder, bool(plugin))),
        above=tuple(_above(reader, folder)) if claude else (),
    )


def _read(
    reader: Reader, paths: Iterable[str], family: Family, documents: dict[str, Document]
) -> Iterator[Agent]:
    """The agents of files; those that only name another file are left out (§1.1)."""
    for path in paths:
        written = reader.document(path)
        if written is None:
            continue
        if _is_link(written.text):
            yield Agent(
                path, family, stem_of(path), Header(fault="unread"), guessed=(stem_of(path),)
            )
            continue
        read = document_of(written, family)
        documents[path] = read
        yield read_agent(read, family, header_of(read, written))


def _discovered(path: str, home: str, listed: set[str]) -> bool:
    """Whether VS Code looks into the folder of an agent (F4)."""
    folder = split(path)[0]
    below = folder.startswith(f"{home}/")
    return not below or folder in listed


def _prompt_files(reader: Reader, folder: str, listed: Iterable[str]) -> Iterator[str]:
    homes = dict.fromkeys((f"{detect.GITHUB}/prompts", *listed))
    for home in (join(folder, each) if each else folder for each in homes):
        for name in reader.names(home):
            if name.endswith(detect.PROMPT):
                yield join(home, name)


def _skills(reader: Reader, folder: str, plugin: bool) -> Iterator[str]:
    homes = [join(folder, f"{detect.CLAUDE}/skills")]
    homes += [join(folder, "skills")] if plugin else []
    for home in homes:
        for name in reader.folders(home):
            if "SKILL.md" in reader.names(join(home, name)):
                yield name


def _above(reader: Reader, folder: str) -> Iterator[str]:
    """What agents of Claude Code in folders around may be called (F5)."""
    for around in detect.above(folder):
        if detect.CLAUDE in reader.hidden(around):
            agents = _read(reader, detect.claude_files(reader, around), "claude", {})
            for agent in agents:
                yield from (agent.title or agent.stem, *agent.guessed)


def _is_link(text: str) -> bool:
    """Whether a text is a path and no more: what a link is in an archive without links."""
    line = text.strip()
    return (
        len(line) < 400 and line.endswith(".md") and "/" in line and not set(line) & set("\n\r #")
    )
