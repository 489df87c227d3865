"""The exploration with order: what can happen when calls depend on earlier calls (§5.3).

The cheap questions come first: the cover says which phases are reached and which tools are ever
executed, and a certificate that every state can finish rules out traps. The exact exploration
is made only when neither suffices.
"""

from __future__ import annotations

from phaselint.dialects.vesanor.analysis.lower import waits_for
from phaselint.machine.analysis import Analysis
from phaselint.machine.coverability import farthest, path, together
from phaselint.machine.steps import terminal
from phaselint.vocabulary.cached_property import cached_property
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from phaselint.dialects.vesanor.analysis.assumptions import Tools
    from phaselint.dialects.vesanor.analysis.banned import Banned
    from phaselint.dialects.vesanor.analysis.cutoff import CutOff
    from phaselint.dialects.vesanor.analysis.graphs import GraphFacts
    from phaselint.dialects.vesanor.analysis.outputtraps import OutputTrap
    from phaselint.dialects.vesanor.analysis.witness import Needed, Runs, TrapRun
    from phaselint.machine.certificate import Certificate
    from phaselint.machine.model import Response


class Unsatisfiable(NamedTuple):
    """A tool whose preconditions are never met before a run completes, the tools it waits for, and
    those that could be called but wait for it, both sorted; and whether they might be met after
    that, in a terminal phase."""

    tool: str
    requires: tuple[str, ...]
    waiting: tuple[str, ...] = ()
    afterwards: bool = False


