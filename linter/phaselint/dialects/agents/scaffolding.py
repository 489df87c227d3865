"""Near misses of team agents, and a starter team (reference §1)."""

from __future__ import annotations

from phaselint.dialects.agents.detect import copilot_manifest, market_of
from phaselint.dialects.agents.example import EXAMPLE
from phaselint.dialects.agents.filenames import (
    AGENT,
    CLAUDE,
    GITHUB,
    LOOSE,
    MANIFEST,
    MARKET,
    PLUGIN,
    PROMPT,
    is_agent_file,
)
from phaselint.dialects.scaffolding import Near, Setup
from phaselint.project.paths import join, split
from phaselint.vocabulary.message import message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.reader import Reader
    from phaselint.vocabulary.message import Message

    _Marks = tuple[tuple[str, ...], ...]

_AGENTS = "agents"
_SKILL = "SKILL.md"
_STARTS = ("---", "\ufeff---")

_MARKS = (("tools",), ("handoffs",), ("agents",), ("model",), ("name", "description"))
"""Groups of keys that identify an agent's header in a folder named for agents; any group is
enough."""

_MARKS_ELSEWHERE = tuple(
    ("name", "description", key) for key in ("tools", "model", "color", "handoffs")
)
"""The same for any other folder."""

_OTHERS = (
    (".codex", "agents", ".toml", "Codex"),
    (".opencode", "agent", ".md", "OpenCode"),
    (".opencode", "agents", ".md", "OpenCode"),
    (".roo", "modes", ".yaml", "Roo Code"),
)
"""Hidden folder of another harness, its folder for agents, the suffix of the files, and the name of
the harness."""

_CODEX = ".codex-plugin"

_ROO = ".roomodes"

_MISSPELT = ("agent", "Agents", "chatmode")
"""Misnamed folders for agents."""


def setup() -> Setup:
    """The dialect's offers for setting up a project."""
    return Setup(near, EXAMPLE)


def near(reader: Reader, folder: str) -> Iterator[Near]:
    """Markdown files with the header of an agent in places that no harness searches."""
    yield from _with_header(reader, folder, _outside(reader, folder), _marks_in(folder))
    hidden = reader.hidden(folder)
    for home in (GITHUB, CLAUDE):
        if home in hidden:
            yield from _misplaced(reader, join(folder, home), home)
    if GITHUB in hidden:
        yield from _below_github(reader, join(folder, f"{GITHUB}/agents"))
    yield from _of_others(reader, folder, hidden)


def _misplaced(reader: Reader, home: str, called: str) -> Iterator[Near]:
    """Agents in a hidden folder, next to its folder of agents."""
    from phaselint.project.reader import walk

    known = [f"{home}/{each}" for each in (_AGENTS, "chatmodes", "prompts", "commands")]
    for folder in walk(reader, home):
        if any(f"{folder}/".startswith(f"{each}/") for each in known):
            continue
        inner = folder[len(home) + 1 :]
        why = message("is in `{}`, not in `{}`", inner or called, _AGENTS)
        if inner.startswith("skills/") and PLUGIN in reader.hidden(split(folder)[0]):
            skills = f"{home}/skills"
            why = message("is in a plugin in `{}`, which phaselint doesn't search", skills)
        marks = _MARKS if inner in _MISSPELT else _MARKS_ELSEWHERE
        yield from _with_header(reader, folder, why, marks)
        yield from _called_so(reader, folder, why)


def _called_so(reader: Reader, folder: str, why: Message) -> Iterator[Near]:
    """Files with the name of an agent file."""
    for name in reader.names(folder):
        if name.endswith(LOOSE):
            yield Near(join(folder, name), why)


def _of_others(reader: Reader, folder: str, hidden: Sequence[str]) -> Iterator[Near]:
    """Agents of harnesses that phaselint doesn't support."""
    for home, inner, ending, harness in _OTHERS:
        for name in reader.names(join(folder, f"{home}/{inner}")) if home in hidden else ():
            if name.endswith(ending):
                path = join(folder, f"{home}/{inner}/{name}")
                yield Near(path, message("phaselint doesn't read agents of {}", harness))
    if reader.text(join(folder, _ROO)) is not None:
        yield Near(
            join(folder, _ROO),
            message("phaselint doesn't read agents of {}", "Roo Code"),
        )


def _marks_in(folder: str) -> _Marks:
    """The keys that identify an agent's header in a folder."""
    return _MARKS if _AGENTS in folder.split("/") else _MARKS_ELSEWHERE


def _outside(reader: Reader, folder: str) -> Message:
    """Why no harness reads the files of a folder."""
    around = folder
    while around and split(around)[1] != _AGENTS:
        around = split(around)[0]
    home = split(around)[0]
    hidden = reader.hidden(home) if around else frozenset()
    if PLUGIN in hidden and MANIFEST in reader.names(join(home, PLUGIN)):
        return message("isn't among the agents that `{}` lists", f"{PLUGIN}/{MANIFEST}")
    copilot = copilot_manifest(reader, home) if around else ""
    if copilot:
        return message("isn't among the agents that `{}` lists", split(copilot)[1])
    if around and market_of(reader, home):
        return message("isn't among the agents that `{}` lists", f"{PLUGIN}/{MARKET}")
    if _CODEX in hidden:
        return message("phaselint doesn't read plugins of {}", "Codex")
    if PLUGIN in hidden:
        return message("is next to `{}`, which has no `{}`", PLUGIN, MANIFEST)
    return message("is neither in `{}` nor `{}`, and isn't named `*{}`", GITHUB, CLAUDE, AGENT)


def _below_github(reader: Reader, home: str) -> Iterator[Near]:
    """Files in subfolders of `.github/agents`, where only those with an agent's file name count
    (F2)."""
    from phaselint.project.reader import walk

    for folder in walk(reader, home):
        if folder != home:
            why = message("is in a subfolder of `agents` but isn't named `*{}`", AGENT)
            yield from _with_header(reader, folder, why)


def _with_header(
    reader: Reader, folder: str, why: Message, marks: _Marks = _MARKS
) -> Iterator[Near]:
    from phaselint.document.markdown import front_matter

    for name in reader.names(folder):
        if is_agent_file(name) and not name.endswith((*LOOSE, PROMPT)) and name != _SKILL:
            path = join(folder, name)
            text = reader.text(path) or ""
            found = front_matter(text) if text.startswith(_STARTS) else None
            lines = text[found.start : found.end].splitlines() if found else []
            keys = {line.partition(":")[0] for line in lines if ":" in line}
            if any(keys.issuperset(some) for some in marks):
                yield Near(path, why)
