"""What is nearly an agent of a team, and a first team (reference §1)."""

from __future__ import annotations

from phaselint.dialects.agents.detect import (
    AGENT,
    CLAUDE,
    GITHUB,
    LOOSE,
    MANIFEST,
    PLUGIN,
    PROMPT,
    copilot_manifest,
    is_agent_file,
)
from phaselint.dialects.agents.example import EXAMPLE
from phaselint.dialects.scaffolding import Near, Setup
from phaselint.project.paths import join, split
from phaselint.vocabulary.message import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.reader import Reader
    from phaselint.vocabulary.message import Message

_MARKS = ("tools:", "handoffs:", "agents:", "model:")
"""What the header of an agent has beside a description, as many files of others have one."""

_OTHERS = (
    (".codex", "agents", ".toml", "Codex"),
    (".opencode", "agent", ".md", "OpenCode"),
    (".opencode", "agents", ".md", "OpenCode"),
    (".roo", "modes", ".yaml", "Roo Code"),
)
"""Hidden folder of another harness, the folder in it that has its agents, how they end, and what
the harness is called."""

_CODEX = ".codex-plugin"

_ROO = ".roomodes"

_MISSPELT = ("agent", "Agents", "chatmode")
"""What the folder of agents is called by mistake."""


def setup() -> Setup:
    """What the dialect offers where a project is set up."""
    return Setup(near, EXAMPLE)


def near(reader: Reader, folder: str) -> Iterator[Near]:
    """Markdown files with the header of an agent that lie where no harness looks for one."""
    if split(folder)[1] == "agents":
        yield from _with_header(reader, folder, _outside(reader, folder))
    hidden = reader.hidden(folder)
    if CLAUDE in hidden:
        yield from _below_skills(reader, join(folder, f"{CLAUDE}/skills"))
    for home in (GITHUB, CLAUDE):
        if home in hidden:
            for name in _MISSPELT:
                inner = f"{join(folder, home)}/{name}"
                yield from _with_header(reader, inner, say("lies in `{}`, not in `agents`", name))
    if GITHUB in hidden:
        yield from _below_github(reader, join(folder, f"{GITHUB}/agents"))
    yield from _of_others(reader, folder, hidden)


def _of_others(reader: Reader, folder: str, hidden: Sequence[str]) -> Iterator[Near]:
    """Agents of harnesses whose files are not read."""
    for home, inner, ending, harness in _OTHERS:
        for name in reader.names(join(folder, f"{home}/{inner}")) if home in hidden else ():
            if name.endswith(ending):
                path = join(folder, f"{home}/{inner}/{name}")
                yield Near(path, say("phaselint does not read agents of {}", harness))
    if reader.text(join(folder, _ROO)) is not None:
        yield Near(join(folder, _ROO), say("phaselint does not read agents of {}", "Roo Code"))


def _outside(reader: Reader, folder: str) -> Message:
    """Why no harness reads the files of a folder that is called `agents`."""
    around = split(folder)[0]
    hidden = reader.hidden(around)
    if PLUGIN in hidden and MANIFEST in reader.names(join(around, PLUGIN)):
        return say("`{}` lists other agents, in place of this folder", f"{PLUGIN}/{MANIFEST}")
    copilot = copilot_manifest(reader, around)
    if copilot:
        return say("`{}` lists other agents, in place of this folder", split(copilot)[1])
    if _CODEX in hidden:
        return say("phaselint does not read plug-ins of {}", "Codex")
    if PLUGIN in hidden:
        return say("lies beside `{}`, which has no `{}`", PLUGIN, MANIFEST)
    return say("lies neither in `{}` nor `{}`, nor is it called `*{}`", GITHUB, CLAUDE, AGENT)


def _below_github(reader: Reader, home: str) -> Iterator[Near]:
    """Files in folders below `.github/agents`, where only those count that are called so (F2)."""
    from phaselint.project.reader import walk

    for folder in walk(reader, home):
        if folder != home:
            why = say("lies in a folder below `agents` and is not called `*{}`", AGENT)
            yield from _with_header(reader, folder, why)


def _below_skills(reader: Reader, home: str) -> Iterator[Near]:
    """Agents of plug-ins that lie among the skills of a project."""
    for name in reader.folders(home):
        inner = join(home, name)
        if PLUGIN in reader.hidden(inner):
            why = say("lies in a plug-in in `{}`, which phaselint does not look into", home)
            yield from _with_header(reader, join(inner, "agents"), why)


def _with_header(reader: Reader, folder: str, why: Message) -> Iterator[Near]:
    from phaselint.document.markdown import front_matter

    for name in reader.names(folder):
        if is_agent_file(name) and not name.endswith((*LOOSE, PROMPT)):
            path = join(folder, name)
            text = reader.text(path) or ""
            found = front_matter(text)
            head = text[found.start : found.end] if found else ""
            if any(line.startswith(_MARKS) for line in head.splitlines()):
                yield Near(path, why)
