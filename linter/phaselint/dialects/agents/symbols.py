"""The names in the files of a team: agents, skills and tools (reference §7.9)."""

from __future__ import annotations

from phaselint.dialects.agents import forms
from phaselint.dialects.agents.reading.bodies import tools_in
from phaselint.dialects.agents.reading.lists import inside
from phaselint.dialects.agents.tools import CALLS, bare
from phaselint.dialects.symbols import (
    ANY,
    Home,
    Link,
    Naming,
    Occurrence,
    Sheet,
    Symbol,
    Symbols,
    at_offsets,
    part_of,
)
from phaselint.vocabulary.finding import Place, Range

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.agents.model import Agent, Team, Word
    from phaselint.dialects.symbols import SymbolKind
    from phaselint.document import Document

_OWN = Naming(("name",), "phase", "definition")
_TOOLS = Naming(("tools", ANY), "tool")
_LED = (Naming(("handoffs", ANY, "agent"), "phase"), Naming(("agents", ANY), "phase"))
_VSCODE = (_OWN, _TOOLS, *_LED)
_CLAUDE = (
    *_VSCODE,
    Naming(("disallowedTools", ANY), "tool"),
    Naming(("skills", ANY), "skill"),
)
_PROMPT = (Naming(("agent",), "phase"), Naming(("mode",), "phase"), _TOOLS)
TABLES = {"vscode": _VSCODE, "claude": _CLAUDE, "plugin": _CLAUDE, "prompt": _PROMPT}
"""Family of files → the places of names in them."""

_EVERYBODY = "*"
_OF_FOLDER = "the folder of a skill has the skill's name"
_OF_LINK = "the name is that of a link"


def symbols(team: Team) -> Symbols:
    """The names of a team. A name that several families share is one name: they are kept in sync.
    An agent without a `name`, or with option `identity` set to files, is named after its file and
    defined at its start."""
    usable = [
        each
        for each in (*team.agents, *team.prompts)
        if each.usable and each.file in team.documents
    ]
    agents = [each for each in usable if each.family != "prompt"]
    filed = [each for each in agents if team.is_called_by_file(each)]
    return Symbols(
        tuple(name for each in usable for name in _names(team, each)),
        links=tuple(_skill_links(team, agents)),
        sheets=tuple(
            Sheet(each.file, TABLES[each.family], forms.OFFERED[each.family]) for each in usable
        ),
        fixed={
            **{Symbol("skill", name): _OF_FOLDER for name in team.skills},
            **{Symbol("phase", each.stem): _OF_LINK for each in filed if each.path != each.file},
        },
        homes=tuple(
            Home(Symbol("phase", each.stem), each.file, source=True)
            for each in filed
            if each.path == each.file
        ),
    )


def _names(team: Team, agent: Agent) -> Iterator[Occurrence]:
    """The names in a file."""
    document = team.documents[agent.file]
    if agent.family == "prompt":
        if agent.asked:
            yield _at(agent, "phase", agent.asked, agent.asked_in)
    else:
        yield _own(team, agent)
    for handoff in agent.handoffs:
        if handoff.target:
            yield _at(agent, "phase", handoff.target, *handoff.pointer, "agent")
    for word in agent.agents or ():
        if word.text != _EVERYBODY:
            yield from _piece(document, word, "phase", 0, len(word.text))
    for word in agent.skills or ():
        yield from _piece(document, word, "skill", 0, len(word.text))
    for word in (*(agent.tools or ()), *(agent.denied or ())):
        yield from _of_tool(document, agent, word)
    for name, start in tools_in(document):
        yield at_offsets(document, Symbol("tool", name), (), start, start + len(name))


def _own(team: Team, agent: Agent) -> Occurrence:
    """The place of an agent's name."""
    if not team.is_called_by_file(agent):
        return _at(agent, "phase", agent.title, "name")._replace(role="definition", extent=())
    start = team.documents[agent.file].position(0)
    place = Place(agent.file, (), "value", Range(start, start))
    return Occurrence(Symbol("phase", agent.stem), place, "definition", ())


def _of_tool(document: Document, agent: Agent, word: Word) -> Iterator[Occurrence]:
    """A tool, and the agents in its parentheses if they matter."""
    if agent.family not in ("claude", "plugin"):
        yield from _piece(document, word, "tool", 0, len(word.text))
        return
    name = bare(word.text)
    if name:
        yield from _piece(document, word, "tool", 0, len(name))
    for called in inside(document, word) if name in CALLS else ():
        if called.start >= 0 and called.text != _EVERYBODY:
            symbol = Symbol("phase", called.text)
            yield at_offsets(document, symbol, called.pointer, called.start, called.end)


def _at(agent: Agent, kind: SymbolKind, name: str, *pointer: str | int) -> Occurrence:
    return Occurrence(Symbol(kind, name), Place(agent.file, pointer))


def _piece(
    document: Document, word: Word, kind: SymbolKind, start: int, end: int
) -> Iterator[Occurrence]:
    """The name in a list entry, in part of one, or in a string with commas."""
    symbol = Symbol(kind, word.text[start:end])
    if word.start >= 0:
        first, last = word.start + start, word.start + end
        yield at_offsets(document, symbol, word.pointer, first, last)
    elif isinstance(word.pointer[-1], int) and symbol.name == word.text:
        yield Occurrence(symbol, Place(document.path, word.pointer))
    elif isinstance(word.pointer[-1], int):
        yield from part_of(document, symbol, word.pointer, start, end)


def _skill_links(team: Team, agents: list[Agent]) -> Iterator[Link]:
    """From the entries of `skills` to the existing files."""
    for agent in agents:
        document = team.documents[agent.file]
        for word in agent.skills or ():
            for found in _piece(document, word, "skill", 0, len(word.text)):
                if word.text in team.skills:
                    yield Link(found.place, team.skills[word.text])
