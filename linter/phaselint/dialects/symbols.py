"""Names in contracts: what they name, where they are defined, and where they are used.

A dialect describes each kind of document with a table of namings: patterns of pointers above names.
One walk finds the names in a document by its table; the dialect adds names that a table can't
describe (in strings, or reached through schemas). The language server doesn't read anything else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from phaselint.document.spans import piece, scalar
from phaselint.vocabulary.finding import Place, Range, pointer_text
from phaselint.vocabulary.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from phaselint.dialects.shape import Shape
    from phaselint.document import Document
    from phaselint.vocabulary.finding import Pointer

SymbolKind = Literal[
    "phase",
    "tool",
    "intent",
    "skill",
    "evaluator",
    "validator",
    "failure",
    "input",
    "variable",
    "context",
    "field",
    "role",
    "file",
]
"""The kind of a name. A `failure` is a failure pattern, a `field` a property of what a phase puts
out, a `file` a path."""

SymbolRole = Literal["definition", "reference", "prose"]
"""The use of a name: `prose` is in text that people or models read."""

Side = Literal["key", "value"]

ANY: Any = None
"""Any key or index, in the pattern of a naming."""

MOST = 20_000
"""The nodes of one document that are looked at for one row of its table: aliases may make a
document of few lines endless."""


class Naming(NamedTuple):
    """A row of a table: a name under the pointers of a pattern.

    `part` says whether the key there is the name or the value. With `within`, the name counts only
    in the part below the first so many steps of the pointer, not in the whole contract.
    """

    pattern: Pointer
    kind: SymbolKind
    role: SymbolRole = "reference"
    part: Side = "value"
    within: int = 0


Table = tuple[Naming, ...]


class Symbol(NamedTuple):
    """What is named: two names with equal symbols are one. `scope` is where a name counts that
    does not count in the whole contract."""

    kind: SymbolKind
    name: str
    scope: str = ""


class Occurrence(NamedTuple):
    """A name in a document.

    The place has a range if the name is part of a string, else it is the whole key or value.
    `extent` is the pointer to the definition's content.
    """

    symbol: Symbol
    place: Place
    role: SymbolRole = "reference"
    extent: Pointer | None = None


class Link(NamedTuple):
    """A place that points to a file of the project, or to a node in it."""

    place: Place
    path: str
    pointer: Pointer = ()


class Sheet(NamedTuple):
    """What a document is: the table of its names, and the shape of its value where that is known.
    Both count from `base`."""

    file: str
    table: Table
    shape: Shape | None = None
    base: Pointer = ()


class Home(NamedTuple):
    """A file whose name begins with the name of what it defines. `source`: the name comes from the
    file name and isn't written in the file."""

    symbol: Symbol
    file: str
    source: bool = False


