"""State schemas: which keys a class gives the state of a graph, and how they are reduced (reference
§2.10).

A class is read as in `typing.get_type_hints`: the fields of its bases first, then its own. Anything
other than a class with annotations is one value, the whole state.
"""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.functionmodel import Key, Schema
from phaselint.dialects.langgraph.reading.reducers import Annotation, key_of
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.dialects.langgraph.functionmodel import SchemaKind
    from phaselint.dialects.langgraph.reading.resolving import Defined, Resolver, Scope
    from phaselint.dialects.langgraph.reading.shared import Shared
    from phaselint.vocabulary.finding import Place

_DEEPEST = 12
"""How many bases deep classes are followed."""

UNKNOWN = Schema("")

_MESSAGES = frozenset({"langgraph.graph.MessagesState", "langgraph.graph.message.MessagesState"})
_AGENT = frozenset(
    f"langgraph.prebuilt.{path}" for path in ("AgentState", "chat_agent_executor.AgentState")
)
_AGENT_MODEL = frozenset(
    f"langgraph.prebuilt.chat_agent_executor.{name}" for name in ("AgentStatePydantic",)
)
_TYPED = frozenset(
    f"{module}.{name}"
    for module in ("typing", "typing_extensions")
    for name in ("TypedDict", "NamedTuple")
)
_PLAIN_BASES = frozenset(
    {"builtins.object", "abc.ABC", "typing.Generic", "typing.Protocol", "enum.Enum"}
    | {"typing_extensions.Generic", "typing_extensions.Protocol"}
)
_MODELS = ("pydantic.", "pydantic_settings.", "sqlmodel.")
_DATACLASSES = frozenset({"dataclass", "attrs", "define", "frozen"})
_ROOTS = frozenset(
    f"builtins.{name}" for name in ("dict", "list", "tuple", "set", "str", "int", "object", "float")
)
_GENERIC = frozenset(
    f"{module}.{name}"
    for module in ("typing", "typing_extensions", "collections.abc", "collections")
    for name in (
        *("Dict", "List", "Tuple", "Set", "Union", "Optional", "Mapping", "MutableMapping"),
        *("Sequence", "Annotated", "Literal", "Iterable", "OrderedDict", "defaultdict"),
    )
)


class Fields(NamedTuple):
    """What a class and its bases declare."""

    keys: dict[str, Key]
    kind: SchemaKind | None = None
    known: bool = True
    subscriptable: bool = False


def schema_of(shared: Shared, expression: ast.expr, scope: Scope) -> Schema:
    """The schema that an expression names."""
    found = _schema(shared, expression, scope, 0)
    return found if found is not None else UNKNOWN


def _schema(shared: Shared, expression: ast.expr, scope: Scope, depth: int) -> Schema | None:
    resolver = shared.resolver
    if depth > _DEEPEST:
        return None
    if isinstance(expression, ast.Constant) and isinstance(expression.value, str):
        return None
    if isinstance(expression, ast.Name):  # as most are, of one function after the other
        only = resolver.everywhere(expression.id, scope)
        if only is not None and isinstance(only.node, ast.ClassDef):
            return class_schema(shared, only)
    annotation = Annotation(expression, scope)
    alias = resolver.aliased(expression, scope)
    if alias is not None and isinstance(alias[0], (ast.Subscript, ast.BinOp)):
        return _schema(shared, *alias, depth + 1)
    if _is_annotated(resolver, annotation):
        return _root(shared, annotation)
    origin = resolver.origin(expression, scope)
    if origin:
        return _foreign(shared, origin, annotation)
    if isinstance(expression, (ast.BinOp, ast.Dict, ast.List)):
        return _root(shared, annotation)
    defined = resolver.defined(expression, scope)
    if not defined or len(defined) != 1:
        return None
    only = defined[0]
    if only.kind == "class" and isinstance(only.node, ast.ClassDef):
        return class_schema(shared, only)
    if only.kind == "value" and isinstance(only.node, ast.expr):
        if isinstance(only.node, ast.Call):
            return _functional(shared, only.node, only.scope)
        if only.node is not expression:
            return _schema(shared, only.node, only.scope, depth + 1)
    return None


def _is_annotated(resolver: Resolver, annotation: Annotation) -> bool:
    node = annotation.node
    return isinstance(node, ast.Subscript) and resolver.origin(
        node.value, annotation.scope
    ).endswith(".Annotated")


def _root(shared: Shared, annotation: Annotation) -> Schema:
    """A state that is one value."""
    resolver = shared.resolver
    place = resolver.place(annotation.node, annotation.scope)
    root = key_of(resolver, "__root__", place, annotation, default=False)
    return Schema("", known=True, kind="root", root=root, place=place)


