"""The possible content of a place of a document, by the table and the shape of its sheet."""

from __future__ import annotations

from phaselint.dialects.symbols import ANY, scope_of
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.shape import Shape
    from phaselint.dialects.symbols import Naming, Sheet, Side, SymbolKind, Symbols
    from phaselint.vocabulary.finding import Pointer


class Expected(NamedTuple):
    """The possible content of a place.

    Attributes:
        kinds: the kinds of names there, each with the scope of their lookup.
        new: what a name there defines, which must not be defined already.
        words: the words or, of a key, the known keys.
        shape: that of the value there; for a key, that of the mapping around it.
    """

    kinds: tuple[tuple[SymbolKind, str], ...] = ()
    words: tuple[str, ...] = ()
    shape: Shape | None = None
    new: tuple[tuple[SymbolKind, str], ...] = ()

    def names(self, symbols: Symbols) -> tuple[tuple[SymbolKind, str], ...]:
        """The possible names there, by kind, in order: the defined ones, and if a name is defined
        there, those that are used but not defined."""
        defined = (
            (kind, name) for kind, scope in self.kinds for name in symbols.definitions(kind, scope)
        )
        missing = (
            (kind, name) for kind, scope in self.new for name in symbols.missing(kind, scope)
        )
        return (*defined, *missing)


def expected(symbols: Symbols, file: str, pointer: Pointer, part: Side = "value") -> Expected:
    """The possible content of a place. The last step of a key's pointer is the partial key, which
    is ignored; the place doesn't need to exist yet."""
    found = [
        _in_sheet(sheet, pointer[len(sheet.base) :], part)
        for sheet in symbols.sheets
        if sheet.file == file and pointer[: len(sheet.base)] == sheet.base
    ]
    kinds = dict.fromkeys(kind for each in found for kind in each.kinds)
    new = dict.fromkeys(kind for each in found for kind in each.new)
    return Expected(
        tuple(kinds),
        next((each.words for each in found if each.words), ()),
        next((each.shape for each in found if each.shape is not None), None),
        tuple(kind for kind in new if kind not in kinds),
    )


def shape_at(shape: Shape | None, pointer: Pointer) -> Shape | None:
    """The shape at a pointer; None if the description doesn't reach that far."""
    for step in pointer:
        if shape is None:
            return None
        if isinstance(step, int):
            shape = shape.items if shape.kind in ("list", "any") else None
        elif shape.fields is not None:
            shape = shape.fields.get(step)
        else:
            shape = shape.items if shape.kind == "mapping" else None
    return shape


def _in_sheet(sheet: Sheet, pointer: Pointer, part: Side) -> Expected:
    kinds: list[tuple[SymbolKind, str]] = []
    new: list[tuple[SymbolKind, str]] = []
    for naming in sheet.table:
        if naming.part == part and _fits(pointer, naming.pattern, part):
            found = new if _is_first(naming) else kinds
            found.append((naming.kind, _scope(sheet, pointer, naming)))
    if part == "key":
        shape = shape_at(sheet.shape, pointer[:-1])
        known = tuple(shape.fields) if shape is not None and shape.fields is not None else ()
        return Expected(tuple(kinds), known, shape, tuple(new))
    shape = shape_at(sheet.shape, pointer)
    return Expected(tuple(kinds), tuple(_words(shape)), shape, tuple(new))


def _is_first(naming: Naming) -> bool:
    """Whether a name is new there; in a list of names, those of other entries can repeat."""
    listed = naming.part == "value" and naming.pattern[-1] is ANY
    return naming.role == "definition" and not listed


def _scope(sheet: Sheet, pointer: Pointer, naming: Naming) -> str:
    whole = (*sheet.base, *pointer)
    return scope_of(whole, len(sheet.base) + naming.within) if naming.within else ""


def _fits(pointer: Pointer, pattern: Pointer, part: Side) -> bool:
    """Whether a pattern matches a place; for a key, any key."""
    if len(pointer) != len(pattern):
        return False
    if part == "key":
        if pattern[-1] is not ANY:
            return False
        pointer, pattern = pointer[:-1], pattern[:-1]
    return all(
        wanted is ANY or wanted == step for step, wanted in zip(pointer, pattern, strict=True)
    )


def _words(shape: Shape | None) -> Iterator[str]:
    if shape is None:
        return
    yield from shape.words
    if shape.kind in ("boolean", "true"):
        yield "true"
    if shape.kind == "boolean":
        yield "false"