class Symbols(NamedTuple):
    """The names of a contract.

    `fixed` are symbols on which strings other than their names depend, each with the reason in
    words; `homes` the files named after a symbol.
    """

    occurrences: tuple[Occurrence, ...] = ()
    links: tuple[Link, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    fixed: Mapping[Symbol, str] = {}
    homes: tuple[Home, ...] = ()

    def of(self, symbol: Symbol) -> tuple[Occurrence, ...]:
        """Every occurrence of a symbol."""
        return tuple(each for each in self.occurrences if each.symbol == symbol)

    def definitions(self, kind: SymbolKind, scope: str = "") -> tuple[str, ...]:
        """The defined names of a kind in a scope, each once, in order."""
        return tuple(self._names("definition", kind, scope))

    def missing(self, kind: SymbolKind, scope: str = "") -> tuple[str, ...]:
        """The names of a kind that are used in a scope but not defined, each once."""
        defined = self._names("definition", kind, scope)
        return tuple(n for n in self._names("reference", kind, scope) if n not in defined)

    def _names(self, role: SymbolRole, kind: SymbolKind, scope: str) -> dict[str, None]:
        return dict.fromkeys(
            each.symbol.name
            for each in self.occurrences
            if each.role == role and each.symbol.kind == kind and each.symbol.scope in ("", scope)
        )


def scope_of(pointer: Pointer, within: int) -> str:
    """The scope of a name: the part below the first steps of its pointer."""
    return pointer_text(pointer[:within])


def read_sheet(document: Document, sheet: Sheet) -> Iterator[Occurrence]:
    """The names in a document, by its table."""
    base = sheet.base
    value = follow(document.value, base)
    for naming in sheet.table:
        if naming.kind == "file":
            continue  # a path is a link, which only the dialect can follow
        for pointer, found in _under(value, naming.pattern):
            name = pointer[-1] if naming.part == "key" else found
            if isinstance(name, str) and name:
                scope = scope_of((*base, *pointer), len(base) + naming.within)
                yield Occurrence(
                    Symbol(naming.kind, name, scope if naming.within else ""),
                    Place(document.path, (*base, *pointer), naming.part),
                    naming.role,
                    _extent((*base, *pointer), naming),
                )


def names_in(documents: Mapping[str, Document], sheets: Iterable[Sheet]) -> Iterator[Occurrence]:
    """The names in documents by their tables."""
    for sheet in sheets:
        document = documents.get(sheet.file)
        if document is not None:
            yield from read_sheet(document, sheet)


def part_of(
    document: Document,
    symbol: Symbol,
    pointer: Pointer,
    start: int,
    end: int,
    role: SymbolRole = "reference",
    *,
    part: Side = "value",
) -> Iterator[Occurrence]:
    """The occurrence of a name that is a piece of a scalar, given by offsets into its value; None
    if its place can't be determined."""
    value = pointer[-1] if part == "key" else follow(document.value, pointer)
    if isinstance(value, str) and value[start:end] == symbol.name:
        found = piece(document, pointer, part, value, start, end)
        if found is not None:
            yield at_offsets(document, symbol, pointer, *found, role, part=part)


def at_offsets(
    document: Document,
    symbol: Symbol,
    pointer: Pointer,
    start: int,
    end: int,
    role: SymbolRole = "reference",
    *,
    part: Side = "value",
) -> Occurrence:
    """The occurrence of a name between two offsets of a document, in the node at a pointer."""
    range = Range(document.position(start), document.position(end))
    return Occurrence(symbol, Place(document.path, pointer, part, range), role)


def span_of(document: Document, occurrence: Occurrence) -> tuple[int, int]:
    """The place of an occurrence in its document: only the name, if it is written unchanged."""
    place = occurrence.place
    if place.range is not None:
        return document.offset(place.range.start), document.offset(place.range.end)
    return scalar(document, place.pointer, place.part, occurrence.symbol.name)


def follow(value: Any, pointer: Pointer) -> Any:
    """The node at a pointer; None if it doesn't exist."""
    for step in pointer:
        if isinstance(value, dict):
            value = value.get(step)
        elif isinstance(value, list) and isinstance(step, int) and 0 <= step < len(value):
            value = value[step]
        else:
            return None
    return value


def steps(value: Any) -> Iterator[tuple[str | int, Any]]:
    """The members of a collection, by key or index."""
    if isinstance(value, dict):
        yield from value.items()
    elif isinstance(value, list):
        yield from enumerate(value)


def _under(value: Any, pattern: Pointer) -> Iterator[tuple[Pointer, Any]]:
    """The nodes under the pointers of a pattern, in document order."""
    waiting: list[tuple[Pointer, Any]] = [((), value)]
    left = MOST
    while waiting and left > 0:
        pointer, node = waiting.pop()
        depth = len(pointer)
        left -= 1
        if depth == len(pattern):
            yield pointer, node
        elif pattern[depth] is ANY:
            inner = [((*pointer, step), each) for step, each in steps(node)]
            waiting += reversed(inner)
        elif isinstance(node, dict) and pattern[depth] in node:
            step = pattern[depth]
            waiting.append(((*pointer, step), node[step]))


def _extent(pointer: Pointer, naming: Naming) -> Pointer | None:
    """The definition's content: the value of a key that is the name, the member that contains the
    name, or the name itself in a list of names."""
    if naming.role != "definition":
        return None
    listed = isinstance(pointer[-1], int)
    return pointer if naming.part == "key" or listed else pointer[:-1]
