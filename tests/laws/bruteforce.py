"""Policies judged by brute force: all runs by legal answers, each held against the table.

It draws from the legal answers of a dialect's player (`laws.acting`), never from `choices` or
`act_choices`, and has each run judged by the monitor. What a run does beside what a policy names is
left out, so that runs that differ in nothing else are one.
"""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING, Any, NamedTuple

from phaselint.behavior.acting import acts_of_opening, acts_of_step, telling
from phaselint.behavior.knownacts import known_acts
from phaselint.behavior.runs import Runs
from phaselint.dialects.acts import TURN, Act
from phaselint.executor.proof import PLAIN
from phaselint.policies.monitor import shows, violation

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

    from laws.acting import Player
    from phaselint.policies.policy import Policy

    Trace = tuple[tuple[Act, ...], ...]
    """What a run does that a policy names, stretch by stretch: acts of threads of different
    stretches are in order. Offered acts are steps of their own."""

BARRIER = Act("then")
"""An act of no thread that no policy names."""

MOST_RUNS = 3_000
MOST_STATES = 150
LONGEST = 12
"""Answers of a run."""

MOST_ACTS = 7
"""Acts of a run that a policy names."""


class DrawnRuns(Runs):
    """The runs of a contract from one state, without a bench."""

    def __init__(self, runtime: Any, contract: Any, start: Any, bound: int = 2_000) -> None:
        self.contract = contract
        self.runtime = runtime
        self.bound = bound
        self.settings = (PLAIN,)
        self.kept = {}
        self._taken = None
        self.starts = (start,)
        self.known = known_acts(runtime, contract)


class World:
    """What legal answers lead to from each state, found once for each `act_key`, but for calls that
    are offered all the same."""

    def __init__(self, player: Player, contract: Any, start: Any) -> None:
        self.player = player
        self.runtime = player.runtime
        self.start = start
        self.tell = telling(self.runtime, contract)
        self.opening = acts_of_opening(self.runtime, self.tell, start)
        self._answers: dict[Hashable, list[tuple[tuple[Act, ...], Any, Hashable]]] = {}

    def ended(self, state: Any) -> bool:
        return bool(self.runtime.outcome(state).kind != "running")

    def answers(self, state: Any) -> list[tuple[tuple[Act, ...], Any, Hashable]]:
        """What each legal answer does, and the state that it leads to with its key. Raises
        Overflow where there are too many states."""
        key = self.runtime.act_key(state)
        if key not in self._answers:
            if len(self._answers) >= MOST_STATES:
                raise Overflow
            found: dict[Any, Any] = {}
            for choice in self.player.legal(state):
                after, events = self.runtime.step(state, choice)
                told = acts_of_step(self.runtime, self.tell, choice, events, after)
                acts: Any = self.player.same(state, told)
                to = self.runtime.act_key(after)
                found.setdefault((acts, to), after)
            self._answers[key] = [(acts, after, to) for (acts, to), after in found.items()]
        return self._answers[key]

    def acts(self) -> list[Act]:
        """What the runs do that were looked at."""
        found = dict.fromkeys(self.opening)
        waiting, seen = [self.start], {self.runtime.act_key(self.start)}
        for state in waiting:
            if self.ended(state):
                continue
            found.update(dict.fromkeys(self.runtime.offered(state)))
            for acts, after, key in self.answers(state):
                found.update(dict.fromkeys(acts))
                if key not in seen:
                    seen.add(key)
                    waiting.append(after)
        return list(found)


class Overflow(Exception):
    """There is more than can be enumerated."""


class Enumerated(NamedTuple):
    """What the runs show: whether one violates the policy (for `some-run`, does what it asks for),
    and whether these are all runs."""

    met: bool
    complete: bool


def enumerated(world: World, policy: Policy) -> Enumerated:
    """Hold all runs of at most `LONGEST` answers against a policy."""
    spanning = world.runtime.threads_span_steps
    most = MOST_ACTS - 2 if spanning else MOST_ACTS  # they have very many orders
    repeats = policy.most + 2
    trace = _joined((), _named(policy, world.opening, spanning=spanning), spanning=spanning)
    waiting: list[tuple[Any, Trace, int]] = [(world.start, trace, 0)]
    seen: set[Any] = {(world.runtime.act_key(world.start), trace)}
    complete = True
    judged: set[Any] = set()
    for state, done, depth in waiting:
        ended = world.ended(state)
        told = tuple(each for each in done if each)
        if (told, ended) not in judged:
            judged.add((told, ended))
            if _met(policy, told, ended=ended):
                return Enumerated(met=True, complete=complete)
        if ended:
            continue
        if depth >= LONGEST or sum(map(len, done)) > most or len(seen) > MOST_RUNS:
            complete = False
            continue
        offers = _offers(policy, world.runtime.offered(state))
        answers = world.answers(state)
        if not any(_turns(acts) for acts, _, _ in answers):
            for filled in _filled((), offers, repeats, world.player.apart):
                run = _joined(done, filled, spanning=spanning)
                if _met(policy, tuple(each for each in run if each), ended=False):
                    return Enumerated(met=True, complete=complete)
        for acts, after, key in answers:
            for filled in _filled(acts, offers, repeats, world.player.apart):
                named = _named(policy, filled, spanning=spanning)
                run = _joined(done, named, spanning=spanning)
                if (key, run) not in seen:
                    seen.add((key, run))
                    waiting.append((after, run, depth + 1))
    return Enumerated(met=False, complete=complete)


