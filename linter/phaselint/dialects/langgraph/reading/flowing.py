"""What the walk over a function's body finds, as records: which `return`s are reached, with what
the local names in them were bound to, and what is done to its parameters (reference langgraph §2.7,
§2.9).

Bindings follow the flow: after an `if` a name may be what either branch bound it to, in a loop what
an earlier lap did. What is built up (`x["k"] = …`, `x.append(…)`) is a chain of bindings.
"""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast
    from collections.abc import Iterable, Mapping
    from typing import Literal

    Growth = Literal["append", "extend", "update", "remove", "escape"]

MOST = 64
"""The most bindings of a name; with more, it is unknown."""


class Given(NamedTuple):
    """An expression, with what the local names in it were bound to where it stands."""

    expression: ast.expr
    names: Names


class Param(NamedTuple):
    """A parameter, as the caller gives it."""

    name: str


class Item(NamedTuple):
    """A container of which an item or attribute was set; where it has none yet (`default`), as
    `setdefault` does."""

    base: Bounds
    key: Given | str
    value: Given
    node: ast.AST
    default: bool = False


class Grown(NamedTuple):
    """A container that was changed: an item appended, another one's items added (`extend`), a dict
    merged in (`update`), an item taken out (`remove`), or it was given to somebody who may have
    changed it (`escape`)."""

    base: Bounds
    how: Growth
    value: Given | None
    node: ast.AST


class Among(NamedTuple):
    """A name that was compared: it is what the expression is, or (`members`) one of its members.
    Where these are not known, it is what it was."""

    value: Given
    members: bool
    was: Bounds


class Opaque(NamedTuple):
    """What a loop, a `with`, an unpacking or the like bound a name to."""

    node: ast.AST | None = None


class Phi:
    """What a name may be at the beginning of a lap: what it was before the loop, or what a lap
    bound it to (filled when the loop was walked)."""

    __slots__ = ("entry", "laps")

    def __init__(self, entry: Bounds) -> None:
        self.entry = entry
        self.laps: Bounds = ()


class Site(NamedTuple):
    """A reachable `return`; without a node, the end of the body. `handling`: it is in an exception
    handler; `among`: the values compared before it."""

    node: ast.Return | None
    given: Given | None
    handling: bool = False
    among: Among | None = None


class Access(NamedTuple):
    """A key of something that is read: `["k"]`, `.k`, `.get("k")`. `of` is what it is read of."""

    of: Bounds
    key: Given | str
    node: ast.AST
    by: Literal["subscript", "attribute", "get"]
    default: bool = False
    guarded: bool = False


class Changed(NamedTuple):
    """A key of something that is set, or whose value is changed in place."""

    of: Bounds
    key: Given | str
    node: ast.AST
    kind: Literal["set", "in-place"] = "set"


class Called(NamedTuple):
    """A call, with the values of its local names, the `try` statements around it (innermost last),
    whether every run reaches it, and the number of earlier calls with side effects in
    `Flow.work`."""

    call: ast.Call
    names: Names
    tries: tuple[ast.Try | ast.TryStar, ...] = ()
    certain: bool = False
    work: int = 0


class Flow(NamedTuple):
    """What a walk over a body found.

    Attributes:
        sites: the `return`s that are reached, and the end of the body if that is.
        generator: whether it has a `yield`.
        raises: whether a `raise` that it does not catch is reached.
        accesses, changes: what is read and changed, of local names.
        whole: names of parameters that are used as a whole other than in a call.
        calls: all calls that are reached.
        work: calls with side effects by their names, in order.
        tool_calls: whether it mentions `tool_calls`.
    """

    sites: tuple[Site, ...] = ()
    generator: bool = False
    raises: bool = False
    accesses: tuple[Access, ...] = ()
    changes: tuple[Changed, ...] = ()
    whole: frozenset[str] = frozenset()
    calls: tuple[Called, ...] = ()
    work: tuple[tuple[str, ast.AST], ...] = ()
    tool_calls: bool = False


def merged(parts: Iterable[Bounds]) -> Bounds:
    """All bindings of some sets, each once; one that is not known where there are too many."""
    found: dict[int, Bound] = {}
    for part in parts:
        for bound in part:
            found[id(bound)] = bound
    return tuple(found.values()) if len(found) <= MOST else (Opaque(),)


class Env:
    """What local names are bound to, over what they were outside a branch."""

    __slots__ = ("outer", "own")

    def __init__(self, outer: Env | None, own: dict[str, Bounds] | None = None) -> None:
        self.outer = outer
        self.own: dict[str, Bounds] = own or {}

    def get(self, name: str) -> Bounds | None:
        """The binding of a name; None if it isn't a local name."""
        env: Env | None = self
        while env is not None:
            found = env.own.get(name)
            if found is not None:
                return found
            env = env.outer
        return None


if TYPE_CHECKING:
    Bound = Given | Param | Item | Grown | Opaque | Phi | Among
    Bounds = tuple[Bound, ...]
    Names = Mapping[str, Bounds]

__all__ = [
    "MOST",
    "Access",
    "Among",
    "Called",
    "Changed",
    "Env",
    "Flow",
    "Given",
    "Grown",
    "Item",
    "Opaque",
    "Param",
    "Phi",
    "Site",
    "merged",
]
