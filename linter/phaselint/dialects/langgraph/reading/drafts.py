"""What is noted of a graph while the program that builds it is gone through: the operations on it,
in the order in which they are done (reference langgraph §2.3–§2.5).
"""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast

    from phaselint.dialects.langgraph.functionmodel import Guard
    from phaselint.dialects.langgraph.reading.resolving import Scope
    from phaselint.vocabulary.finding import Place

BUILDING = frozenset(
    {
        "add_node", "add_edge", "add_conditional_edges", "set_entry_point", "set_finish_point",
        "set_conditional_entry_point", "add_sequence", "set_node_defaults",
    }
)  # fmt: skip
"""Methods of a graph that change it."""

INVOKING = frozenset(
    {
        "invoke", "ainvoke", "stream", "astream", "batch", "abatch", "astream_events",
        "stream_events", "abatch_as_completed", "batch_as_completed", "astream_log",
    }
)  # fmt: skip
"""Methods of a compiled graph that run it."""


class Site(NamedTuple):
    """A call that makes a graph, and what the graph is called (reference §1.2 F8)."""

    call: ast.Call
    name: str
    file: str
    message: bool = False


class Ref(NamedTuple):
    """What an expression may give: the graph of a site, or what a `compile()` of it gave. `limit`
    is the `with_config` that it went through."""

    site: int
    compiled: int = -1
    config: tuple[int, ...] = ()

    @property
    def is_compiled(self) -> bool:
        """Whether it can be run."""
        return self.compiled >= 0


Refs = frozenset[Ref]
NONE: Refs = frozenset()


class Operation(NamedTuple):
    """Something that is done to a graph.

    Attributes:
        method: what is called; `compile` and those that run it too.
        call: the call, in its scope.
        refs: what is given as an action is, where that is a graph.
        frame: the run of the function that contains it; operations in one run are sequential.
        repeated: in a loop over what is not known.
        inside: the functions around it, innermost first.
        is_async: whether it is in an `async def`.
    """

    method: str
    call: ast.Call
    scope: Scope
    order: int
    guards: tuple[Guard, ...] = ()
    certain: bool = True
    repeated: bool = False
    refs: Refs = NONE
    frame: int = 0
    compiled: int = -1
    binding: str = ""
    inside: tuple[ast.AST, ...] = ()
    is_async: bool = False
    configs: tuple[tuple[ast.Call, Scope], ...] = ()


class Draft:
    """A graph as far as it is known. `open` and `exported` say why others may do more to it."""

    def __init__(self, site: Site, index: int) -> None:
        self.site = site
        self.index = index
        self.scope: Scope | None = None
        self.frame = -1
        self.guards: tuple[Guard, ...] = ()
        self.operations: list[Operation] = []
        self.open: dict[str, Place] = {}
        self.exported: dict[str, Place] = {}
        self.returned: dict[int, str] = {}
        self.checkpointed = False
        self.nested = False
        self.bindings: dict[str, None] = {}

    def opened(self, why: str, place: Place) -> None:
        """Others may add nodes and edges, or compile it."""
        self.open.setdefault(why, place)

    def shared(self, why: str, place: Place) -> None:
        """Others may run it."""
        self.exported.setdefault(why, place)
