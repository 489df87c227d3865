"""A conjunction of schemas as the finitely many shapes that its alternatives allow.

`allOf` and `$ref` join, `anyOf`, `oneOf` and `if` divide. A shape is the list of schemas that
hold together once every choice is made. What a shape leaves out (that exactly one branch of
`oneOf` holds, most of `not`) makes it `vague`: it then allows at least what the schemas do, and
an instance of it must be judged. So "no shape has an instance" is sound.
"""

from __future__ import annotations

from math import ceil, floor

from phaselint.schema.equality import BOOLEAN, EVERY, INTEGER, NULL, OBJECT, is_number, kinds_of
from phaselint.schema.plainchecks import TEST
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any, Final

    from phaselint.schema.model import SchemaPointer
    from phaselint.schema.resolve import Book, Part

_VAGUE: tuple[Any, ...] = (
    TEST,
    "oneOf",
    "not",
    "if",
    "contains",
    "uniqueItems",
    "unevaluatedProperties",
    "unevaluatedItems",
    "dependencies",
    "dependentSchemas",
    "dependentRequired",
    "$dynamicRef",
    "$recursiveRef",
)

_COMBINING = frozenset((*_VAGUE, "allOf", "anyOf"))

_DEEPEST: Final = 200
"""How long the pointer of a schema may be that is still looked at; the rest only loosens."""


_BOUNDS: Mapping[str, Callable[[float], int]] = {
    "minimum": ceil,
    "exclusiveMinimum": lambda bound: floor(bound) + 1,
    "maximum": floor,
    "exclusiveMaximum": lambda bound: ceil(bound) - 1,
}
"""Keyword → the integer that is the last one within a bound."""

_FEW: Final = 64
"""How far bounds of integers may be apart that are listed."""

_TAKEN: Final = 4
"""How many schemas are taken into a branch in a step."""
_COPIED: Final = 32
"""How many schemas are taken over into another branch in a step."""


class Refusal(NamedTuple):
    """A combination of choices that nothing satisfies, and the keywords that see to it."""

    excluded: tuple[SchemaPointer, ...]


class Shape:
    """Schemas that hold together: `flat` lists them, `kinds` is what their types leave.

    `absent` are the names that must not be there, with the keyword that says so. `without` are
    values that must not be taken. `todo` and `choices` are what is still to be looked at. `old`
    tells that the schemas are of draft-07, which has `dependencies`.
    """

    __slots__ = ("absent", "choices", "flat", "kinds", "old", "seen", "todo", "vague", "without")

    def __init__(self, todo: Sequence[Part], *, old: bool = False) -> None:
        self.old = old
        self.todo = list(todo)
        self.flat: list[Part] = []
        self.choices: list[list[list[Part]]] = []
        self.seen: set[int] = set()
        self.kinds = EVERY
        self.vague = False
        self.absent: dict[str, SchemaPointer | None] = {}
        self.without: list[Any] = []

    def branch(self, added: list[Part]) -> Shape:
        """A copy in which one more choice is made."""
        copy = Shape(added, old=self.old)
        copy.flat = list(self.flat)
        copy.choices = list(self.choices)
        copy.seen = set(self.seen)
        copy.kinds = self.kinds
        copy.vague = self.vague
        copy.absent = dict(self.absent)
        copy.without = list(self.without)
        return copy

    def values(self, key: str) -> list[tuple[Any, SchemaPointer | None]]:
        """What the schemas write under a keyword, each with the keyword's pointer."""
        return [(schema[key], below(place, key)) for schema, place in self.flat if key in schema]

    def pointers(self, *keys: str) -> tuple[SchemaPointer, ...]:
        """Where these keywords are written."""
        return tuple(
            (*place, key)
            for schema, place in self.flat
            if place is not None
            for key in keys
            if key in schema
        )


def below(place: SchemaPointer | None, *steps: str | int) -> SchemaPointer | None:
    """A pointer further down; none stays none."""
    return None if place is None else (*place, *steps)


