"""An atlas whose edges say what was done: what policies, facts and differences are asked of."""

from __future__ import annotations

from phaselint.dialects.acts import START, TURN, acts_of_elements, end_of, told
from phaselint.dialects.protocol import Runtime, TooManyChoices
from phaselint.dialects.records import MILDEST_FIRST
from phaselint.executor.explore import TOO_MANY, bound_hit
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.time_budget import OF_RUN, take

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence
    from typing import Any

    from phaselint.dialects.acts import Act
    from phaselint.dialects.records import Choice, Event, Grade

    Telling = Callable[[Sequence[Event]], tuple[Act, ...]]

    Way = tuple[Any, tuple[Act, ...]]
    """Where a step leads to, up to `act_key`, and what it does."""


class ActEdge(NamedTuple):
    """One step: indexes of two states, what was chosen, what that takes for granted, what was done,
    and what it costs (`Runtime.costs`). Where the step ends the run, its last act says so."""

    source: int
    choice: Choice
    target: int
    acts: tuple[Act, ...]
    grade: Grade
    costs: tuple[int, ...] = ()


class ActAtlas(NamedTuple):
    """All runs of a contract from one start, as what they do.

    `states` begins with the initial one; `opening` is what is done before the first choice.
    `out` has for each state its edges, and `offered` what may be done in it at any time; both are
    empty for states that were not expanded. `complete` is false when exploration stopped early,
    for what `reason` says (see `phaselint.executor.explore.Atlas`). `work` is how many steps were
    taken, as `Runtime.weight` counts them.
    """

    states: tuple[Any, ...]
    opening: tuple[Act, ...]
    out: tuple[tuple[ActEdge, ...], ...]
    offered: tuple[tuple[Act, ...], ...]
    ended: tuple[bool, ...]
    complete: bool
    reason: str = ""
    stuck: TooManyChoices | None = None
    work: int = 0


def telling(runtime: Runtime[Any], contract: Any) -> Telling:
    """How the acts of a step are read off its events, in the dialect's way or by elements."""
    if type(runtime).acts is not Runtime.acts:
        return lambda events: tuple(runtime.acts(events) or ())
    by_id = acts_of_elements(runtime.elements(contract))
    return lambda events: told(by_id, runtime.moves(events))


def acts_of_step(
    runtime: Runtime[Any], tell: Telling, choice: Choice, events: Sequence[Event], after: Any
) -> tuple[Act, ...]:
    """What a step did: the turn of a model that it is, the acts of its events, and the end."""
    done = tell(events)
    if choice.decider == "model" and runtime.turns:
        done = (TURN, *done)
    outcome = runtime.outcome(after)
    return done if outcome.kind == "running" else (*done, end_of(outcome))


def acts_of_opening(runtime: Runtime[Any], tell: Telling, start: Any) -> tuple[Act, ...]:
    """What a run has done before its first choice, in the state that `start` gives."""
    opening = (START, *runtime.begun(start), *tell(runtime.opening(start)))
    outcome = runtime.outcome(start)
    return opening if outcome.kind == "running" else (*opening, end_of(outcome))


class Taken:
    """The steps that were taken from states, for whoever takes those from the same state again."""

    def __init__(self) -> None:
        # By identity, as comparing states takes longer than a step; each is kept with its steps.
        self._rows: dict[int, tuple[Any, tuple[Way, ...]]] = {}

    def keep(self, state: Any, steps: Iterable[Way]) -> None:
        """Keep all steps from a state."""
        self._rows[id(state)] = (state, tuple(steps))

    def of(self, state: Any) -> tuple[Way, ...] | None:
        """The steps from a state; none where they were not taken."""
        found = self._rows.get(id(state))
        return None if found is None else found[1]


class Numbered:
    """States by their numbers, in the order in which they are met."""

    def __init__(self, runtime: Runtime[Any], start: Any) -> None:
        self.states: list[Any] = [start]
        self._runtime = runtime
        self._known: dict[Hashable, int] = {runtime.act_key(start): 0}

    def number(self, state: Any) -> int:
        """The number of a state, a new one where none with its `act_key` was met."""
        found = self._known.setdefault(self._runtime.act_key(state), len(self.states))
        if found == len(self.states):
            self.states.append(state)
        return found


def act_atlas(
    runtime: Runtime[Any], contract: Any, start: Any, bound: int, taken: Taken | None = None
) -> ActAtlas:
    """Explore a contract from a state by `Runtime.act_choices`, breadth first; `bound` counts
    expanded states, as for `phaselint.executor.explore.explore`. All steps are kept in `taken`."""
    tell = telling(runtime, contract)
    met = Numbered(runtime, start)
    out: list[tuple[ActEdge, ...]] = []
    offered: list[tuple[Act, ...]] = []
    work, reason, stuck = 0, "", None
    while len(out) < len(met.states) and not (reason := bound_hit(len(out), work, bound)):
        state = met.states[len(out)]
        try:
            choices = runtime.act_choices(state)
        except TooManyChoices as error:
            reason, stuck = str(error) or TOO_MANY, error
            break
        work += len(choices) * runtime.weight(state)
        take(OF_RUN * len(choices))
        out.append(edges_from(runtime, tell, len(out), state, choices, met, taken))
        offered.append(tuple(runtime.offered(state)))
    rest = ((),) * (len(met.states) - len(out))
    return ActAtlas(
        tuple(met.states),
        acts_of_opening(runtime, tell, start),
        out=(*out, *rest),
        offered=(*offered, *rest),
        ended=tuple(runtime.outcome(each).kind != "running" for each in met.states),
        complete=not reason,
        reason=reason,
        stuck=stuck,
        work=work,
    )


def edges_from(
    runtime: Runtime[Any],
    tell: Telling,
    source: int,
    state: Any,
    choices: Iterable[Choice],
    met: Numbered,
    taken: Taken | None = None,
) -> tuple[ActEdge, ...]:
    """The edges out of a state by some choices; of those that do the same, the one that takes least
    for granted. The states that they lead to are met, and all steps are kept in `taken`."""
    steps: list[Way] = []
    found: dict[tuple[Any, ...], ActEdge] = {}
    # Some runtimes take one step for several choices: by identity, so the step is kept as well.
    known: dict[tuple[int, int, str], tuple[Any, int, tuple[Act, ...]]] = {}
    for choice in choices:
        step = after, events = runtime.step(state, choice)
        key = (id(after), id(events), choice.decider)
        if key not in known:
            acts = acts_of_step(runtime, tell, choice, events, after)
            known[key] = (step, met.number(after), acts)
        _, target, acts = known[key]
        steps.append((met.states[target], acts))
        grade = runtime.grade(state, choice)
        costs = tuple(runtime.costs(state, choice, after, events))
        edge = ActEdge(source, choice, target, acts, grade=grade, costs=costs)
        same = found.setdefault((edge.target, acts), edge)
        if edge.grade != same.grade and _is_milder(edge.grade, same.grade):
            found[edge.target, acts] = edge
    if taken is not None:
        taken.keep(state, steps)
    return tuple(found.values())


def _is_milder(one: Grade, other: Grade) -> bool:
    return MILDEST_FIRST.index(one) < MILDEST_FIRST.index(other)
