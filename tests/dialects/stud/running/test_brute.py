"""`choices` stand for all answers: the same stages, ways and ends as in a simulation of its own.

Two things are held. What is explored is what `dialects.stud.simulated` comes to, spot by spot:
the ways that are taken there, where they lead, and how runs end. And every answer of the universe
of payloads and outputs leads from each explored state to one that is explored, from two states
with one key to the same ones.
"""

from __future__ import annotations

import json
import os
import random
from typing import TYPE_CHECKING, Any

from dialects.stud.pipelines import OPEN, RUNTIME, load
from dialects.stud.simulated import GATES, Simulated, Spot, Unbounded
from dialects.stud.tiny import tiny
from dialects.stud.universe import TooMany
from fresh import AGAIN, SEED
from phaselint.dialects.records import Choice
from phaselint.dialects.stud.running.elements import BRANCH
from phaselint.dialects.stud.running.session import Call, Gate, Judged, Turn, waiting_in
from phaselint.executor.clean_certificate_checker import GRADES
from phaselint.executor.explore import explore
from stepping import reached

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from dialects.stud.simulated import End, Label
    from phaselint.dialects.stud.running.session import State
    from phaselint.executor.explore import Atlas

COUNT = int(os.environ.get("PHASELINT_TINY", "60"))
BOUND = 2_000
PAYLOADS = 30
"""Payloads of a stage that are stepped from each state besides one of each kind, at most."""

WRONG: tuple[Any, ...] = ({"zz": [[]]}, [], "x")


def test_choices_stand_for_all_answers() -> None:
    told = {"compared": 0, "undecided": 0, "too large": 0}
    for number in range(COUNT):
        seed = f"{SEED}-{number}"
        told[compare(seed)] += 1
    print(f"{AGAIN}: {told}")
    assert told["undecided"] <= 0.2 * COUNT
    assert told["compared"] >= 0.4 * COUNT


def compare(seed: str) -> str:
    """Hold the choices of a pipeline to all answers; say whether it could be."""
    pick = random.Random(seed)
    manifest = tiny(pick)
    most = pick.randint(1, 5) if pick.random() < 0.25 else None
    try:
        simulated = Simulated(manifest, most)
        real = simulated.runs()
    except (TooMany, Unbounded):
        return "too large"
    options = {**OPEN, **({} if most is None else {"max-stage-executions": most})}
    start = RUNTIME.start(load(manifest), options, {}, {})
    atlas = explore(RUNTIME, RUNTIME.relax(start) if most is None else start, BOUND)
    if not atlas.complete:
        return "undecided"
    found = spots(simulated, atlas)
    shown = f"{AGAIN}, {seed}, most={most}\n{json.dumps(manifest)}"
    for spot in {**real, **found}:
        here, there = real.get(spot, set()), found.get(spot, set())
        assert here - there == set(), f"not explored from {spot}: {here - there}\n{shown}"
        assert there - here == set(), f"no run from {spot}: {there - here}\n{shown}"
    wrong = next(steps(simulated, atlas, pick), "") or next(alike(atlas), "")
    wrong = wrong or next(checked(atlas), "")
    assert not wrong, f"{wrong}\n{shown}"
    return "compared"


# --- spots ----------------------------------------------------------------------------------------


def spots(simulated: Simulated, atlas: Atlas[State]) -> dict[Spot, set[tuple[Label, Spot | End]]]:
    """What is explored, in the words of the simulation."""
    there = [_spot(simulated, state) for state in atlas.states]
    onward: list[list[tuple[Label, int]]] = [[] for _ in atlas.states]
    for edge in atlas.edges:
        moves = [each for each in RUNTIME.moves(edge.events) if isinstance(each, tuple)]
        labels = [(each[0], each[2]) for each in moves if each[1] == BRANCH]
        label = labels[-1] if labels else None
        onward[edge.source].append((label, edge.target))
    found: dict[Spot, set[tuple[Label, Spot | End]]] = {}
    for index, spot in enumerate(there):
        if isinstance(spot, Spot):
            found.setdefault(spot, set()).update(_after(index, there, onward))
    return found


def _after(
    begin: int, there: Sequence[Any], onward: Sequence[Sequence[tuple[Label, int]]]
) -> Iterator[tuple[Label, Spot | End]]:
    seen = set()
    waiting: list[tuple[Label, int]] = [(None, begin)]
    while waiting:
        label, index = waiting.pop()
        for told, target in onward[index]:
            each = (told or label, target)
            if there[target] is not None:
                yield each[0], there[target]
            elif each not in seen:
                seen.add(each)
                waiting.append(each)


def _spot(simulated: Simulated, state: State) -> Spot | End | None:
    """Where a run is: at a spot, or at its end; none between."""
    if state.ended is not None:
        failure = state.failure
        if failure is None:
            return (state.ended.kind,)
        where = failure.stage or failure.sibling
        return (state.ended.kind, failure.code, *([where] if where else ()))
    if state.pending != "gate" or _beside(state):
        return None
    todo = tuple(
        (each.stage, all(simulated.takes(each.stage, r.as_json()) for r in each.upstream))
        for each in waiting_in(state.todo)
    )
    return Spot(state.current.id, todo, 0 if simulated.most is None else state.executed)


