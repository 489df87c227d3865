"""What LangGraph takes of the annotations of a function (reference §2.7 to §2.10): the `Literal`
that a router returns, the `Command[Literal[...]]` of a node, the class of the first parameter.

All hints are evaluated together (`typing.get_type_hints`): one that fails takes the others with
it.
"""

from __future__ import annotations

import ast
import builtins

from phaselint.dialects.langgraph.functionmodel import Known
from phaselint.dialects.langgraph.reading.reducers import Annotation, parsed_text, strip
from phaselint.dialects.langgraph.reading.syntax import constant_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from phaselint.dialects.langgraph.reading.resolving import Resolver, Scope
    from phaselint.dialects.langgraph.reading.shared import Shared
    from phaselint.dialects.langgraph.reading.walking import Function

_DEEPEST = 8
"""How many annotations deep in each other they are read."""

_UNIONS = frozenset({"typing.Union", "typing.Optional"})
_LITERALS = frozenset({"typing.Literal", "typing_extensions.Literal"})
_ANNOTATED = frozenset({"typing.Annotated", "typing_extensions.Annotated"})


def router_literal(resolver: Resolver, returns: Annotation) -> tuple[Known, ...] | None:
    """The names of a `Literal[...]` that is the whole of an annotation; none for another one."""
    return literal_of(resolver, _stripped(resolver, returns), 0)


def command_literal(resolver: Resolver, named: Iterable[Annotation]) -> tuple[Known, ...] | None:
    """The names of `Command[Literal[...]]` among the members of an annotation."""
    for each in named:
        node = each.node
        if isinstance(node, ast.Subscript) and _is_command(resolver, node.value, each.scope):
            inner = _stripped(resolver, Annotation(node.slice, each.scope))
            return literal_of(resolver, inner, 0)
    return None


def gives_one(resolver: Resolver, named: Sequence[Annotation]) -> bool:
    """Whether the members of an annotation say that one name is given, and no list of them."""
    return bool(named) and all(_is_one(resolver, each) for each in named)


def _is_one(resolver: Resolver, annotation: Annotation) -> bool:
    node, scope = annotation
    if isinstance(node, ast.Constant):
        return node.value is None
    if isinstance(node, ast.Subscript):
        return resolver.origin(node.value, scope) in _LITERALS
    if resolver.origin(node, scope) in ("builtins.str", "builtins.bool", "builtins.None"):
        return True
    found = resolver.defined(node, scope)
    return bool(found) and all(_is_enum(each.node) for each in found or ())


def _is_enum(node: ast.AST) -> bool:
    names = [
        each.attr if isinstance(each, ast.Attribute) else getattr(each, "id", "")
        for each in getattr(node, "bases", ())
    ]
    return any(name.endswith("Enum") for name in names)


def _is_command(resolver: Resolver, node: ast.expr, scope: Scope) -> bool:
    origin = resolver.origin(node, scope)
    return origin.startswith("langgraph.") and origin.endswith(".Command")


def _stripped(resolver: Resolver, annotation: Annotation) -> Annotation:
    """An annotation without text, names and `Annotated`."""
    for _ in range(_DEEPEST):
        annotation = strip(resolver, annotation)
        node = annotation.node
        if not isinstance(node, ast.Subscript):
            return annotation
        if resolver.origin(node.value, annotation.scope) not in _ANNOTATED:
            return annotation
        inner = node.slice
        first = inner.elts[0] if isinstance(inner, ast.Tuple) and inner.elts else inner
        annotation = Annotation(first, annotation.scope)
    return annotation


def plain(resolver: Resolver, node: ast.expr, scope: Scope) -> tuple[ast.expr, Scope]:
    """An annotation as `typing.get_type_hints` gives it: without text and `Annotated`."""
    return _stripped(resolver, Annotation(node, scope))


def members(resolver: Resolver, annotation: Annotation) -> Sequence[Annotation]:
    """The members of a union, in order; an annotation that is none by itself."""
    return tuple(_members(resolver, annotation, 0))


def _members(resolver: Resolver, annotation: Annotation, depth: int) -> Iterator[Annotation]:
    annotation = _stripped(resolver, annotation)
    node, scope = annotation
    if depth > _DEEPEST:
        return
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        yield from _members(resolver, Annotation(node.left, scope), depth + 1)
        yield from _members(resolver, Annotation(node.right, scope), depth + 1)
    elif isinstance(node, ast.Subscript) and resolver.origin(node.value, scope) in _UNIONS:
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        for part in parts:
            yield from _members(resolver, Annotation(part, scope), depth + 1)
    else:
        yield annotation


def literal_of(resolver: Resolver, annotation: Annotation, depth: int) -> tuple[Known, ...] | None:
    """The members of a `Literal`, those of one within it too; none where some are not known."""
    node, scope = annotation
    if not isinstance(node, ast.Subscript) or depth > _DEEPEST:
        return None
    if resolver.origin(node.value, scope) not in _LITERALS:
        return None
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    found: list[Known] = []
    for part in parts:
        if isinstance(part, ast.Constant):
            found.append(Known(constant_in(part), resolver.place(part, scope)))
            continue
        only = resolver.values(part, scope).only
        if only is not None:
            found.append(only)
            continue
        inner = literal_of(resolver, strip(resolver, Annotation(part, scope)), depth + 1)
        if inner is None:
            return None
        found.extend(inner)
    return tuple(found)


def hints_fail(shared: Shared, function: Function, scope: Scope) -> bool:
    """Whether some annotation of a function cannot be evaluated when LangGraph asks: it is text
    with a name that the module has only for type checkers, or that is local to a function."""
    if isinstance(function, ast.Lambda):
        return False
    texts = list(_texts(function, shared.postponed(scope.module)))
    if not texts:
        return False
    bound = shared.module_names(scope.module)
    if "*" in bound:
        return False
    return any(
        isinstance(node, ast.Name) and node.id not in bound and not hasattr(builtins, node.id)
        for text in texts
        for node in ast.walk(text)
    )


def _texts(function: ast.FunctionDef | ast.AsyncFunctionDef, postponed: bool) -> Iterator[ast.expr]:
    """The annotations of a function that are evaluated as text."""
    spec = function.args
    listed = [*spec.posonlyargs, *spec.args, *spec.kwonlyargs, spec.vararg, spec.kwarg]
    annotations = [each.annotation for each in listed if each is not None]
    for annotation in (*annotations, function.returns):
        if annotation is None:
            continue
        if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
            parsed = parsed_text(annotation)
            if parsed is not None:
                yield parsed
        elif postponed:
            yield annotation
