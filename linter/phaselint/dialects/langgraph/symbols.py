"""The names of nodes in Python, each string literal between its quotes (for editors)."""

from __future__ import annotations

from phaselint.dialects.langgraph.functionmodel import Send
from phaselint.dialects.langgraph.names import written
from phaselint.dialects.symbols import Link, Occurrence, Symbol, Symbols
from phaselint.vocabulary.finding import Place, Range
from phaselint.vocabulary.message import message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.dialects.langgraph.functionmodel import Known
    from phaselint.dialects.langgraph.model import LanggraphContract
    from phaselint.dialects.langgraph.names import Written
    from phaselint.dialects.symbols import SymbolRole
    from phaselint.document import Document

_SEND = r"[\w.]*\(\s*(?:node\s*=\s*)?"


def symbols(contract: LanggraphContract) -> Symbols:
    """The nodes of a graph; what leads to one from a label is a link to it."""
    graph = contract.graph
    if graph is None:
        return Symbols()
    nodes = {node.name: node for node in graph.nodes}
    found: dict[tuple[object, ...], Occurrence] = {}
    links: dict[Place, Link] = {}
    fixed: dict[Symbol, str] = {}
    for each in written(graph):
        if each.name not in nodes:
            continue
        symbol = Symbol("phase", each.name, graph.id)
        place = literal(contract.documents, each.known, None if each.use == "label" else each.name)
        if each.use == "label":
            if place is not None:
                home = nodes[each.name].name_place
                links[place] = Link(place._replace(range=None), home.file, home.pointer)
            continue
        why = _unchangeable(contract, each)
        if place is None or why:
            derived = each.use == "node" and nodes[each.name].derived
            fixed[symbol] = why or (_DERIVED if derived else _COMPUTED)
        spot = place or (_word(contract.documents, each) if each.use == "node" else None)
        if spot is not None:
            role: SymbolRole = "definition" if each.use == "node" else "reference"
            extent = nodes[each.name].place.pointer if each.use == "node" else None
            key = (spot.file, spot.pointer, role, symbol)
            found.setdefault(key, Occurrence(symbol, spot, role, extent))
    return Symbols(tuple(found.values()), tuple(links.values()), fixed=fixed)


_DERIVED = "it is named after its function"
_COMPUTED = "one of its places builds it from other strings"


def _unchangeable(contract: LanggraphContract, each: Written) -> str:
    """Why a place of a name must stay unchanged: another graph uses it as well."""
    graph, function = contract.graph, each.function
    if function is None or graph is None:
        return ""
    others = [user for user in contract.users.get(function.id, ()) if user != graph.id]
    if not others:
        return ""
    return message("`{}` is also used in `{}`", function.name or "a function", others[0])


def _word(documents: Mapping[str, Document], each: Written) -> Place | None:
    """The place of the name in the call that makes it a node, if it isn't a string: that of the
    function that provides the name; else the call."""
    import re

    place = each.known.place
    document = documents.get(place.file)
    if document is None:
        return place
    start, end = document.offsets(place.pointer)
    found = re.compile(rf"\b{re.escape(each.name)}\b").search(document.text, start, end)
    if found is None:
        return place
    span = Range(document.position(found.start()), document.position(found.end()))
    return Place(place.file, found.span(), "value", span)


def literal(
    documents: Mapping[str, Document], known: Known, name: str | None = None
) -> Place | None:
    """The place of a string between its quotes: where it is used, else where it is defined. None if
    it isn't in a literal, or not unchanged.

    Args:
        name: the required content; None for any.
    """
    for place in (known.place, known.source):
        document = documents.get(place.file) if place is not None else None
        if document is None or place is None or document.format != "python":
            continue
        found = _between_quotes(document, place, is_send=isinstance(known.value, Send))
        if found is not None and (name is None or document.text[slice(*found[1])] == name):
            pointer, (start, end) = found
            span = Range(document.position(start), document.position(end))
            return Place(place.file, pointer, "value", span)
    return None


def _between_quotes(
    document: Document, place: Place, *, is_send: bool
) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """The whole literal at a place, without its quotes; for a `Send`, its first literal."""
    import re

    from phaselint.document.pythonedit import inside

    start, end = document.offsets(place.pointer)
    if is_send and (head := re.match(_SEND, document.text[start:end])):
        start += head.end()
        end = start + _literal_length(document.text[start:end])
    found = inside(document.text[start:end])
    return None if found is None else ((start, end), (start + found[0], start + found[1]))


def _literal_length(text: str) -> int:
    """The length of the literal at the start of a source text; 0 if there isn't one."""
    import re

    found = re.match(r"""[rRuU]?("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')""", text)
    return found.end() if found else 0
