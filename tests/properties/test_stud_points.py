"""What branches take by the analysis, and what runs of the pipeline take."""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import TYPE_CHECKING, Any

from dialects.stud.pipelines import DEFAULTS, END, OPEN, RUNTIME, load, pipeline, stage
from fresh import AGAIN, SEED, until
from phaselint.dialects.stud.analysis.facts import StudFacts
from phaselint.dialects.stud.analysis.leftovers import values_left, verdicts_left
from phaselint.executor.explore import explore
from properties.atlases import reached

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.executor.explore import Edge

NUMBER = int(os.environ.get("PHASELINT_POINTS", "150"))
KIND = {"enum": ["x", "y"]}
DEEP = {"type": "object", "properties": {"d": KIND}}
PROPERTIES: dict[str, Sequence[Any]] = {
    "n": (
        {"enum": [1, 2]},
        {"type": "integer"},
        {"const": 1},
        {"type": "integer", "minimum": 1, "maximum": 2},
    ),
    "k": (KIND, {"type": "string"}),
    "b": ({"type": "boolean"},),
    "o": (DEEP, {**DEEP, "required": ["d"]}),
}
PATHS: Sequence[tuple[str, Sequence[Any]]] = (
    ("parsed.n", (1, 2)),
    ("parsed.k", ("x", "y", "z")),
    ("parsed.b", (True, False)),
    ("parsed.o.d", ("x", "y")),
    ("parsed.o", ()),
    ("parsed", ()),
    ("verdict", ("ok", "fail", "retry")),
    ("capHit", (True, False)),
    ("output.q", (1,)),
    ("attemptCount", (0, 1, 2)),
)


def branched(pick: random.Random) -> dict[str, Any]:
    """A pipeline of one stage with branches."""
    own = {name: pick.choice(kinds) for name, kinds in PROPERTIES.items() if pick.random() < 0.8}
    schema = {
        "type": "object",
        "properties": own,
        "required": [name for name in own if pick.random() < 0.6],
        **({"additionalProperties": False} if pick.random() < 0.5 else {}),
    }
    tries = {"maxAttempts": pick.randint(1, 2), "backoff": "none"}
    first = stage("a", completionSchema=schema, turnCap=1, retryPolicy=tries)
    conditions = [condition(pick) for _ in range(pick.randint(1, 4))]
    conditions += [{"verdict": "fail"}] * (pick.random() < 0.7)
    conditions += [{"verdict": "ok", "capHit": pick.random() < 0.5}] * (pick.random() < 0.4)
    branches = [{"when": each, **END} for each in conditions]
    return pipeline(first, next={"a": {"branches": branches}})


def condition(pick: random.Random) -> dict[str, Any]:
    """A condition of a branch."""
    found: dict[str, Any] = {}
    if pick.random() < 0.7:
        verdicts = ("ok", "ok", "fail", "skip", "retry", ["ok", "fail"])
        found["verdict"] = pick.choice(verdicts)
    if pick.random() < 0.2:
        found["capHit"] = pick.random() < 0.5
    if pick.random() < 0.7:
        found["path"], values = pick.choice(PATHS)
        if values and pick.random() < 0.7:
            found["in"] = pick.sample(values, pick.randint(1, len(values)))
        else:
            found["exists"] = pick.random() < 0.7
    return found


def test_branches_take_in_runs_what_they_take_by_the_analysis() -> None:
    seen = Counter[str]()
    for number in until(seen, {"sound": 0.02 * NUMBER + 1}, NUMBER):
        seen["drawn"] += 1
        manifest = branched(random.Random(f"{SEED}-{number}"))
        told = f"PHASELINT_SEED={SEED}, number {number}: {manifest['next']}"
        contract = load(manifest)
        facts = StudFacts(contract, DEFAULTS, 1_000)
        start = RUNTIME.relax(RUNTIME.start(contract, OPEN, {}, {}))
        atlas = explore(RUNTIME, start, 5_000)
        found = facts.takings.of("a")
        if not atlas.complete or found is None:
            continue
        seen["compared"] += 1
        moves = {move for edge in atlas.edges for move in RUNTIME.moves(edge.events)}
        spec = facts.pipeline.specs["a"]
        for at, branch in enumerate(spec.branches):
            taken = ("a", "branch", at) in moves
            assert found.taken(at) or not taken, f"{told}: branch {at}"
            if branch.when.path not in ("parsed.b", "parsed.n"):
                continue
            assert taken or not found.taken(at) or doubtful(found, at), f"{told}: branch {at}"
        left = values_left(facts, facts.stages["a"], spec)
        verdicts = verdicts_left(facts, facts.stages["a"], spec)
        conditions = [branch.when for branch in spec.branches]
        apart = any(each.cap_hit is not None or each.path == "capHit" for each in conditions)
        assert bool(left or verdicts) == dies(atlas, apart), told
        seen["sound"] += not (left or verdicts)
    assert seen["compared"] > 0.9 * seen["drawn"], AGAIN


def doubtful(found: Any, branch: int) -> bool:
    """Whether all that a branch takes is there since another rule says that it cannot be."""
    points = found.points.points
    return not any(points[at].sure for at in found.met[branch] if found.takers[at] == branch)


def verdict_in(answer: Any) -> Any:
    """The verdict of an answer that has an output too."""
    return answer.get("verdict") if isinstance(answer, dict) else None


def dies(atlas: Any, told_apart: bool) -> bool:
    """Whether fair answers, further attempts and gates that block lead to a result that no branch
    takes; an `ok` after a cap hit counts where branches tell the two apart."""

    def taken(edge: Edge) -> bool:
        state = atlas.states[edge.source]
        answer = RUNTIME.write(edge.choice)
        again = answer == "block" or (answer == "retry" and state.pending == "assert")
        fair = again or RUNTIME.grade(state, edge.choice) != "hostile"
        return fair or (
            told_apart and state.current.cap_hit and "ok" in (answer, verdict_in(answer))
        )

    return any(RUNTIME.fault(atlas.states[number]) for number in reached(atlas, taken))
