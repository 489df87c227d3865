"""Conditional edges: routers and their maps (reference langgraph §2.7, §2.8)."""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.functionmodel import Answers, Known
from phaselint.dialects.langgraph.model import START, Branch, MapEntry, PathMap
from phaselint.dialects.langgraph.reading.edges import ends_of, names_in
from phaselint.dialects.langgraph.reading.making import given, place_of_call, spreads, underlying

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.langgraph.functionmodel import Function
    from phaselint.dialects.langgraph.reading.drafts import Operation
    from phaselint.dialects.langgraph.reading.making import Making
    from phaselint.dialects.langgraph.reading.resolving import Scope
    from phaselint.vocabulary.finding import Place

TOOLS_CONDITION = frozenset(
    {"langgraph.prebuilt.tools_condition", "langgraph.prebuilt.tool_node.tools_condition"}
)
_NAMELESS = frozenset({"functools.partial"})
_LISTS = frozenset({"builtins.list", "builtins.sorted"})
_OTHERS = {
    "builtins.tuple": "a tuple",
    "builtins.set": "a set",
    "builtins.frozenset": "a set",
    "builtins.reversed": "a generator",
    "builtins.map": "a generator",
    "builtins.filter": "a generator",
    "builtins.zip": "a generator",
}


def branches_of(making: Making, operation: Operation) -> Iterator[Branch]:
    """The branches that an `add_conditional_edges` adds: one for each source it may have."""
    call, scope = operation.call, operation.scope
    place = place_of_call(making.project, call, scope)
    if operation.method == "set_conditional_entry_point":
        arguments = given(call, "path", "path_map", "then")
        sources: Sequence[Known | None] = [Known(START, place)]
    else:
        arguments = given(call, "source", "path", "path_map", "then")
        sources = ends_of(making, arguments.get("source"), scope)
    path = arguments.get("path")
    router = None if path is None else router_of(making, path, scope)
    name = "" if path is None or router is None else _branch_name(making, path, scope, router)
    path_map = path_map_of(making, arguments.get("path_map"), scope, router)
    if path_map is None and spreads(call):
        path_map = PathMap("unknown", complete=False)
    then = ends_of(making, arguments["then"], scope)[0] if "then" in arguments else None
    answers = Answers() if router is None else router.answers
    for source in sources:
        yield Branch(
            source,
            name,
            place=place,
            router=router,
            answers=answers,
            path_map=path_map,
            certain=making.certain(operation) and len(sources) == 1,
            guards=making.guards(operation),
            order=operation.order,
            then=then,
        )


def router_of(making: Making, path: ast.expr, scope: Scope) -> Function | None:
    """The function of a router; none for one that cannot be read."""
    targets = making.project.targets(path, scope)
    if targets.outside and not targets.defined and targets.outside[0] in TOOLS_CONDITION:
        from phaselint.dialects.langgraph.reading.functions import tools_condition_function

        return tools_condition_function(making.project.place(path, scope))
    only = targets.only
    if only is None:
        return None
    if only.kind == "value" and isinstance(only.node, ast.Call):
        called = making.project.of_instance(only.node, only.scope, "__call__").defined
        if len(called) != 1:
            return None
        only = called[0]
    return making.reader.function(only, as_router=True) if only.kind == "function" else None


def _branch_name(making: Making, path: ast.expr, scope: Scope, router: Function) -> str:
    """What LangGraph calls the branch: the `__name__` of the router; empty where that has none."""
    expression, where = underlying(making.project, path, scope)
    if isinstance(expression, ast.Lambda):
        return ""
    if isinstance(expression, ast.Call):
        origin = making.project.origin(expression.func, where)
        if origin in _NAMELESS:
            return ""
        called = making.project.targets(expression.func, where).defined
        if any(each.kind == "class" for each in called):
            return ""
    return router.name


def path_map_of(
    making: Making, expression: ast.expr | None, scope: Scope, router: Function | None
) -> PathMap | None:
    """The map of a branch; none where LangGraph has none."""
    if expression is None or _is_none(making, expression, scope):
        return _declared(router)
    place = making.project.place(expression, scope)
    pairs = making.project.entries(expression, scope)
    if pairs is not None:
        return _from_pairs(making, pairs, place) if pairs else _empty(place)
    written, where = underlying(making.project, expression, scope)
    if isinstance(written, (ast.Dict, ast.DictComp)):
        return _partly(making, written, where, place)
    kind = _kind(making, written, where)
    if kind == "":
        return PathMap("unknown", complete=False, place=place)
    members = making.project.items(expression, scope)
    if kind == "a list":
        if members is None:
            return PathMap("list", _few(making, written, where), complete=False, place=place)
        return _from_list(making, members, place) if members else _empty(place)
    values = [making.project.values(*each) for each in members or ()]
    known = tuple(each.only for each in values if each.only is not None)
    declared = _declared(router)
    return PathMap(
        "ignored",
        () if declared is None else declared.entries,
        complete=members is not None and len(known) == len(values),
        place=place,
        said=kind,
        values=known,
    )


