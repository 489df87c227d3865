"""The classes of values that expressions tell apart (reference §11.4), as schemas of a node's data.

An expression compares a field with values, or asks whether it is there. So two data are alike whose
fields are both missing, or are of one type and on the same side of each value that they are
compared with. Of expressions that compare fields with each other, that look for a value in a list,
or ask which of two strings is the greater, nothing is known here.
"""

from __future__ import annotations

from phaselint.dialects.shape import is_number
from phaselint.dialects.sweny.reading.expressions import (
    Compared,
    Exists,
    Joined,
    Literal,
    Not,
    Path,
    parse,
)
from phaselint.dialects.sweny.running.checksides import Undecided

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.sweny.model import Node
    from phaselint.dialects.sweny.reading.expressions import Expression

    Fields = tuple[str, ...]


def classes(node: Node, texts: Iterable[str]) -> Iterator[list[Any]]:
    """For each field of a node that expressions look at schemas of data, one for each class of what
    it has. Raises Undecided."""
    from phaselint.schema import holding
    from phaselint.schema.walk import lacking

    for fields, values in _compared(node, texts).items():
        found = [lacking(fields)]
        found += (holding(fields, each) for each in (*_words(values), *_numbers(values)))
        yield found


def _compared(node: Node, texts: Iterable[str]) -> Mapping[Fields, list[Any]]:
    """The fields of a node with the values that they are compared with. Raises Undecided."""
    found: dict[Fields, list[Any]] = {}
    for text in texts:
        tree = parse(text).tree
        for part in _parts(tree) if tree is not None else ():
            if isinstance(part, Path) and part.node == node.id:
                found.setdefault(part.fields, [])
            if isinstance(part, Compared):
                for path, other in ((part.left, part.right), (part.right, part.left)):
                    if isinstance(path, Path) and path.node == node.id:
                        found.setdefault(path.fields, []).extend(_values(part, path, other))
    return found


def _values(compared: Compared, path: Path, other: Expression) -> Sequence[Any]:
    """The values that a comparison tells from others. Raises Undecided."""
    listed = compared.sign == "in" and path is compared.right
    if isinstance(other, Path) or listed:
        raise Undecided
    if not isinstance(other, Literal):
        return ()  # it is true or false, and both are classes anyway
    ordered = compared.sign not in ("==", "!=", "in")
    if ordered and isinstance(other.value, str):
        raise Undecided
    return other.value if isinstance(other.value, tuple) else (other.value,)


def _parts(tree: Expression) -> Iterator[Expression]:
    """An expression and all that it is made of."""
    waiting = [tree]
    while waiting:
        part = waiting.pop()
        yield part
        if isinstance(part, Exists):
            waiting.append(part.path)
        elif isinstance(part, Not):
            waiting.append(part.inner)
        elif isinstance(part, Compared):
            waiting += (part.left, part.right)
        elif isinstance(part, Joined):
            waiting += part.parts


def _words(values: Sequence[Any]) -> Iterator[Any]:
    """The classes of everything but numbers."""
    yield from ({"enum": [each]} for each in (None, True, False))
    yield from ({"type": each} for each in ("array", "object"))
    texts = [*dict.fromkeys(each for each in values if isinstance(each, str))]
    yield from ({"enum": [each]} for each in texts)
    yield {"type": "string", **({"not": {"enum": texts}} if texts else {})}


def _numbers(values: Sequence[Any]) -> Iterator[Any]:
    """The classes of numbers: those that fields are compared with, and those between them, whole
    numbers apart from others."""
    named = sorted({each for each in values if is_number(each)})
    yield from ({"enum": [each]} for each in named)
    kinds = ({"type": "integer"}, {"type": "number", "not": {"type": "integer"}})
    lower: list[Any] = [{}, *({"exclusiveMinimum": each} for each in named)]
    upper: list[Any] = [*({"exclusiveMaximum": each} for each in named), {}]
    for least, most in zip(lower, upper, strict=True):
        yield from ({**kind, **least, **most} for kind in kinds)
