"""The names in the files of a team: agents, and skills (reference §7.9)."""

from __future__ import annotations

from phaselint.dialects.agents.reading.words import inside
from phaselint.dialects.agents.tools import CALLS, bare
from phaselint.dialects.symbols import ANY, Naming, Occurrence, Sheet, Symbol, Symbols, names_in
from phaselint.vocabulary.finding import Place, Range

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.agents.model import Agent, Team

_OWN = (Naming(("name",), "phase", "definition"),)
_VSCODE = (
    *_OWN,
    Naming(("handoffs", ANY, "agent"), "phase"),
    Naming(("agents", ANY), "phase"),
)
_CLAUDE = (*_OWN, Naming(("skills", ANY), "skill"))
_PROMPT = (Naming(("agent",), "phase"), Naming(("mode",), "phase"))
TABLES = {"vscode": _VSCODE, "claude": _CLAUDE, "plugin": _CLAUDE, "prompt": _PROMPT}
"""Family of files → where names stand in them."""


def symbols(team: Team) -> Symbols:
    """The names of a team. An agent without a `name` has its own from its file."""
    usable = [each for each in (*team.agents, *team.prompts) if each.usable]
    sheets = tuple(Sheet(each.file, TABLES[each.family]) for each in usable)
    named = names_in(team.documents, sheets)
    called = (each for agent in usable for each in _called(team, agent))
    return Symbols((*named, *called), sheets=sheets)


def _called(team: Team, agent: Agent) -> Iterator[Occurrence]:
    """The names in the parentheses of `Agent(...)`."""
    document = team.documents[agent.file]
    for tool in agent.tools or ():
        for word in inside(document, tool) if bare(tool.text) in CALLS else ():
            if word.start >= 0 and agent.family != "vscode":
                piece = Range(document.position(word.start), document.position(word.end))
                place = Place(agent.file, word.pointer, "value", piece)
                yield Occurrence(Symbol("phase", word.text), place)