def shapes(book: Book, parts: Sequence[Part]) -> Iterator[Shape | Refusal]:
    """Enumerate the shapes, in the order of the branches; ends early when the work is used up
    (`book.bound` then says so)."""
    drafts: list[tuple[Shape, list[Part] | None]] = [(Shape(parts, old=book.old), None)]
    while drafts:
        draft, chosen = drafts.pop()
        if chosen is not None:
            draft = draft.branch(chosen)
        known = len(draft.seen)
        refused = _settle(book, draft)
        book.left -= (len(draft.seen) - known) // _TAKEN
        if refused is not None:
            yield Refusal(refused)
        elif draft.choices:
            alternatives = draft.choices.pop(0)
            if not book.spend(len(alternatives) * (1 + len(draft.seen) // _COPIED)):
                return
            drafts += [(draft, branch) for branch in reversed(alternatives)]
        else:
            yield draft


def _settle(book: Book, draft: Shape) -> tuple[SchemaPointer, ...] | None:
    """Take in what is to do; gives the refusing keywords if nothing can be left."""
    while draft.todo:
        schema, place = draft.todo.pop(0)
        if schema is False:
            return () if place is None else (place,)
        if isinstance(schema, dict) and id(schema) not in draft.seen:
            draft.seen.add(id(schema))
            refused = _take_in(book, draft, schema, place)
            if refused is not None:
                return refused
        if not draft.todo and draft.vague:
            draft.todo += _dependents(draft)
    return None


def _take_in(
    book: Book, draft: Shape, schema: dict[Any, Any], place: SchemaPointer | None
) -> tuple[SchemaPointer, ...] | None:
    if place is not None and len(place) > _DEEPEST:
        book.give_up(f"the bound of {_DEEPEST} steps to a schema")
        draft.vague = True
        return None
    if "$ref" in schema:
        target = book.follow(schema["$ref"])
        draft.vague = draft.vague or target is None
        if target is not None:
            draft.todo.append(target)
        if book.old:
            return None
    draft.flat.append((schema, place))
    if "type" in schema:
        draft.kinds &= EVERY if (found := kinds_of(schema["type"])) is None else found
        if not draft.kinds:
            return draft.pointers("type", "not")
    return None if _COMBINING.isdisjoint(schema) else _divide(draft, schema, place)


def _divide(
    draft: Shape, schema: dict[Any, Any], place: SchemaPointer | None
) -> tuple[SchemaPointer, ...] | None:
    """Take in the parts and alternatives of one schema."""
    draft.vague = draft.vague or any(key in schema for key in _VAGUE)
    if isinstance(schema.get("allOf"), list):
        draft.todo += [(s, below(place, "allOf", k)) for k, s in enumerate(schema["allOf"])]
    for key in ("anyOf", "oneOf"):
        if isinstance(schema.get(key), list) and schema[key]:
            branches = enumerate(schema[key])
            draft.choices.append([[(s, below(place, key, k))] for k, s in branches])
    if "if" in schema and ("then" in schema or "else" in schema):
        yes = [(schema[key], below(place, key)) for key in ("if", "then") if key in schema]
        draft.choices.append([yes, [(schema.get("else", True), below(place, "else"))]])
    return _deny(draft, schema["not"], below(place, "not")) if "not" in schema else None


def _deny(
    draft: Shape, denied: Any, place: SchemaPointer | None
) -> tuple[SchemaPointer, ...] | None:
    """Take in the simple forms of `not`."""
    if denied is True or denied == {}:
        return () if place is None else (place,)
    if not isinstance(denied, dict) or len(denied) != 1:
        return None
    ((key, value),) = denied.items()
    if key == "type":
        draft.kinds &= ~(kinds_of(value) or 0)
        return None if draft.kinds else draft.pointers("type", "not")
    if key == "const":
        draft.without.append(value)
    elif key == "enum" and isinstance(value, list):
        draft.without += value
    elif key == "required" and _is_name_alone(value):
        draft.absent.setdefault(value[0], place)
    return None


def _is_name_alone(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 1 and isinstance(value[0], str)


def _dependents(draft: Shape) -> Iterator[Part]:
    """The schemas that depend on names that are required anyway, those not yet taken in."""
    keys = ("dependentSchemas", "dependencies") if draft.old else ("dependentSchemas",)
    found = [(key, *part) for part in draft.flat for key in keys if key in part[0]]
    if draft.kinds != OBJECT or not found:
        return
    needed = set(required(draft))
    for key, schema, place in found:
        for name, inner in mapping(schema, key).items():
            fresh = inner is False or (isinstance(inner, dict) and id(inner) not in draft.seen)
            if name in needed and fresh:
                yield inner, below(place, key, name)


def mapping(schema: dict[Any, Any], key: str) -> dict[Any, Any]:
    """The mapping under a keyword; empty when there is none."""
    found = schema.get(key)
    return found if isinstance(found, dict) else {}


def required(shape: Shape) -> list[str]:
    """The names that every object of the shape has, in the order of writing."""
    names: dict[str, None] = {}
    dependent = []
    for schema, _ in shape.flat:
        listed = schema.get("required")
        if type(listed) is list:
            for name in listed:
                if type(name) is str:
                    names[name] = None
        if "dependentRequired" in schema:
            dependent.append(mapping(schema, "dependentRequired"))
        if shape.old and "dependencies" in schema:
            dependent.append(mapping(schema, "dependencies"))
    waiting = list(names) if dependent else []
    while waiting:
        name = waiting.pop()
        for demands in dependent:
            needed = demands.get(name)
            for other in needed if isinstance(needed, list) else ():
                if isinstance(other, str) and other not in names:
                    names[other] = None
                    waiting.append(other)
    return list(names)


def finite(shape: Shape) -> list[Any] | None:
    """All values that constants, lists of values and types leave; none when not finite."""
    best: list[Any] | None = None
    for schema, _ in shape.flat:
        if "const" in schema:
            return [schema["const"]]
        listed = schema.get("enum")
        if isinstance(listed, list) and (best is None or len(listed) < len(best)):
            best = listed
    if best is None and not shape.kinds & ~(NULL | BOOLEAN):
        best = [False, True] if shape.kinds & BOOLEAN else []
        return best + [None] * bool(shape.kinds & NULL)
    return best


def counted(shape: Shape) -> list[Any] | None:
    """The integers that bounds leave, where they leave few and nothing else."""
    if shape.kinds != INTEGER:
        return None
    lows: list[int] = []
    highs: list[int] = []
    for schema, _ in shape.flat:
        for keyword, bound in schema.items():
            if keyword in _BOUNDS and is_number(bound):
                (lows if keyword.endswith("inimum") else highs).append(_BOUNDS[keyword](bound))
    if not lows or not highs or min(highs) - max(lows) > _FEW:
        return None
    return list(range(max(lows), min(highs) + 1))
