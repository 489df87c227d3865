"""How a key of a state is reduced: by the metadata of its annotation (reference §2.10)."""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.functionmodel import Key
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.langgraph.reading.resolving import Defined, Resolver, Scope
    from phaselint.vocabulary.finding import Place

_ANNOTATED = frozenset({"typing.Annotated", "typing_extensions.Annotated"})
_DEEPEST = 10
"""How many names or wrappers deep an annotation is followed."""

_WRAPPERS = frozenset(
    f"{module}.{name}"
    for module in ("typing", "typing_extensions")
    for name in ("Required", "NotRequired", "ReadOnly", "Final", "ClassVar")
)
_MANAGED = frozenset({"RemainingSteps", "RemainingStepsManager", "IsLastStep", "IsLastStepManager"})
_CHANNELS = frozenset(
    {"LastValue", "EphemeralValue", "Topic", "UntrackedValue", "AnyValue", "NamedBarrierValue"}
    | {"BinaryOperatorAggregate", "LastValueAfterFinish", "DeltaChannel"}
)
_MESSAGES = frozenset(
    f"langgraph.graph.{path}" for path in ("add_messages", "message.add_messages")
)
_ONE = frozenset({"builtins.list", "builtins.tuple", "builtins.sorted"})
"""Builtins whose parameters Python knows and that accept one by position."""

_OPERATORS = {"_operator.": "operator.", "operator.__": "operator."}


class Annotation(NamedTuple):
    """An annotation, and where it stands."""

    node: ast.expr
    scope: Scope


def key_of(
    resolver: Resolver, name: str, place: Place, annotation: Annotation, default: bool
) -> Key:
    """A key with its reducer or channel."""
    found = _metadata(resolver, annotation)
    key = Key(name, place, default=default)
    if found is None:
        managed = _managed(resolver, annotation)
        return key._replace(channel=managed, managed=True) if managed else key
    metadata, scope = found
    for node in metadata:
        channel = _channel(resolver, node, scope)
        if channel:
            return key._replace(channel=channel, managed=channel in _MANAGED)
    return reduced(resolver, key, metadata[-1], scope)


def strip(resolver: Resolver, annotation: Annotation) -> Annotation:
    """An annotation without the text it is written as, `Required[...]` and its like, and names
    that stand for it."""
    for _ in range(_DEEPEST):
        node, scope = annotation
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            parsed = parsed_text(node)
            if parsed is None:
                return annotation
            annotation = Annotation(parsed, scope)
        elif isinstance(node, ast.Subscript) and resolver.origin(node.value, scope) in _WRAPPERS:
            annotation = Annotation(node.slice, scope)
        elif isinstance(node, (ast.Name, ast.Attribute)):
            alias = resolver.aliased(node, scope)
            if alias is None or alias[0] is node or isinstance(alias[0], ast.Call):
                return annotation
            annotation = Annotation(*alias)
        else:
            return annotation
    return annotation


def parsed_text(node: ast.Constant) -> ast.expr | None:
    """The expression of an annotation written as a string, at the place of the string."""
    text = str(node.value)
    if len(text) > 2_000:
        return None
    try:
        found = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    for part in ast.walk(found):
        if hasattr(part, "lineno"):
            ast.copy_location(part, node)
    return found


def _metadata(resolver: Resolver, annotation: Annotation) -> tuple[list[ast.expr], Scope] | None:
    """The metadata of `Annotated[T, ...]`, also of one in `T`."""
    node, scope = strip(resolver, annotation)
    if not isinstance(node, ast.Subscript) or resolver.origin(node.value, scope) not in _ANNOTATED:
        return None
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    return (parts[1:], scope) if len(parts) > 1 else None


def _managed(resolver: Resolver, annotation: Annotation) -> str:
    """The managed value that an annotation is (`RemainingSteps`), also within another type."""
    found = strip(resolver, annotation)
    for _ in range(_DEEPEST):
        origin = resolver.origin(found.node, found.scope)
        name = origin.rpartition(".")[2]
        if origin.startswith("langgraph.") and name in _MANAGED:
            return name
        if not isinstance(found.node, ast.Subscript):
            return ""
        inner = found.node.slice
        first = inner.elts[0] if isinstance(inner, ast.Tuple) and inner.elts else inner
        found = strip(resolver, Annotation(first, found.scope))
    return ""


def _channel(resolver: Resolver, node: ast.expr, scope: Scope) -> str:
    """The channel or managed value that metadata names."""
    if isinstance(node, ast.Call):
        node = node.func
    origin = resolver.origin(node, scope)
    name = origin.rpartition(".")[2]
    if not origin.startswith("langgraph."):
        return ""
    return name if name in _CHANNELS | _MANAGED else ""


def reduced(resolver: Resolver, key: Key, node: ast.expr, scope: Scope) -> Key:
    """A key with the reducer that the last item of its metadata is, if it is one."""
    if isinstance(node, (ast.Constant, ast.JoinedStr, ast.Dict, ast.List, ast.Tuple)):
        return key
    if isinstance(node, ast.Lambda):
        place = resolver.place(node, scope)
        return key._replace(
            reducer="<lambda>", reducer_id=f"{place}", parameters=positional_count(node.args)
        )
    origin = resolver.origin(node, scope)
    if origin:
        return _foreign(key, origin)
    if isinstance(node, ast.Call):
        known = resolver.origin(node.func, scope)
        if known.rpartition(".")[2][:1].isupper():
            return key  # an object such as `Field(...)`, that nobody calls
    defined = resolver.defined(node, scope)
    if defined and len(defined) == 1:
        return _own(resolver, key, defined[0], node)
    text = _text(node)
    return key._replace(reducer=text, reducer_id=text)


def _foreign(key: Key, origin: str) -> Key:
    if origin in _MESSAGES:
        return key._replace(reducer="add_messages", reducer_id="add_messages")
    for start, instead in _OPERATORS.items():
        if origin.startswith(start):
            origin = instead + origin.removeprefix(start).rstrip("_")
    if origin == "operator.or":
        origin = "operator.or_"
    count = 1 if origin in _ONE else 2
    return key._replace(reducer=origin, reducer_id=origin, parameters=count)


def _own(resolver: Resolver, key: Key, defined: Defined, node: ast.expr) -> Key:
    """A reducer of the project."""
    found = defined.node
    place = f"{resolver.place(found, defined.scope)}"
    if isinstance(found, (ast.FunctionDef, ast.AsyncFunctionDef)):
        if found.decorator_list:
            return key._replace(reducer=found.name, reducer_id=place)
        count = positional_count(found.args) - defined.bound - len(defined.arguments)
        if defined.through:
            return key._replace(reducer=found.name, reducer_id=f"{place}{_text(node)}")
        return key._replace(reducer=found.name, reducer_id=place, parameters=count)
    if isinstance(found, ast.Lambda):
        return key._replace(
            reducer="<lambda>", reducer_id=place, parameters=positional_count(found.args)
        )
    if defined.kind == "class":
        return key._replace(reducer=getattr(found, "name", ""), reducer_id=place)
    if isinstance(found, ast.Constant):
        return key
    if isinstance(found, ast.expr) and found is not node and not isinstance(found, ast.Name):
        return reduced(resolver, key, found, defined.scope)
    return key._replace(reducer=_text(node), reducer_id=place)


def positional_count(spec: ast.arguments) -> int:
    """The number of positional parameters; `*args` doesn't count."""
    return len(spec.posonlyargs) + len(spec.args)


def _text(node: ast.expr) -> str:
    try:
        return ast.unparse(node)[:80]
    except (RecursionError, ValueError):
        return "reducer"