def _foreign(shared: Shared, origin: str, annotation: Annotation) -> Schema | None:
    """A class that is not of the project."""
    place = shared.resolver.place(annotation.node, annotation.scope)
    name = origin.rpartition(".")[2]
    known = foreign_keys(shared.resolver, origin, annotation)
    if known is not None:
        kind: SchemaKind = "model" if origin in _AGENT_MODEL else "typed"
        return Schema(name, known, True, kind, place=place)
    if origin in _ROOTS or origin in _GENERIC:
        return _root(shared, annotation)
    return Schema(name, place=place)


def foreign_keys(resolver: Resolver, origin: str, annotation: Annotation) -> dict[str, Key] | None:
    """The keys of a class of langgraph itself; none of another one."""
    place = resolver.place(annotation.node, annotation.scope)
    messages = Key("messages", place, "add_messages", "add_messages")
    if origin in _MESSAGES:
        return {"messages": messages}
    steps = Key("remaining_steps", place, channel="RemainingSteps", managed=True)
    if origin in _AGENT:
        return {"messages": messages, "remaining_steps": steps}
    if origin in _AGENT_MODEL:
        return {"messages": messages, "remaining_steps": steps._replace(default=True)}
    return None


def class_schema(shared: Shared, defined: Defined) -> Schema:
    """The schema of a class of the project, read once."""
    node = defined.node
    assert isinstance(node, ast.ClassDef)
    kept = shared.schema_kept(node)
    if kept is None:
        fields = _fields(shared, defined, ())
        place = shared.resolver.place(node, defined.scope)
        kind = fields.kind or "dataclass"
        kept = Schema(node.name, fields.keys, fields.known, kind, place=place)
        if fields.subscriptable:
            kept = kept._replace(subscriptable=kind in ("model", "dataclass"))
        shared.keep_schema(node, kept)
    return kept


def _fields(shared: Shared, defined: Defined, below: tuple[int, ...]) -> Fields:
    """The fields of a class over those of its bases; those of the nearest win."""
    node = defined.node
    if not isinstance(node, ast.ClassDef) or id(node) in below or len(below) > _DEEPEST:
        return Fields({}, None, False)
    keys: dict[str, Key] = {}
    kind: SchemaKind | None = None
    known, subscriptable = True, False
    bases = [_base(shared, each, defined.scope, (*below, id(node))) for each in node.bases]
    typed = any(each.kind == "typed" for each in bases)
    # The first base of a class is the nearest; a TypedDict takes the keys of one after the other.
    for fields in bases if typed else reversed(bases):
        keys.update(fields.keys)
        kind = fields.kind or kind
        known = known and fields.known
        subscriptable = subscriptable or fields.subscriptable
    if any(_last(each) in _DATACLASSES for each in node.decorator_list):
        kind = "dataclass" if kind is None else kind
    inner = shared.resolver.inner(node, defined.scope, {})
    for statement in _statements(node.body):
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            name = statement.target.id
            place = shared.resolver.place(statement.target, inner)
            annotation = Annotation(statement.annotation, inner)
            default = _has_default(statement.value)
            key = key_of(shared.resolver, name, place, annotation, default)
            keys[name] = key._replace(absent=_is_none(statement.value))
        elif isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
            subscriptable = subscriptable or statement.name in ("__getitem__", "__getattr__")
    return Fields(keys, kind, known, subscriptable or not known)


