"""What expressions, functions and classes of a program may be, as typed, immutable data (reference
langgraph §3).

Everything is three-valued: what may come back from an expression is a set of constants that is
complete or not. Nothing that is unknown stands for a value, so no rule can take two unknown names
for one.
"""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Literal

    from phaselint.vocabulary.finding import Place

    ReturnForm = Literal["none", "dict", "state", "command", "object", "invalid", "unknown"]
    SchemaKind = Literal["typed", "model", "dataclass", "root"]


class Member(NamedTuple):
    """A member of a `(str, Enum)` class: equal to its value, and yet formatted as `Class.NAME`, so
    that it wakes nobody by its value (reference §5.4). A member of a `StrEnum`, and `.value`, are
    plain strings."""

    value: str
    spelling: str


class Send(NamedTuple):
    """A `Send` to a node; none for a name that is not known. `many`: any number of them, none
    included, as a comprehension makes them."""

    node: str | Member | None
    many: bool = False


Constant = str | bool | int | float | None | Member | Send


def name_of(value: Constant) -> Constant:
    """What a constant is equal to when it is looked up: a member is equal to its value."""
    return value.value if type(value) is Member else value


def channel_of(value: Constant) -> str:
    """The text that a name has in the name of a channel."""
    return value.spelling if type(value) is Member else str(value)


class Known(NamedTuple):
    """A constant value of an expression, and its place. A constant from elsewhere has the place
    where it is used, if that must change, and `source` as its original place."""

    value: Constant
    place: Place
    source: Place | None = None


class Values(NamedTuple):
    """What an expression may be: these constants, and others too unless `complete`."""

    known: tuple[Known, ...] = ()
    complete: bool = False

    @property
    def constants(self) -> tuple[Constant, ...]:
        """The constants, each once, in order."""
        return tuple(dict.fromkeys(each.value for each in self.known))

    @property
    def only(self) -> Known | None:
        """The one value it has; none where there are several or others."""
        return self.known[0] if self.complete and len(self.constants) == 1 else None


UNKNOWN = Values()


class Answer(NamedTuple):
    """One result of a router or a `goto`: all its targets at once. Without any, it goes nowhere;
    one target of None is the answer `None`. `single`: it isn't a list. `place` is that of the
    `return` or of the `goto`. `complete` is false for a list with unknown members; `unhashable`, if
    a member can't be a key (a dict, a list in a list).
    """

    targets: tuple[Known, ...]
    place: Place
    single: bool = True
    complete: bool = True
    unhashable: bool = False
    falls_off: bool = False
    """Whether it is the `None` of a function that ends without a `return`."""
    missing: Literal["", "members", "model"] = ""
    """Of one that falls off: which case is missing. The `else` of comparisons with all `members` of
    a `Literal` or an Enum, of which it is not known that there are no others; or of comparisons
    with what a `model` answered; else any."""


class Answers(NamedTuple):
    """The answers that there may be: these, and others too unless `complete`."""

    options: tuple[Answer, ...] = ()
    complete: bool = False

    @property
    def targets(self) -> tuple[Known, ...]:
        """All targets of all answers, in order."""
        return tuple(target for option in self.options for target in option.targets)


class Guard(NamedTuple):
    """A condition under which an operation happens: its text, made alike, and whether it has to
    hold."""

    text: str
    holds: bool


class Guide(NamedTuple):
    """A router that decides by one key of the state alone (reference §2.7): by the value of the
    key, which of its answers (indices of `Router.answers.options`) it gives; `otherwise` for any
    other value."""

    key: str
    cases: tuple[tuple[Constant, tuple[int, ...]], ...]
    otherwise: tuple[int, ...] = ()


class Asked:
    """What an expression may be, found out when it is first asked: a clean lint asks of most
    updates only which keys they have. It equals what it stands for."""

    __slots__ = ("_find", "_found")

    def __init__(self, find: Callable[[], Values]) -> None:
        self._find: Callable[[], Values] | None = find
        self._found = UNKNOWN

    def values(self) -> Values:
        """What it may be."""
        if self._find is not None:
            self._found, self._find = self._find(), None
        return self._found

    def __eq__(self, other: object) -> bool:
        return self.values() == (other.values() if isinstance(other, Asked) else other)

    # As Python itself has it with an `__eq__`: a hash would ask before anybody wants to know.
    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self.values())


class Written(NamedTuple):
    """A key of an update, and what it is `given`. `again`: the new value contains the old one
    (`state["k"] + x`, `[*state["k"], x]`, `state["k"]`), so a reducer that adds doubles it."""

    key: str
    place: Place
    given: Values | Asked = UNKNOWN
    again: bool = False

    @property
    def values(self) -> Values:
        """Its new values."""
        return self.given.values() if isinstance(self.given, Asked) else self.given

    def __hash__(self) -> int:  # of all but what it is given, which is asked only where these agree
        return hash((self.key, self.place, self.again))


class Update(NamedTuple):
    """What a return site writes: these keys, and others too unless `complete`. `whole` tells that
    it is the whole state that is returned (`return state`, `{**state, ...}`): all keys are
    written again."""

    keys: tuple[Written, ...] = ()
    complete: bool = True
    whole: bool = False


