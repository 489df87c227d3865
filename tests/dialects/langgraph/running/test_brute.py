"""`choices` stand for all answers: the same steps and ends as a simulation of whole steps."""

from __future__ import annotations

import os
import random

from dialects.langgraph.running.simulated import Simulated, Told, TooMuch
from differential.langgraph.ours import DEFAULTS
from differential.langgraph.records import contract_of
from differential.langgraph.specs import START, Drawing, GraphSpec
from differential.langgraph.texts import text_of
from fresh import SEED
from phaselint.dialects.langgraph.running.runtime import LanggraphRuntime
from phaselint.executor.explore import explore

COUNT = int(os.environ.get("PHASELINT_TINY", "150"))
BOUND = 4_000
RUNTIME = LanggraphRuntime()


def tiny(seed: str) -> GraphSpec:
    """A random graph of at most four nodes, none of them a graph or failing."""
    for number in range(100):
        drawing = Drawing(random.Random(f"{seed}/{number}"), (1, 2))
        drawing.kind = drawing.pick.choice(("plain", "plain", "writing", "spelled"))
        spec = drawing.graph()
        if len(spec.nodes) <= 4:
            return spec
    raise AssertionError("no small graph is drawn")


def explored(spec: GraphSpec) -> Told | None:
    """What exploration comes to; none where it is cut off."""
    start = RUNTIME.relax(RUNTIME.start(contract_of(spec), DEFAULTS, {}, {}))
    atlas = explore(RUNTIME, start, BOUND)
    if not atlas.complete:
        return None
    events = [*RUNTIME.opening(start), *(event for edge in atlas.edges for event in edge.events)]
    steps = {tuple(sorted(each.data["nodes"])) for each in events if each.kind == "step"}
    ended = {state.ended for state in atlas.states if state.ended is not None}
    ends = {each.detail or each.kind for each in ended}
    return Told(frozenset(filter(None, steps)), frozenset(ends))


def test_choices_stand_for_all_answers() -> None:
    told = {"compared": 0, "cut off": 0, "too large": 0}
    for number in range(COUNT):
        seed = f"{SEED}-{number}"
        told[compare(seed)] += 1
    print(f"PHASELINT_SEED={SEED}: {told}")
    assert told["compared"] >= 0.4 * COUNT, told


def compare(seed: str) -> str:
    """Hold what is explored of a graph to what is simulated; say whether it could be."""
    spec = tiny(seed)
    try:
        real = Simulated(spec).told()
    except TooMuch:
        return "too large"
    found = explored(spec)
    if found is None:
        return "cut off"
    shown = f"PHASELINT_SEED={seed}\n{text_of(spec, seed)}"
    assert found.steps == real.steps, f"{found.steps ^ real.steps}\n{shown}"
    assert found.ends == real.ends, f"{found.ends ^ real.ends}\n{shown}"
    return "compared"


def test_what_runs_use_is_told() -> None:
    """Every node that a step has is a move, and so is START from the beginning."""
    for number in range(20):
        spec = tiny(f"moves-{number}")
        start = RUNTIME.relax(RUNTIME.start(contract_of(spec), DEFAULTS, {}, {}))
        atlas = explore(RUNTIME, start, BOUND)
        opening = RUNTIME.moves(RUNTIME.opening(start))
        assert START in opening
        used = {*opening, *(move for edge in atlas.edges for move in edge.moves)}
        ran = {name for edge in atlas.edges for each in edge.events
               if each.kind == "step" for name in each.data["nodes"]}  # fmt: skip
        assert ran <= used