def _statements(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    """The statements of a class body; those under `if` count where they are annotations."""
    found: list[ast.stmt] = []
    todo = [*reversed(body)]
    while todo:
        statement = todo.pop()
        if isinstance(statement, ast.If):
            test = statement.test
            checked = getattr(test, "id", None) or getattr(test, "attr", "")
            todo.extend(reversed(statement.orelse))
            if checked != "TYPE_CHECKING":
                todo.extend(reversed(statement.body))
        else:
            found.append(statement)
    return found


def _last(node: ast.expr) -> str:
    if isinstance(node, ast.Call):
        node = node.func
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def _has_default(value: ast.expr | None) -> bool:
    """Whether a field has a default: a value, or a `field(…)` that gives one."""
    if value is None:
        return False
    if not isinstance(value, ast.Call) or _last(value) not in ("field", "Field", "attrib", "ib"):
        return not (isinstance(value, ast.Constant) and value.value is ...)
    first = value.args[0] if value.args else None
    if first is not None:
        return not (isinstance(first, ast.Constant) and first.value is ...)
    return any(
        keyword.arg in ("default", "default_factory", "factory") for keyword in value.keywords
    )


def _is_none(value: ast.expr | None) -> bool:
    """Whether a field is None by default."""
    if isinstance(value, ast.Call) and _last(value) in ("field", "Field"):
        given = {keyword.arg: keyword.value for keyword in value.keywords}
        value = given.get("default", value.args[0] if value.args else None)
    return isinstance(value, ast.Constant) and value.value is None


def _base(shared: Shared, base: ast.expr, scope: Scope, below: tuple[int, ...]) -> Fields:
    """What a base gives a class."""
    resolver = shared.resolver
    if isinstance(base, ast.Subscript):
        base = base.value
    origin = resolver.origin(base, scope)
    if origin:
        return _foreign_base(resolver, origin, Annotation(base, scope))
    defined = resolver.defined(base, scope)
    if not defined or len(defined) != 1:
        return Fields({}, None, False)
    only = defined[0]
    if only.kind == "class":
        return _fields(shared, only, below)
    if isinstance(only.node, ast.Call):
        schema = _functional(shared, only.node, only.scope)
        if schema is not None:
            return Fields(dict(schema.keys), schema.kind, schema.known)
    return Fields({}, None, False)


def _foreign_base(resolver: Resolver, origin: str, annotation: Annotation) -> Fields:
    known = foreign_keys(resolver, origin, annotation)
    if known is not None:
        return Fields(known, "model" if origin in _AGENT_MODEL else "typed")
    if origin in _TYPED:
        return Fields({}, "typed")
    if origin in _PLAIN_BASES:
        return Fields({})
    if origin in ("builtins.dict", "collections.UserDict", "collections.OrderedDict"):
        return Fields({}, "typed")
    if origin in ("pydantic.BaseModel", "pydantic.main.BaseModel", "pydantic.v1.BaseModel"):
        return Fields({}, "model")
    if origin.startswith(_MODELS) and origin.rpartition(".")[2] in ("BaseSettings", "SQLModel"):
        return Fields({}, "model", known=origin.endswith("SQLModel"))
    return Fields({}, None, False)


def _functional(shared: Shared, call: ast.Call, scope: Scope) -> Schema | None:
    """`TypedDict("S", {...})`, or a model that `create_model` makes."""
    resolver = shared.resolver
    if resolver.origin(call.func, scope) not in _TYPED or len(call.args) < 2:
        return None
    entries = resolver.entries(call.args[1], scope)
    name = call.args[0].value if isinstance(call.args[0], ast.Constant) else ""
    place = resolver.place(call, scope)
    if entries is None:
        return Schema(str(name), kind="typed", place=place)
    keys: dict[str, Key] = {}
    known = True
    for key, value, inside in entries:
        only = resolver.values(key, inside).only
        if only is None or not isinstance(only.value, str):
            known = False
            continue
        annotation = Annotation(value, inside)
        spot = resolver.place(key, inside)
        keys[only.value] = key_of(resolver, only.value, spot, annotation, default=False)
    return Schema(str(name), keys, known, "typed", place=place)


def has_hints(schema: Schema) -> bool | None:
    """Whether the schema that an annotation names is a class with annotations, which LangGraph
    treats as one; None if it isn't known."""
    if schema.is_root:
        return False
    return bool(schema.keys) if schema.known else None


class Merged(NamedTuple):
    """The keys of all schemas of a graph, whether there are no others, and which two schemas
    declare one key in ways that LangGraph refuses: the key, and where each declares it."""

    keys: dict[str, Key]
    known: bool
    conflicts: tuple[tuple[str, Place, Place], ...] = ()


def merged(schemas: Sequence[Schema], unknown: bool = False) -> Merged:
    """The keys of some schemas, in LangGraph's order: state, input, output, then those of nodes and
    routers. A key without a reducer yields to an existing one."""
    channels: dict[str, Key] = {}
    managed: dict[str, Key] = {}
    conflicts: list[tuple[str, Place, Place]] = []
    for schema in {id(each): each for each in schemas}.values():  # of many nodes one and the same
        unknown = unknown or not schema.known
        for key in (*schema.keys.values(), *([schema.root] if schema.root else ())):
            there = (managed if key.managed else channels).setdefault(key.name, key)
            if _clash(there, key):
                conflicts.append((key.name, there.place, key.place))
    keys = {**managed, **channels}
    keys.pop("__root__", None)
    return Merged(keys, not unknown, tuple(dict.fromkeys(conflicts)))


def _clash(there: Key, key: Key) -> bool:
    """Whether LangGraph refuses a key next to an existing one: two lambdas count as the same."""
    if key.managed:
        return there.channel != key.channel
    if not key.reducer:
        return bool(key.channel) and key.channel not in ("LastValue", there.channel)
    if "<lambda>" in (there.reducer, key.reducer):
        return not there.reducer
    return there.reducer_id != key.reducer_id


__all__ = ["UNKNOWN", "Merged", "class_schema", "has_hints", "merged", "schema_of"]
