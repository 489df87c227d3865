"""What the loader refuses an expression for (reference §11.4, "Load check")."""

from __future__ import annotations

from phaselint.dialects.shape import is_number
from phaselint.dialects.sweny.reading.expressions import (
    Compared,
    Joined,
    Literal,
    Not,
    Path,
    parse,
)
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.sweny.model import Edge, Node, Workflow
    from phaselint.dialects.sweny.reading.expressions import Expression

_FITS: Mapping[str, Callable[[Any], bool]] = {
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "number": is_number,
    "integer": is_number,
    "null": lambda value: value is None,
}


class Fault(NamedTuple):
    """What is wrong with an expression, in words, and the faulty piece; `names` are the possible
    names there, `found` is the actual name."""

    reason: str
    start: int
    end: int
    found: str = ""
    names: tuple[str, ...] = ()


def faults(workflow: Workflow) -> Mapping[int, tuple[Fault, ...]]:
    """The faults of all expressions, by the number of their edge; one without any is left out."""
    asked = [edge for edge in workflow.edges if edge.expr]
    if not asked:
        return {}
    before = _Before(workflow)
    found = {edge.number: tuple(_faults(edge, workflow, before)) for edge in asked}
    return {number: each for number, each in found.items() if each}


class _Before:
    """Which nodes a run may have finished when it leaves one."""

    def __init__(self, workflow: Workflow) -> None:
        self._sources: dict[str, list[str]] = {name: [] for name in workflow.nodes}
        for edge in workflow.edges:
            if edge.source in self._sources and edge.target in self._sources:
                self._sources[edge.target].append(edge.source)
        self._known: dict[str, frozenset[str]] = {}

    def of(self, name: str) -> frozenset[str]:
        """The node itself and its ancestors."""
        if name not in self._known:
            waiting = [name] if name in self._sources else []
            found = set(waiting)
            while waiting:
                further = set(self._sources[waiting.pop()]) - found
                found |= further
                waiting += further
            self._known[name] = frozenset(found)
        return self._known[name]


def _faults(edge: Edge, workflow: Workflow, before: _Before) -> Iterator[Fault]:
    parsed = parse(edge.expr)
    if parsed.slip is not None:
        yield Fault(*parsed.slip)
    if parsed.tree is None:
        return
    upstream = before.of(edge.source)
    schemas: dict[Path, Any] = {}
    for path in parsed.paths:
        fault = _path_fault(path, edge.source, workflow.nodes, upstream)
        if fault is None:
            schemas[path] = declared_at(workflow.nodes[path.node], path)
        else:
            yield fault
    yield from _value_faults(parsed.tree, schemas)


# --- paths ------------------------------------------------------------------------------------


def _path_fault(
    path: Path, source: str, nodes: Mapping[str, Node], upstream: Collection[str]
) -> Fault | None:
    if path.node not in nodes:
        reason = f"node `{path.node}` doesn't exist"
        return _of(path, reason, path.node, tuple(nodes))
    if path.node not in upstream:
        return _of(path, f"`{path.node}` hasn't run when `{source}` ends")
    properties = nodes[path.node].properties
    if not properties:
        return _of(path, f"`{path.node}` doesn't declare `output.properties`")
    schema: Any = {"properties": properties}
    for at, field in enumerate(path.fields):
        known = schema.get("properties") if isinstance(schema, dict) else None
        if isinstance(known, dict) and known:
            if field not in known:
                owner = ".".join((path.node, *path.fields[:at]))
                return _of(path, f"`{owner}` doesn't declare `{field}`", field, tuple(known))
            schema = known[field]
        elif _is_free(schema):
            return None
        else:
            owner = ".".join((path.node, *path.fields[:at]))
            return _of(
                path, f"`{owner}` is declared {_types_in_words(schema)}, which has no fields"
            )
    return None


def _of(path: Path, reason: str, found: str = "", names: tuple[str, ...] = ()) -> Fault:
    return Fault(reason, path.start, path.end, found, names)


def _is_free(schema: Any) -> bool:
    """Whether a schema lets a mapping have any fields."""
    types = types_of(schema)
    return types is None or "object" in types