class Return(NamedTuple):
    """A `return` of a node, or the end of its body.

    Attributes:
        place: the `return`; the `def` for the end of the body.
        form: `none`, a `dict`, the `state` itself, a `command` (or a list with at least one), an
            `object` of an annotated class, a value that LangGraph refuses (`invalid`, named in
            `said`: "a list", "a string"), or `unknown`.
        goto: the answers of its `goto`; none where it has none. Without a `command` there is none.
        parent: whether the command is for the parent graph (`graph=Command.PARENT`).
        certain: whether no `raise` or `interrupt` is known to come before it on every path.
    """

    place: Place
    form: ReturnForm
    update: Update = Update(complete=False)
    goto: Answers | None = None
    parent: bool = False
    said: str = ""
    command: Place | None = None
    exceptional: bool = False
    """Whether it is in the handler of a `try`, which is for errors."""


class Read(NamedTuple):
    """A key of the state that a function reads. `by`: `["k"]` is `subscript`, `.k` is `attribute`,
    `.get("k")` is `get`, with `default` if it has one. `guarded`: after an `in` test of the key, or
    in a `try` whose handler catches `KeyError`. `needed`, for a `get` without a default: the result
    is called, subscripted, ordered or used in arithmetic, or one of its attributes is read, so
    `None` fails there. The place is the whole expression."""

    key: str
    place: Place
    by: Literal["subscript", "attribute", "get"]
    default: bool = False
    guarded: bool = False
    needed: bool = False


class Change(NamedTuple):
    """An assignment to the state inside a function. `kind`: an item or attribute that is `set`, or
    a value that is changed `in-place` (`state["log"].append`)."""

    key: str
    place: Place
    kind: Literal["set", "in-place"] = "set"


class Interrupt(NamedTuple):
    """A call of `interrupt`. `swallowed` is the handler that would catch it without reraising;
    `certain`: every run of the function reaches it; `work` are earlier calls with side effects, by
    the names used in the calls."""

    place: Place
    swallowed: Place | None = None
    certain: bool = False
    work: tuple[tuple[str, Place], ...] = ()


class ToolList(NamedTuple):
    """A list of tools: their names, places and identities (file and offset of the definition, to
    distinguish one object listed twice from two with the same name). There can be others unless
    `complete`. `place` is the call of `ToolNode`, `bind_tools` or of an agent. `structured`: bound
    for structured output (`tool_choice`, or one class)."""

    place: Place
    tools: tuple[tuple[str, Place, str], ...] = ()
    complete: bool = False
    structured: bool = False


class Function(NamedTuple):
    """A function that a node or a router runs.

    Attributes:
        id: file and offset of its definition: two with one id are one function. A function that
            a factory makes has the arguments of the call in it where they matter.
        name: its `__name__`, empty for a lambda.
        place: its name in the `def`; the lambda.
        schema: the class that annotates its first parameter, as a schema; none where it has no
            annotation, `schema_unknown` where that could not be read.
        returns: of a node: its return sites; others may be there unless `returns_complete`.
        answers: of a router: what it returns.
        declared: the names in `Literal` of its return annotation (`Command[Literal[...]]` of a
            node), with their places; none without one. `annotation` is the whole of it.
        reads: keys that it reads; others may be read unless `reads_complete`.
        is_async: whether it is an `async def` and nothing else.
        parameters: how many parameters it takes by position; -1 where that is unknown.
        commands: whether a `Command` may be meant in it, where not all is known of what it returns.
        raises: whether it has a `raise` that it does not catch.
        reads_tool_calls: whether it, or what it calls, mentions `tool_calls`.
        returns_one: whether its return annotation says that it gives one name: `str`, a `Literal`,
            an Enum, or several of these by `|`, `Union` or `Optional`.
    """

    id: str
    name: str
    place: Place
    schema: Schema | None = None
    schema_unknown: bool = False
    returns: tuple[Return, ...] = ()
    returns_complete: bool = False
    answers: Answers = Answers()
    guide: Guide | None = None
    declared: tuple[Known, ...] | None = None
    annotation: Place | None = None
    reads: tuple[Read, ...] = ()
    reads_complete: bool = False
    changes: tuple[Change, ...] = ()
    interrupts: tuple[Interrupt, ...] = ()
    bound: tuple[ToolList, ...] = ()
    is_async: bool = False
    parameters: int = -1
    commands: bool = False
    raises: bool = False
    reads_tool_calls: bool = False
    returns_one: bool = False


LAST_VALUE = ("", "LastValue")
"""Channels that accept one value per step."""


class Key(NamedTuple):
    """A key of a state schema. `reducer` is the name of the function it is reduced by:
    `operator.add`, `add_messages`, `operator.or_`, or what a name or a lambda of the project is
    called (`reducer_id` tells two apart); empty without one. `parameters` is how many that takes by
    position, 2 where it is not known. `channel` is a class that is a channel, or a managed value;
    `managed` tells that it can only be read. `default`: whether the class gives it one."""

    name: str
    place: Place
    reducer: str = ""
    reducer_id: str = ""
    parameters: int = 2
    channel: str = ""
    managed: bool = False
    default: bool = False
    absent: bool = False
    """Whether its default is None, so an instance created without it doesn't write it."""

    @property
    def takes_one(self) -> bool:
        """Whether it takes one value in a step (reference §5.10)."""
        return not self.reducer and not self.managed and self.channel in LAST_VALUE


class Schema(NamedTuple):
    """A state schema: its class, its keys in order, and whether all are known. A `root` schema has
    no keys: the whole state is one value (with the `reducer` of `root`, if it has one).
    `subscriptable`: a model or dataclass that has, or may have, a `__getitem__` of its own."""

    name: str
    keys: Mapping[str, Key] = {}
    known: bool = False
    kind: SchemaKind = "typed"
    root: Key | None = None
    place: Place | None = None
    subscriptable: bool = False

    @property
    def is_root(self) -> bool:
        """Whether the whole state is one value."""
        return self.kind == "root"