def _is_none(making: Making, expression: ast.expr, scope: Scope) -> bool:
    only = making.project.values(expression, scope).only
    return only is not None and only.value is None


def _empty(place: Place | None) -> PathMap:
    return PathMap("ignored", place=place, said="empty")


def _declared(router: Function | None) -> PathMap | None:
    """The map that a `Literal` in the annotation of the router is."""
    if router is None or router.declared is None:
        return None
    entries = tuple(MapEntry(each.value, each, each.place) for each in router.declared)
    return PathMap("literal", entries, place=router.annotation)


def _kind(making: Making, expression: ast.expr, scope: Scope) -> str:
    """What an expression makes: a list, or what LangGraph takes no map from; empty where that is
    not known."""
    if isinstance(expression, (ast.List, ast.ListComp)):
        return "a list"
    if isinstance(expression, ast.Tuple):
        return "a tuple"
    if isinstance(expression, (ast.Set, ast.SetComp)):
        return "a set"
    if isinstance(expression, ast.GeneratorExp):
        return "a generator"
    if isinstance(expression, ast.BinOp):
        return _kind(making, *underlying(making.project, expression.left, scope))
    if isinstance(expression, ast.Subscript) and isinstance(expression.slice, ast.Slice):
        return _kind(making, *underlying(making.project, expression.value, scope))
    if not isinstance(expression, ast.Call):
        return ""
    function = expression.func
    if isinstance(function, ast.Attribute) and function.attr in {"keys", "values", "items"}:
        return "a dict view"
    origin = making.project.origin(function, scope)
    return "a list" if origin in _LISTS else _OTHERS.get(origin, "")


def _from_pairs(
    making: Making, pairs: Sequence[tuple[ast.expr, ast.expr, Scope]], place: Place | None
) -> PathMap:
    entries: dict[object, MapEntry] = {}
    complete = True
    for key, value, scope in pairs:
        label = making.project.values(key, scope).only
        if label is None:
            complete = False
            continue
        targets = names_in(making.project.values(value, scope))
        target = targets[0] if len(targets) == 1 else None
        where = making.project.place(key, scope)
        entries[label.value] = MapEntry(label.value, target, where)
    return PathMap("dict", _apart(tuple(entries.values())), complete, place)


def _apart(entries: tuple[MapEntry, ...]) -> tuple[MapEntry, ...]:
    """Entries that one piece of the program makes, each where its target is written."""
    places = [entry.place for entry in entries]
    found: list[MapEntry] = []
    for entry in entries:
        target = entry.target
        if target is None or target.source is None or places.count(entry.place) == 1:
            found.append(entry)
            continue
        target = target._replace(place=target.source, source=None)
        found.append(entry._replace(place=target.place, target=target))
    return tuple(found)


def _partly(making: Making, written: ast.expr, scope: Scope, place: Place | None) -> PathMap:
    """A dict of which some entries are not known."""
    if not isinstance(written, ast.Dict):
        return PathMap("unknown", complete=False, place=place)
    pairs = [
        (key, value, scope)
        for key, value in zip(written.keys, written.values, strict=True)
        if key is not None
    ]
    return _from_pairs(making, pairs, place)._replace(complete=False)


def _from_list(
    making: Making, members: Sequence[tuple[ast.expr, Scope]], place: Place | None
) -> PathMap:
    entries: dict[object, MapEntry] = {}
    complete = True
    for each in members:
        values = making.project.values(*each)
        if values.only is None:
            complete = False
        else:
            where = making.project.place(each[0], each[1])
            entry = MapEntry(values.only.value, values.only, where)
            entries.setdefault(values.only.value, entry)
    return PathMap("list", _apart(tuple(entries.values())), complete, place)


def _few(making: Making, written: ast.expr, scope: Scope) -> tuple[MapEntry, ...]:
    """The members of a list that are known though others are not."""
    if not isinstance(written, ast.List):
        return ()
    plain = [(each, scope) for each in written.elts if not isinstance(each, ast.Starred)]
    return _from_list(making, plain, None).entries
