"""The law of act choices: by what is done they are all that a run may do (behavior, acts).

A dialect says how contracts are drawn, and gives all legal answers in a state by code that asks
neither `choices` nor `act_choices`. Then in each state that these lead to, the pairs of what an
answer does and the `act_key` of the state it leads to are the same for them and for `act_choices`;
so they are in each further state with the same `act_key`, and so is what is `offered`.

Where a runtime takes an answer in parts, a walk through the states between is one answer, and both
sides are held to answers of at most `longest` parts. The states between are told apart by their
`act_key` alone, whichever answer to whichever state they belong to, as in an exploration.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from phaselint.behavior.acting import acts_of_step, telling
from phaselint.dialects.protocol import TooManyChoices

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

    from phaselint.dialects.acts import Act
    from phaselint.dialects.protocol import Runtime
    from phaselint.dialects.records import Choice

    Done = tuple[tuple[Act, ...], Hashable]
    """What an answer does, and the key of the state that it leads to."""

OFTEN = 3
"""So many states with one key are looked at."""


class Player(NamedTuple):
    """A dialect under the law.

    Attributes:
        runtime: its runtime.
        starts: for a seed the contract that it draws, with the states in which runs begin (with
            limits, without them, for each input); none where the contract is not to be run.
        legal: all legal answers in a state that has not ended, up to those that differ in nothing
            that any contract looks at; with `longest`, those of at most so many parts.
        unfinished: whether a state is in the middle of an answer.
        longest: how many parts an answer has at most that is looked at; 1 where none has parts.
        same: what of the acts of an answer in a state is compared: by default all.
        apart: whether the runtime may do something offered between an act of an answer and the next
            one.
        uncompared: whether a place of runs with limits isn't held to those of runs without them.
    """

    runtime: Runtime[Any]
    starts: Callable[[str], Iterable[tuple[Any, Any]]]
    legal: Callable[[Any], Iterable[Choice]]
    unfinished: Callable[[Any], bool] = lambda _: False
    longest: int = 1
    same: Callable[[Any, tuple[Act, ...]], Hashable] = lambda _, acts: acts
    apart: Callable[[Act], bool] = lambda _: False
    uncompared: Callable[[Any], bool] = lambda _: False


class Tried(NamedTuple):
    """How many states and pairs were compared, and how they differ."""

    states: int
    pairs: int
    wrong: tuple[str, ...]


def tried(player: Player, seed: str, most: int) -> Tried:
    """Hold the runs of a contract to the law, in at most so many states of each start."""
    states = pairs = 0
    wrong: list[str] = []
    for contract, start in player.starts(seed):
        for key, real, found, told in _compared(player, contract, start, most):
            states += 1
            pairs += len(real)
            wrong += (f"{seed}: missing in {key}: {_shown(each)}" for each in real - found)
            wrong += (f"{seed}: made up in {key}: {_shown(each)}" for each in found - real)
            wrong += [f"{seed}: {told}"] if told else []
    return Tried(states, pairs, tuple(wrong))


def _shown(done: Any) -> str:
    acts, key = done
    told = ", ".join(f"{each.text}/{each.ok}/{each.thread}" for each in acts)
    return f"[{told}] to {key}"


def _compared(
    player: Player, contract: Any, start: Any, most: int
) -> Iterator[tuple[Hashable, set[Any], set[Any], str]]:
    """For each state that is come to: its key, both sets of pairs, and what an equal key hides."""
    runtime, tell = player.runtime, telling(player.runtime, contract)
    known: dict[Hashable, tuple[set[Any], frozenset[Any]]] = {}
    between: dict[Hashable, Any] = {}
    waiting = [start]
    times: Counter[Hashable] = Counter()
    for state in waiting:
        key = runtime.act_key(state)
        times[key] += 1
        if runtime.outcome(state).kind != "running" or times[key] > OFTEN:
            continue
        try:
            done = by_act_choices(player, tell, state, between)
        except TooManyChoices:
            continue
        real = set()
        for choice in player.legal(state):
            after, events = runtime.step(state, choice)
            acts = acts_of_step(runtime, tell, choice, events, after)
            pair = (player.same(state, acts), runtime.act_key(after))
            if pair not in real:
                real.add(pair)
                if len(waiting) < most:
                    waiting.append(after)
        found = {(player.same(state, acts), key) for acts, key in done}
        offered = frozenset(runtime.offered(state))
        before = known.setdefault(key, (real, offered))
        told = "" if before == (real, offered) else f"two states with the key {key} differ"
        yield key, real, found, told


def by_act_choices(player: Player, tell: Any, state: Any, between: dict[Any, Any]) -> set[Done]:
    """What answers do by `act_choices`, each walked to its end; `between` has the first state that
    was found for each key in the middle of an answer."""
    runtime = player.runtime
    found: set[Done] = set()
    waiting: list[tuple[Any, tuple[Act, ...], int]] = [(state, (), 0)]
    seen: set[Done] = {((), runtime.act_key(state))}
    for before, done, parts in waiting:
        for choice in runtime.act_choices(before):
            after, events = runtime.step(before, choice)
            acts = (*done, *acts_of_step(runtime, tell, choice, events, after))
            pair = (acts, runtime.act_key(after))
            if not player.unfinished(after):
                found.add(pair)
            elif parts < player.longest and pair not in seen:
                seen.add(pair)
                waiting.append((between.setdefault(pair[1], after), acts, parts + 1))
    return found


def seeds(base: str, count: int) -> Sequence[str]:
    """Seeds to draw contracts with."""
    return [f"{base}/{number}" for number in range(count)]
