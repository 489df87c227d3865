"""A second look at policies that hold: a set of states that runs never leave.

A small program of its own, for `--verify`. It steps each state again, carries the machine of the
policy along, and finds every pair of a state and what the policy remembers, closed under steps; the
policy must be violated in none of them. It shares neither the search of the product nor the
exploration of acts with what said that the policy holds, and looks at each act and not at words.
"""

from __future__ import annotations

from itertools import islice

from phaselint.behavior.acting import telling
from phaselint.behavior.orders import Line, Orders, TooMany
from phaselint.behavior.product import names_cut
from phaselint.behavior.showing import is_shown
from phaselint.dialects.acts import START, TURN, end_of
from phaselint.dialects.protocol import TooManyChoices
from phaselint.policies.automaton import MET, SETTLED, letter, machine
from phaselint.policies.naming import resolved
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence
    from typing import Any

    from phaselint.behavior.product import Verdict
    from phaselint.behavior.runs import Runs
    from phaselint.dialects.acts import Act
    from phaselint.executor.proof import ProofContext
    from phaselint.policies.policy import Policy

    Held = frozenset[Line[int]]
    """What a policy remembers of a run, in each order of its acts."""

GRADES = ("strict", "fair", "hostile")


class Invariant(NamedTuple):
    """What shows that a policy holds.

    Attributes:
        pairs: how many pairs runs never leave.
        doubt: what is wrong with them, as a sentence; empty where nothing is.
        stopped: why not all of them were looked at; empty where all were.
    """

    pairs: int
    doubt: str = ""
    stopped: str = ""


def second_look(lab: ProofContext[Any], runs: Runs, policy: Policy, verdict: Verdict) -> Invariant:
    """Whether a policy holds of which a verdict says so: by the pairs that runs never leave, or by
    the run that does what `some-run` asks for, made again."""
    known = resolved(policy, [each.act for each in runs.known])
    if policy.shape != "some-run":
        return invariant(runs, known)
    if is_shown(lab, known, verdict):
        return Invariant(0)
    return Invariant(0, f"policy `{policy.title}` was said to hold, but no replay shows its run")


def invariant(runs: Runs, policy: Policy) -> Invariant:
    """The pairs of a state and what a policy remembers that runs never leave, from every start.
    Runs without limits do all that those with limits do, but for what these end."""
    pairs = 0
    stopped = ""
    for start, relaxed in zip(runs.starts, runs.relaxed, strict=True):
        checking = _Checking(runs, policy)
        doubt = checking.doubt(relaxed)
        if start != relaxed and (doubt or checking.unended or names_cut(runs, policy)):
            checking = _Checking(runs, policy)
            doubt = checking.doubt(start)
        pairs += len(checking.seen)
        stopped = stopped or checking.stopped
        if doubt:
            return Invariant(pairs, f"policy `{policy.title}` was said to hold, but {doubt}")
    return Invariant(pairs, stopped=stopped)


class _Checking:
    """Steps the states of one start, one by one; `seen` are the pairs that runs come to, `unended`
    tells that in one of them no run may end, `stopped` why not all were looked at."""

    def __init__(self, runs: Runs, policy: Policy) -> None:
        self._runs = runs
        self._runtime: Any = runs.runtime
        self._tell = telling(runs.runtime, runs.contract)
        self._policy = policy
        self._machine = machine(policy)
        self._worst = GRADES.index(policy.worst)
        self._orders: Orders[int] = Orders(self._machine.step, bool, policy.most + 3)
        self.seen: set[tuple[Hashable, Held]] = set()
        self.unended = False
        self.stopped = ""
        self._waiting: list[tuple[Any, Held]] = []

    def doubt(self, start: Any) -> str:
        """What a run from a state shows against the policy; empty where no run does."""
        runtime = self._runtime
        opening = [START, *runtime.begun(start), *self._tell(runtime.opening(start))]
        first: Held = frozenset({Line(self._machine.start)})
        self._come_to(start, self._after(first, [*opening, *self._end(start)]))
        for state, held in islice(self._waiting, self._runs.bound):
            if any(line.state == MET for line in held):
                return "a run violates it"
            self.unended = self.unended or any(line.state in self._machine.open for line in held)
            if runtime.outcome(state).kind != "running":
                if any(line.state in self._machine.open for line in self._drained(held)):
                    return "a run ends without what it demands"
                continue
            try:
                self._step(state, held)
            except TooMany:
                self.stopped = "too many acts happen in any order"
                return ""
            except TooManyChoices:
                self.stopped = "there are too many choices to look at all runs"
                return ""
        if len(self._waiting) > self._runs.bound:
            self.stopped = f"it stopped at the bound of {self._runs.bound:,} states"
        return ""

    def _step(self, state: Any, held: Held) -> None:
        """Follow all that a run may do next in a state. Offered acts are done in the turn of a
        model, where one is asked."""
        runtime = self._runtime
        offered = runtime.offered(state)
        choices = [
            each
            for each in runtime.act_choices(state)
            if GRADES.index(runtime.grade(state, each)) <= self._worst
        ]
        turns = [each.decider == "model" and runtime.turns for each in choices]
        free = [] if any(turns) and all(turns) else self._with_offers(state, held, offered)
        begun = self._after(held, [TURN], is_step=False) if any(turns) else held
        turned = self._with_offers(state, begun, offered) if any(turns) else []
        for choice, turn in zip(choices, turns, strict=True):
            after, events = runtime.step(state, choice)
            acts = [*self._tell(events), *self._end(after)]
            for each in turned if turn else free:
                self._come_to(after, self._after(each, acts))

    def _with_offers(self, state: Any, held: Held, offered: Sequence[Act]) -> list[Held]:
        """What may be remembered in a state after acts that are offered there, any number of times;
        what violates the policy is come to."""
        found = [held]
        for each in found:
            if any(line.state == MET for line in each):
                self._come_to(state, each)
                continue
            self.unended = self.unended or any(line.state in self._machine.open for line in each)
            for act in offered:
                after = self._after(each, [act], is_step=False)
                if after not in found:
                    found.append(after)
        return found

    def _end(self, state: Any) -> list[Act]:
        outcome = self._runtime.outcome(state)
        return [] if outcome.kind == "running" else [end_of(outcome)]

    def _come_to(self, state: Any, held: Held) -> None:
        if held and (pair := (self._runtime.act_key(state), held)) not in self.seen:
            self.seen.add(pair)
            self._waiting.append((state, held))

    def _after(self, held: Held, acts: Sequence[Act], *, is_step: bool = True) -> Held:
        """What is remembered after some acts."""
        lines: dict[Line[int], tuple[int, ...]] = dict.fromkeys(held, ())
        for thread, act in self._threads(acts):
            told = letter(self._policy, act) & self._machine.mask
            if told:
                lines = dict.fromkeys(self._orders.after(lines, [(thread, told)]), ())
            elif not thread:
                lines = dict.fromkeys(self._orders.closed(lines), ())
        if is_step and not self._runtime.threads_span_steps:
            lines = dict.fromkeys(self._orders.closed(lines), ())
        return frozenset(line for line in lines if line.state != SETTLED)

    def _drained(self, held: Held) -> Iterator[Line[int]]:
        yield from self._orders.closed(dict.fromkeys(held, ()))

    def _threads(self, acts: Sequence[Act]) -> Iterator[tuple[int, Act]]:
        for act in acts:
            loose = act.verb == TURN.verb and self._runtime.threads_span_steps
            yield (-1 if loose else act.thread), act
