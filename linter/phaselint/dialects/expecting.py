"""What may stand at a place of a document, by the table and the shape of its sheet."""

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
    """What may stand at a place.

    Attributes:
        kinds: what names there name, each with the scope they are looked for in.
        new: what a name there defines, so that it is none that is defined already.
        words: the words or, of a key, the known keys.
        shape: that of the value there; of a key, that of the mapping it stands in.
    """

    kinds: tuple[tuple[SymbolKind, str], ...] = ()
    words: tuple[str, ...] = ()
    shape: Shape | None = None
    new: tuple[tuple[SymbolKind, str], ...] = ()

    def names(self, symbols: Symbols) -> tuple[tuple[SymbolKind, str], ...]:
        """The names that may stand there, by kind, in order: those that are defined, and where
        one is defined those that others refer to and nobody defines."""
        defined = (
            (kind, name) for kind, scope in self.kinds for name in symbols.definitions(kind, scope)
        )
        missing = (
            (kind, name) for kind, scope in self.new for name in symbols.missing(kind, scope)
        )
        return (*defined, *missing)


def expected(symbols: Symbols, file: str, pointer: Pointer, part: Side = "value") -> Expected:
    """What may stand at a place. The last step of the pointer of a key is the key as far as it is
    written, which is not looked at; there need be nothing at the place yet."""
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
    """The shape of what a pointer leads to; none where a description does not go so far."""
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
    """Whether a name stands there for the first time; in a list of names, those of others may."""
    listed = naming.part == "value" and naming.pattern[-1] is ANY
    return naming.role == "definition" and not listed


def _scope(sheet: Sheet, pointer: Pointer, naming: Naming) -> str:
    whole = (*sheet.base, *pointer)
    return scope_of(whole, len(sheet.base) + naming.within) if naming.within else ""


def _fits(pointer: Pointer, pattern: Pointer, part: Side) -> bool:
    """Whether a pattern leads to a place; that of a key, whatever the key is."""
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