def _offers(policy: Policy, acts: Iterable[Act]) -> list[Act]:
    """One act for each way in which a policy names some."""
    patterns = (*policy.first, *policy.second, *policy.third)
    named = {tuple(one.matches(act) for one in patterns): act for act in acts}
    return [act for how, act in named.items() if any(how)]


def _turns(acts: Sequence[Act]) -> bool:
    """Whether what an answer does is the turn of a model."""
    return any(each.name == TURN.name for each in acts[:1])


def _filled(
    acts: tuple[Act, ...],
    offers: list[Act],
    repeats: int,
    apart: Callable[[Act], bool],
) -> Iterator[tuple[Act, ...]]:
    """What an answer does, with calls that are offered, so many at most: before it, or in the turn
    of the model, if it is one. What the answer does itself is one step of the runtime: a call that
    it lets through and what that brings about at once have no other call in between, but where acts
    are `apart` from what comes next."""
    places = [int(_turns(acts))]
    while places[-1] < len(acts) and apart(acts[places[-1]]):
        places.append(places[-1] + 1)
    for count in range(repeats + 1 if offers else 1):
        for calls in product(offers, repeat=count):
            for at in combinations_with_replacement(places, count):
                found: list[Act] = []
                for number, act in enumerate((*acts, None)):
                    found += [
                        call for call, place in zip(calls, at, strict=True) if place == number
                    ]
                    found += [act] if act else []
                yield tuple(found)


def _joined(done: Trace, named: tuple[Act, ...], *, spanning: bool) -> Trace:
    """A run with a further step. What puts nothing in order is left out."""
    if not spanning:
        step = _without_last_barriers(_needed((), named))
        return (*done, step) if step else done
    before = done[0] if done else ()
    return ((*before, *_needed(before, named)),)


def _needed(before: tuple[Act, ...], acts: tuple[Act, ...]) -> tuple[Act, ...]:
    """Acts after others, without barriers that have no act of a thread before them."""
    found: list[Act] = []
    for act in acts:
        last = found[-1:] or list(before[-1:])
        if act != BARRIER or (last and last[0].thread):
            found.append(act)
    return tuple(found)


def _without_last_barriers(acts: tuple[Act, ...]) -> tuple[Act, ...]:
    """The acts of a step that is a barrier itself."""
    last = len(acts)
    while last and acts[last - 1] == BARRIER:
        last -= 1
    return acts[:last]


def _named(policy: Policy, acts: Iterable[Act], *, spanning: bool) -> tuple[Act, ...]:
    """The acts that a policy names, and barriers for others of no thread."""
    patterns = (*policy.first, *policy.second, *policy.third)
    found: list[Act] = []
    for act in acts:
        turn = spanning and act.verb == "turn"
        if any(one.matches(act) for one in patterns):
            found.append(act._replace(thread=-1) if turn else act)
        elif not act.thread and not turn:
            found.append(BARRIER)
    return tuple(found)


def _met(policy: Policy, trace: Trace, *, ended: bool) -> bool:
    """Whether a run violates a policy in one order of its acts; for `some-run`, whether it does
    what is asked for in every order."""
    orders = list(_orders(trace))
    if policy.shape == "some-run":
        return all(shows(policy, each) is not None for each in orders)
    return any(violation(policy, each, ended) is not None for each in orders)


def _orders(trace: Trace) -> Iterator[tuple[Act, ...]]:
    """All orders that a run's acts may have."""
    found: list[tuple[Act, ...]] = [()]
    for step in trace:
        found = [(*one, *other) for one in found for other in _of_one(step)]
    yield from dict.fromkeys(found)


def _of_one(acts: Sequence[Act]) -> Iterator[tuple[Act, ...]]:
    """All orders of acts: any of them may be next that no earlier one must come before."""
    if not acts:
        yield ()
    for number, act in enumerate(acts):
        if not any(_before(each, act) for each in acts[:number]):
            for rest in _of_one((*acts[:number], *acts[number + 1 :])):
                yield (act, *rest)


def _before(one: Act, other: Act) -> bool:
    """Whether of two acts that are told one after the other the first is done first."""
    return not one.thread or not other.thread or one.thread == other.thread
