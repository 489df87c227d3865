"""Edits of Python source for fixes: replaced strings, removed calls, inserted lines. None if an
edit would leave invalid Python."""

from __future__ import annotations

from phaselint.document.pythonedit import inside
from phaselint.vocabulary.finding import Edit, Fix, Place
from phaselint.vocabulary.message import quote
from phaselint_rules.langgraph.wording import spelled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.dialects.langgraph.model import Graph
    from phaselint.vocabulary.finding import Safety

MOST_PARSED = 24
"""The most changes parsed for the findings of one graph."""


def span(place: Place) -> tuple[int, int] | None:
    """The start and end offsets of a place; None if it has none."""
    match place.pointer:
        case (int(start), int(end)):
            return start, end
    return None


def text_at(facts: LanggraphFacts, place: Place) -> str:
    """The source at a place; empty if there is none."""
    document, found = facts.contract.documents.get(place.file), span(place)
    return "" if document is None or found is None else document.text[found[0] : found[1]]


def is_string(facts: LanggraphFacts, place: Place | None) -> bool:
    """Whether there is a plain, replaceable string literal at a place."""
    if place is None:
        return False
    return inside(text_at(facts, place)) is not None


def respelled(
    facts: LanggraphFacts, place: Place | None, word: str, near: str | None
) -> Fix | None:
    """Suggest a similar name for a string."""
    if near is None or place is None or not is_string(facts, place):
        return None
    title = f"replace {quote(word)} with {quote(near)}"
    return Fix("unsafe", title, (Edit(place, spelled(near)),))


def put(place: Place, at: int, text: str) -> Edit:
    """Insert a string at an offset of a place's file."""
    return Edit(Place(place.file, (at, at)), text)


def checked(facts: LanggraphFacts, safety: Safety, title: str, edits: Sequence[Edit]) -> Fix | None:
    """A fix of some edits in one file, unless the result isn't valid Python."""
    if not edits:
        return None
    document = facts.contract.documents.get(edits[0].place.file)
    if document is None or document.path.endswith(".ipynb"):
        return None
    text = document.text
    for place, new in sorted(edits, key=lambda each: span(each[0]) or (0, 0), reverse=True):
        found = span(place)
        if found is None:
            return None
        text = text[: found[0]] + new + text[found[1] :]
    if len(facts.mended) >= MOST_PARSED:
        return None  # one more would take too long
    facts.mended.append(title)
    return Fix(safety, title, tuple(edits)) if _parses(text) else None


def _parses(text: str) -> bool:
    import ast

    try:
        ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def removal(facts: LanggraphFacts, graph: Graph, place: Place) -> tuple[Edit, ...]:
    """The edit that removes an operation: its line if it is a statement, else its part of a chain.
    None if there are other operations at the same place, as in a loop."""
    places = [each.place for each in graph.edges] + [each.place for each in graph.nodes]
    places += [each.place for each in graph.joins] + [each.place for each in graph.branches]
    if places.count(place) != 1:
        return ()
    document, found = facts.contract.documents.get(place.file), span(place)
    if document is None or found is None:
        return ()
    text, (start, end) = document.text, found
    line = text.rfind("\n", 0, start) + 1
    after = text.find("\n", end)
    after = len(text) if after < 0 else after
    alone = not text[line:start].strip() and not text[end:after].strip()
    if text[start - 1 : start] == ".":
        start = len(text[: start - 1].rstrip())
        return (Edit(Place(place.file, (start, end)), ""),)
    if not alone:
        return ()
    return (Edit(Place(place.file, (line, min(after + 1, len(text)))), ""),)


def without_edge(facts: LanggraphFacts, place: Place) -> tuple[Edit, ...]:
    """The edit that removes an edge; none if runs would then get into a loop without an exit."""
    if any(each.closes_a_loop(place) for each in facts.ways):
        return ()
    return removal(facts, facts.graph, place)


def below(facts: LanggraphFacts, graph: Graph, place: Place, last: Place) -> tuple[Edit, ...]:
    """The edits that move the statement of an operation below another one, if both have lines of
    their own in one block."""
    edits, found, documents = removal(facts, graph, place), span(last), facts.contract.documents
    if not edits or found is None or place.file not in documents or last.file != place.file:
        return ()
    text, taken = documents[place.file].text, span(edits[0].place)
    if taken is None or text[taken[0] : taken[0] + 1] == "\n" or "\n" not in text[found[1] :]:
        return ()
    moved, line = text[taken[0] : taken[1]], text.rfind("\n", 0, found[0]) + 1
    if _indent(moved) != _indent(text[line:]) or not moved.endswith("\n"):
        return ()
    return (*edits, put(last, text.index("\n", found[1]) + 1, moved))


def _indent(text: str) -> str:
    """The leading whitespace of a line."""
    return text[: len(text) - len(text.lstrip(" \t"))]


def line_before(facts: LanggraphFacts, place: Place, statement: str) -> tuple[Edit, ...]:
    """The edit that inserts a statement on a line of its own, above that of a place."""
    document, found = facts.contract.documents.get(place.file), span(place)
    if document is None or found is None:
        return ()
    text = document.text
    line = text.rfind("\n", 0, found[0]) + 1
    return (put(place, line, f"{_indent(text[line:])}{statement}\n"),)
