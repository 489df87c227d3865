"""What the rules ask about a contract, computed once and on demand (reference §5)."""

from __future__ import annotations

from phaselint.dialects.vesanor.analysis.graphs import GraphFacts
from phaselint.vocabulary.cached_property import cached_property

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from phaselint.dialects.vesanor.analysis.clashes import Clash
    from phaselint.dialects.vesanor.analysis.cutoff import CutOff
    from phaselint.dialects.vesanor.analysis.graphs import Pit
    from phaselint.dialects.vesanor.analysis.order import Order
    from phaselint.dialects.vesanor.analysis.witness import Needed
    from phaselint.machine.certificate import Certificate, Stuck
    from phaselint.machine.model import Machine


class VesanorFacts(GraphFacts):
    """The facts of one contract, with those about the order of calls (§5.3)."""

    @cached_property
    def order(self) -> Order:
        """The exploration with order. It has facts of its own about the graphs, with all that is
        known of them so far: referred to by what they refer to, facts would stay until the garbage
        collector has found them, which took a third of the time of many contracts."""
        from phaselint.dialects.vesanor.analysis.order import Order

        graph = GraphFacts(self.contract, self.options, self.bound)
        vars(graph).update(vars(self))
        return Order(graph)

    @cached_property
    def clashes(self) -> Sequence[Clash]:
        """Conditions on outputs that are never met."""
        if not any(entry.conditions for t in self.tools.values() for entry in t.preconditions):
            return ()
        from phaselint.dialects.vesanor.analysis.clashes import clashes

        return tuple(clashes(self.tools, self.contract.documents))

    @cached_property
    def has_order(self) -> bool:
        """Whether the checks of §5.3 may be asked: every tool and its guards are known."""
        return self.has_tool_graph and not self.contract.vague

    @property
    def runs_known(self) -> bool:
        """Whether it is known what sessions do (see `dialects.base.Facts`)."""
        return self.has_order

    @cached_property
    def order_matters(self) -> bool:
        """Whether, besides, a call can help or forbid another. Where none can, the graph that
        the tools induce has all the answers."""
        return self.has_order and any(move.needs or move.bans for move in self.machine.moves)

    @cached_property
    def order_complete(self) -> bool:
        """Whether no bound has cut the exploration off."""
        return not (self.order_matters and self.order.incomplete)

    @cached_property
    def entered_pits(self) -> tuple[Pit, ...]:
        """Those of the `tool_pits` that some run may enter (§5.2): where the order of calls keeps
        all runs out of one, nobody gets stuck in it."""
        if not self.tool_pits or not self.order_matters or not self.order_complete:
            return self.tool_pits
        reached = self.order.reached
        return tuple(pit for pit in self.tool_pits if not reached.isdisjoint(pit.members))

    @cached_property
    def needed(self) -> Sequence[Needed]:
        """The session limits that are below the minimum of every complete run. No run needs fewer
        calls than a shortest path over the tools has edges."""
        limits = self.session.limits
        values = (limits.max_tool_calls, limits.max_steps)
        set_ones = [value for value in values if value is not None]
        way = self.tool_path(self.terminals) if set_ones else ()
        if not way or (not self.order_matters and len(way) - 1 <= min(set_ones)):
            return ()
        return self.order.needed

    @cached_property
    def cut_off(self) -> Sequence[CutOff]:
        """What the session limits keep all runs from. Where no call can help or forbid another,
        no phase is farther than there are phases, and no tool farther than that."""
        limits = self.session.limits
        values = (limits.max_tool_calls, limits.max_steps)
        set_ones = [value for value in values if value is not None]
        if not set_ones or (not self.order_matters and len(self.phases) <= min(set_ones)):
            return ()
        return self.order.cut_off

    def explained(self, _kind: str, /) -> frozenset[str]:
        """No rule of this dialect explains what is wrong with a document."""
        return frozenset()

    def certificates(self) -> Iterable[tuple[Machine, Certificate | Stuck]]:
        """The tool-induced machine with its certificate, where the analysis was complete, and
        with the stuck set of every trap."""
        if not self.has_order:
            return
        if self.order.certificate is not None:
            yield self.machine, self.order.certificate
        for trap in self.order.traps:
            if trap.proof is not None:
                yield self.machine, trap.proof