class Order:
    """The answers of §5.3 for one contract. Ask only where `facts.has_order` holds."""

    def __init__(self, facts: GraphFacts) -> None:
        self._facts = facts

    @cached_property
    def _analysis(self) -> Analysis:
        return Analysis(self._facts.machine, self._facts.bound)

    @cached_property
    def _runs(self) -> Runs:
        from phaselint.dialects.vesanor.analysis.witness import Runs

        return Runs(self._facts, self._analysis)

    @cached_property
    def incomplete(self) -> str:
        """The bound that kept some question of this section from being answered, if any."""
        analysis = self._analysis
        if not analysis.cover.complete:
            return analysis.cover.reason
        if analysis.finishes is None:
            return analysis.exploration.reason
        return next((reason for _, reason in self._measured if reason), "")

    @property
    def certificate(self) -> Certificate | None:
        """What proves the clean part of the answers; none when a bound was hit."""
        return self._analysis.certificate

    # --- what is reached and executed --------------------------------------------------------

    @cached_property
    def reached(self) -> frozenset[str]:
        """The phases of the explored states."""
        return self._names(self._analysis.reached or ())

    def _names(self, phases: Iterable[int]) -> frozenset[str]:
        names = tuple(self._facts.phases)
        return frozenset(names[index] for index in phases)

    @cached_property
    def executed(self) -> frozenset[str]:
        """The tools that some response calls."""
        return self._executed(self._analysis)

    @staticmethod
    def _executed(analysis: Analysis) -> frozenset[str]:
        return frozenset(analysis.machine.actions[action] for action in analysis.executed or ())

    @cached_property
    def _finishes(self) -> bool:
        return not self.reached.isdisjoint(self._facts.terminals)

    @cached_property
    def _shut(self) -> tuple[str, ...]:
        """The tools that could be called in a phase that tools can enter, and never are."""
        if self._analysis.executed is None:
            return ()
        return tuple(
            name
            for name, phases in self._facts.callable_in.items()
            if phases & self._facts.working and name not in self.executed
        )

    @cached_property
    def dead(self) -> frozenset[str]:
        """Those of them that could be called in a phase that runs enter."""
        working = self.reached - self._facts.terminals
        return frozenset(name for name in self._shut if self._facts.callable_in[name] & working)

    @cached_property
    def _waiting(self) -> tuple[Unsatisfiable, ...]:
        """Tools that would be callable but for their own preconditions."""
        found = []
        for name in self._shut:
            requires = self._facts.required[name]
            deeper = any(self._never_for_a_reason(other) for other in requires)
            if requires and not deeper and self.callable_when_free(name):
                waiting = (each for each in self.dead if name in waits_for(self._facts.tools, each))
                late = self.afterwards(name)
                found.append(Unsatisfiable(name, requires, tuple(sorted(waiting)), late))
        return tuple(found)

    def afterwards(self, name: str) -> bool:
        """Whether a tool might be called once a run has completed; unknown counts as that."""
        if self._facts.terminals.isdisjoint(self._facts.open_in[name]):
            return False
        executed = self._unending.executed
        return executed is None or name in self._executed(self._unending)

    @cached_property
    def _unending(self) -> Analysis:
        return Analysis(self._facts.unending, self._facts.bound)

    def _never_for_a_reason(self, name: str) -> bool:
        return bool(self._facts.tools[name].preconditions) and name in self.dead

    def callable_when_free(self, name: str) -> bool | None:
        """Whether a tool would be callable but for its own preconditions; none beyond the bound."""
        required = self._facts.required
        if not required[name]:
            return name in self.executed
        freed = Analysis(self._facts.lowered({**required, name: ()}), self._facts.bound)
        return None if freed.executed is None else name in self._executed(freed)

    @cached_property
    def unsatisfiable(self) -> tuple[Unsatisfiable, ...]:
        """Tools that would be callable but for their own preconditions; without those that wait
        for a tool that a ban keeps from being called."""
        banned = {name for found in self.banned for name in found.tools}
        return tuple(found for found in self._waiting if found.tool not in banned)

    @cached_property
    def no_viable_path(self) -> bool:
        """Whether the bans and preconditions let no run finish, although the tools could."""
        if self._analysis.reached is None or self._finishes or self._waiting:
            return False
        facts = self._facts
        return facts.initial not in facts.trapped | facts.stuck and not facts.late_counts

    @cached_property
    def banned(self) -> tuple[Banned, ...]:
        """Tools that a ban keeps from ever being called, with what comes of it."""
        if not self.dead or self.no_viable_path:
            return ()
        from phaselint.dialects.vesanor.analysis.banned import banned

        waiting = frozenset(found.tool for found in self._waiting)
        return banned(self._facts, self, waiting)

    # --- runs that show it -------------------------------------------------------------------

    def run_into(self, phases: Iterable[str]) -> tuple[Tools, ...] | None:
        """The best run that enters one of the phases; none when the exploration enters none
        or was cut off."""
        return self._runs.into(phases)

    def way_into(self, phase: str) -> tuple[Tools, ...]:
        """A run that enters a phase that is reached; the best one, unless the exploration was cut
        off."""
        return self.run_into((phase,)) or self._runs.covered(phase)

    @cached_property
    def traps(self) -> tuple[TrapRun, ...]:
        """The smallest responses after which no run can finish."""
        if not self._finishes or self._analysis.finishes is not False:
            return ()
        return self._runs.traps()

    @cached_property
    def output_traps(self) -> tuple[OutputTrap, ...]:
        """The responses after which only outputs keep runs from finishing; looked for where two
        conditions on the output of one tool contradict each other."""
        if not self._finishes or not self._conditions_differ:
            return ()
        run = self._runs.finishing()
        if run is None:
            return ()
        from phaselint.dialects.vesanor.analysis.outputtraps import output_traps

        return tuple(output_traps(self._facts, run))

    @property
    def _conditions_differ(self) -> bool:
        """Whether two tools have conditions on the output of one."""
        made = [
            each
            for tool in self._facts.tools.values()
            for each in {entry.tool for entry in tool.preconditions if entry.conditions}
        ]
        return len(set(made)) < len(made)

    @cached_property
    def needed(self) -> tuple[Needed, ...]:
        """The session limits that are below what every complete run needs."""
        limits = self._facts.session.limits
        calls, steps = limits.max_tool_calls, limits.max_steps
        complete = self._complete_runs
        enough_calls = not calls or any(sum(map(len, run)) <= calls for run in complete)
        enough_steps = not steps or any(len(run) <= steps for run in complete)
        return () if enough_calls and enough_steps else self._runs.needed(limits, complete)

    @cached_property
    def _complete_runs(self) -> tuple[tuple[Response, ...], ...]:
        """Complete runs as the cover has found them, none of them always shortest."""
        cover, index = self._analysis.cover, self._analysis.index
        ends = (number for number, node in enumerate(cover.nodes) if terminal(index, node.state))
        return tuple(path(cover, number) for number in ends)

    @property
    def cut_off(self) -> tuple[CutOff, ...]:
        """What the session limits keep all runs from, although runs without limits reach it; for
        each limit within which some run is complete."""
        return tuple(found for found, _ in self._measured if found)

    @cached_property
    def _measured(self) -> tuple[tuple[CutOff | None, str], ...]:
        """For each limit that looks too tight, what it cuts off, or the bound that kept that from
        being known."""
        limits, most = self._facts.session.limits, together(self._analysis.cover)
        calls = limits.max_tool_calls or most.calls  # a missing limit is never exceeded
        steps = limits.max_steps or most.responses
        if most.calls <= calls and most.responses <= steps:
            return ()
        below = {found.limit for found in self.needed}
        most = farthest(self._analysis.index, self._analysis.cover)
        found = []
        if most.calls > calls and "max_tool_calls" not in below:
            found.append(self._measure("max_tool_calls", calls))
        if most.responses > steps and "max_steps" not in below:
            found.append(self._measure("max_steps", steps))
        return tuple(found)

    def _measure(self, limit: str, most: int) -> tuple[CutOff | None, str]:
        from phaselint.dialects.vesanor.analysis.cutoff import cut_off

        by_calls = limit == "max_tool_calls"
        explored = self._analysis.exploration if by_calls else self._analysis.wide_exploration
        if not explored.complete:
            return None, explored.reason
        return cut_off(self._runs, explored, limit, most), ""