def declared_at(node: Node, path: Path) -> Any:
    """The schema of a field that is declared; one that takes anything below a free mapping, and
    where nothing is declared."""
    schema: Any = {"properties": node.properties}
    for field in path.fields:
        known = schema.get("properties") if isinstance(schema, dict) else None
        if not isinstance(known, dict) or not known:
            return {}
        schema = known.get(field, {})
    return schema


def types_of(schema: Any) -> tuple[str, ...] | None:
    """The declared types of a value; none where none are declared."""
    given = schema.get("type") if isinstance(schema, dict) else None
    if isinstance(given, str):
        return (given,)
    return tuple(map(str, given)) if isinstance(given, list) and given else None


def _types_in_words(schema: Any) -> str:
    return " or ".join(f"`{each}`" for each in types_of(schema) or ())


# --- values -----------------------------------------------------------------------------------


def _value_faults(tree: Expression, schemas: Mapping[Path, Any]) -> Iterator[Fault]:
    """Literals that don't fit the field they are compared with, and values that must be
    booleans."""
    waiting: list[tuple[Expression, bool]] = [(tree, True)]
    while waiting:
        part, truth = waiting.pop()
        if isinstance(part, Compared):
            yield from _comparison_faults(part, schemas)
            waiting += [(part.right, False), (part.left, False)]
        elif isinstance(part, Joined):
            waiting += [(each, True) for each in reversed(part.parts)]
        elif isinstance(part, Not):
            waiting.append((part.inner, True))
        elif truth and isinstance(part, Path) and part in schemas:
            if "boolean" not in (types_of(schemas[part]) or ()):
                yield _of(part, f"`{part.text}` is used as a boolean, but isn't declared `boolean`")
        elif truth and isinstance(part, Literal) and not isinstance(part.value, bool):
            reason = "a value is used as a condition, which must be true or false"
            yield Fault(reason, part.start, part.end)


def _comparison_faults(part: Compared, schemas: Mapping[Path, Any]) -> Iterator[Fault]:
    for field, literal in ((part.left, part.right), (part.right, part.left)):
        if isinstance(field, Path) and isinstance(literal, Literal) and field in schemas:
            listed = isinstance(literal.value, tuple)
            for value in literal.value if listed else (literal.value,):
                fault = _misfit(field, schemas[field], value, literal)
                if fault is not None:
                    yield fault


def _misfit(field: Path, schema: Any, value: Any, literal: Literal) -> Fault | None:
    types = types_of(schema)
    if value is None:
        return None
    if types is not None and not any(_FITS[each](value) for each in types if each in _FITS):
        reason = f"{_spelt(value)} is compared with `{field.text}`, which is declared"
        return Fault(f"{reason} {_types_in_words(schema)}", literal.start, literal.end)
    allowed = schema.get("enum") if isinstance(schema, dict) else None
    if isinstance(value, str) and isinstance(allowed, list) and value not in allowed:
        names = tuple(each for each in allowed if isinstance(each, str))
        reason = f"`{value}` isn't a value of `{field.text}`"
        return Fault(reason, literal.start, literal.end, value, names)
    return None


def _spelt(value: Any) -> str:
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    return f"the string `{value}`" if isinstance(value, str) else f"the number `{value}`"


def finite(schema: Any) -> Sequence[Any] | None:
    """The values that a declared field may have; none where they are not a few."""
    if not isinstance(schema, dict):
        return None
    if "const" in schema:
        return (schema["const"],)
    if isinstance(schema.get("enum"), list):
        return tuple(schema["enum"])
    return (True, False) if types_of(schema) == ("boolean",) else None


def is_required(node: Node, path: Path) -> bool:
    """Whether data that a node declares always have what a path leads to."""
    schema: Any = node.output
    for field in path.fields:
        required = schema.get("required") if isinstance(schema, dict) else None
        if not isinstance(required, list) or field not in required:
            return False
        properties = schema.get("properties")
        schema = properties.get(field) if isinstance(properties, dict) else None
    return True
