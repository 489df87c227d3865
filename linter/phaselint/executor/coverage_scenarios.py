"""Scenarios that together take every reachable move at least once (design §8, core A.9)."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterator, Sequence
    from typing import Any

    from phaselint.dialects.records import Choice
    from phaselint.executor.explore import Atlas, Edge
    from phaselint.executor.proof import ProofContext


class Tour(NamedTuple):
    """Runs, each as its choices, and how many steps with a move of their own no run could take
    under the session's own limits. `complete` is false when the exploration was cut off."""

    runs: tuple[tuple[Choice, ...], ...]
    left_out: int
    complete: bool


def tour(lab: ProofContext[Any], taken: Collection[Hashable] = ()) -> Tour:
    """Cover every move, but for those that are taken by other runs: far ones first, so one run
    covers many; each run goes on to an end where there is one."""
    atlas = lab.atlas
    ends = _ways_to_end(lab, atlas)
    wanted: dict[Hashable, int] = {}
    for number, edge in enumerate(atlas.edges):
        for move in edge.moves:
            wanted.setdefault(move, number)
    depth = [len(atlas.run_to(index)) for index in range(len(atlas.states))]
    runs: list[tuple[Choice, ...]] = []
    covered: set[Hashable] = {*taken}
    left_out: set[int] = set()
    far = sorted(wanted.items(), key=lambda item: -depth[atlas.edges[item[1]].source])
    for move, number in far:
        if move in covered:
            continue
        edge = atlas.edges[number]
        choices = (*atlas.run_to(edge.source), edge.choice, *ends.get(edge.target, ()))
        own = set(_moves(lab, choices))
        if move not in own:
            left_out.add(number)
            continue
        covered |= own
        runs.append(choices)
    return Tour(tuple(reversed(runs)), len(left_out), atlas.complete)


def scenario(lab: ProofContext[Any], number: int, choices: Sequence[Choice]) -> dict[str, Any]:
    """A run as a scenario that expects what comes of it today."""
    from phaselint.executor.scenario import blocks

    run = lab.replay(choices)
    phases = run.summary["phases_visited"]
    expect: dict[str, Any] = {"outcome": str(run.outcome), "phases": phases}
    if blocked := blocks(run.events):
        expect["blocks"] = blocked
    (made,) = lab.script(name_of(number, phases), choices, expect)["scenarios"]
    return dict(made)


def name_of(number: object, phases: Sequence[object]) -> str:
    """What a scenario is called that nobody has named."""
    return f"{number}: {' -> '.join(str(phase) for phase in phases)}"


def _moves(lab: ProofContext[Any], choices: Sequence[Choice]) -> Iterator[Hashable]:
    """The moves a run really takes, session limits included."""
    state = lab.start
    for choice in choices:
        state, events = lab.runtime.step(state, choice)
        yield from lab.runtime.moves(events)


def _ways_to_end(lab: ProofContext[Any], atlas: Atlas[Any]) -> dict[int, tuple[Choice, ...]]:
    """For each state from which the end of a run can be reached, the choices of a short way there;
    an end that isn't a failure comes first, and a way without hostile choices."""
    every: dict[int, list[Edge]] = {}
    orderly: dict[int, list[Edge]] = {}
    for edge in atlas.edges:
        every.setdefault(edge.target, []).append(edge)
        if lab.runtime.grade(atlas.states[edge.source], edge.choice) != "hostile":
            orderly.setdefault(edge.target, []).append(edge)
    kinds = [lab.runtime.outcome(state).kind for state in atlas.states]
    ways: dict[int, tuple[Choice, ...]] = {}
    for wanted in ("completed", "failed"):
        ends = [i for i, kind in enumerate(kinds) if kind == wanted and i not in ways]
        ways |= dict.fromkeys(ends, ())
        for into in (orderly, every):
            waiting = [*ways]
            for target in waiting:
                for edge in into.get(target, ()):
                    if edge.source not in ways:
                        ways[edge.source] = (edge.choice, *ways[target])
                        waiting.append(edge.source)
    return ways
