"""The exploration with order: what can happen when calls depend on earlier calls (§5.3).

The cheap questions come first: the cover says which phases are reached and which tools are ever
executed, and a certificate that every state can finish rules out traps. The exact exploration
is made only when neither suffices.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from phaselint.dialects.vesanor.analysis.lower import lower, requirements
from phaselint.machine.analysis import Analysis
from phaselint.machine.cover import path
from phaselint.machine.steps import terminal
from phaselint.vocabulary.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from phaselint.dialects.vesanor.analysis.assumptions import Tools
    from phaselint.dialects.vesanor.analysis.graphs import GraphFacts
    from phaselint.dialects.vesanor.analysis.witness import Needed, Runs, TrapRun
    from phaselint.machine.certificate import Certificate
    from phaselint.machine.model import Response


class Unsatisfiable(NamedTuple):
    """A tool whose preconditions are never met, and the tools it waits for, sorted."""

    tool: str
    requires: tuple[str, ...]


class Order:
    """The answers of §5.3 for one contract. Ask only where `facts.has_order` holds."""

    def __init__(self, facts: GraphFacts) -> None:
        self._facts = facts
        self._contract = facts.contract

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
        return analysis.exploration.reason if analysis.finishes is None else ""

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
    def unsatisfiable(self) -> tuple[Unsatisfiable, ...]:
        """Tools that would be callable but for their own preconditions."""
        if self._analysis.executed is None:
            return ()
        facts = self._facts
        working = facts.enterable - facts.terminals
        shut = {
            name
            for name, phases in facts.callable_in.items()
            if phases & working and name not in self.executed
        }
        found = []
        required = requirements(facts.tools) if shut else {}
        for name in sorted(shut):
            requires = required[name]
            deeper = any(self._never_for_a_reason(other) for other in requires)
            if requires and not deeper and self._callable_when_free(name):
                found.append(Unsatisfiable(name, requires))
        return tuple(found)

    def _never_for_a_reason(self, name: str) -> bool:
        return bool(self._facts.tools[name].preconditions) and name not in self.executed

    def _callable_when_free(self, name: str) -> bool:
        freed = Analysis(lower(self._contract, free=name), self._facts.bound)
        return name in self._executed(freed)

    @cached_property
    def no_viable_path(self) -> bool:
        """Whether the bans and preconditions let no run finish, although the tools could."""
        if self._analysis.reached is None or self._finishes or self.unsatisfiable:
            return False
        return self._facts.initial not in self._facts.trapped | self._facts.stuck

    # --- runs that show it -------------------------------------------------------------------

    def run_into(self, phases: Iterable[str]) -> tuple[Tools, ...] | None:
        """The best run that enters one of the phases; none when the exploration enters none
        or was cut off."""
        return self._runs.into(phases)

    @cached_property
    def traps(self) -> tuple[TrapRun, ...]:
        """The smallest responses after which no run can finish any more."""
        if not self._finishes or self._analysis.finishes is not False:
            return ()
        return self._runs.traps()

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