def _beside(state: State) -> bool:
    """Whether siblings run, of which one at a time leaves the plain way: nothing tells more of
    them than what they lead to together."""
    return state.fork is not None and not state.fork.joining


# --- steps ----------------------------------------------------------------------------------------


def steps(simulated: Simulated, atlas: Atlas[State], pick: random.Random) -> Iterator[str]:
    """What is wrong with a state from which some answer leads elsewhere than choices do."""
    known = {RUNTIME.key(state): state for state in atlas.states}
    again: dict[Hashable, State] = {}
    reached: dict[Hashable, set[Hashable]] = {}
    for key, state in known.items():
        reached[key] = set()
        if state.pending is None or _beside(state):
            continue
        for choice in answers(simulated, state, pick):
            after = RUNTIME.step(state, choice)[0]
            to = RUNTIME.key(after)
            reached[key].add(to)
            again[to] = after
            if to not in known:
                yield f"no choices lead where {choice} does, from {key}"
        chosen = {RUNTIME.key(RUNTIME.step(state, c)[0]) for c in RUNTIME.choices(state)}
        if not chosen <= reached[key]:
            yield f"no answer leads where a choice does, from {key}: {chosen - reached[key]}"
    for key, state in again.items():
        if state.pending is not None and not _beside(state):
            chosen = {RUNTIME.key(RUNTIME.step(state, c)[0]) for c in RUNTIME.choices(state)}
            if not chosen <= reached.get(key, chosen):
                yield f"two states with one key go other ways: {key}"


def alike(atlas: Atlas[State]) -> Iterator[str]:
    """What is wrong with a state that has the key of one that was expanded, and isn't that one: its
    choices lead elsewhere. Siblings, of which one at a time leaves the plain way, are no exception.
    """
    onward: dict[int, set[Hashable]] = {}
    for edge in atlas.edges:
        onward.setdefault(edge.source, set()).add(RUNTIME.key(atlas.states[edge.target]))
    for edge in atlas.edges:
        if atlas.reached_by[edge.target] == edge:
            continue
        state = RUNTIME.step(atlas.states[edge.source], edge.choice)[0]
        chosen = {RUNTIME.key(RUNTIME.step(state, c)[0]) for c in RUNTIME.choices(state)}
        if chosen != onward.get(edge.target, set()):
            yield f"two states with one key have other choices: {RUNTIME.key(state)}"


def answers(simulated: Simulated, state: State, pick: random.Random) -> Iterator[Choice]:
    """Every answer that there may be in a state, payloads up to so many."""
    name = state.current.id
    digests = _some(simulated.digests[name], simulated.values(name, "output"), pick)
    outputs = [(None, False), *((each, True) for each in digests)]
    written = [(*each, why) for each in outputs for why in ("", *simulated.reasons[name])]
    if state.pending == "gate":
        words = ("skip", "retry") if simulated.reference else tuple(GATES)
        yield Choice("world", Gate("proceed"), "ask")
        for word in words:
            yield from (Choice("world", Gate(word, *each), "ask") for each in written)
    elif state.pending == "assert":
        verdicts = ("ok", "fail", "retry", *(("skip",) if simulated.reference else ()))
        for verdict in verdicts:
            yield from (Choice("world", Judged(verdict, *each), "ask") for each in written)
    else:
        tool = state.current.stage.completion_tool
        payloads = _some(simulated.payloads[name], simulated.values(name, "parsed"), pick)
        for payload in (*payloads, *WRONG):
            yield Choice("model", Turn("", (Call(tool, payload),)))
        yield Choice("model", Turn())
        yield Choice("model", Turn("", (Call(tool, {}), Call(tool, {}))))


def _some(kinds: Sequence[Any], every: Sequence[Any], pick: random.Random) -> list[Any]:
    return [*kinds, *pick.sample(every, min(len(every), PAYLOADS))]


# --- the checker ----------------------------------------------------------------------------------


def _is_gate_beside(state: State, grade: int) -> bool:
    """Whether an answer may be a gate's that doesn't let a sibling act: what comes of that is what
    comes of a sibling that fails, and no other answer stands for it."""
    return state.pending == "gate" and _beside(state) and GRADES[grade] == "hostile"


def checked(atlas: Atlas[State]) -> Iterator[str]:
    """What is wrong with the answers that the checker of certificates steps, where there are any:
    they reach what choices reach, and take as much for granted."""
    known = {RUNTIME.key(state) for state in atlas.states}
    for state in atlas.states:
        answers = RUNTIME.legal(state)
        if answers is None:
            continue
        chosen, stepped = (
            reached(RUNTIME, state, each) for each in (RUNTIME.choices(state), answers)
        )
        spare = {key for key in stepped.keys() - known if not _is_gate_beside(state, stepped[key])}
        if spare or not chosen.keys() <= stepped.keys():
            differ = spare | (chosen.keys() - stepped.keys())
            yield f"the checker steps elsewhere from {RUNTIME.key(state)}: {differ}"
        if any(stepped[key] != grade for key, grade in chosen.items()):
            yield f"the checker takes other things for granted at {RUNTIME.key(state)}"
