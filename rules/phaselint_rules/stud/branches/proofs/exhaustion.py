"""How the executor shows that no branch takes a result (reference §3.3, §5.8 R32)."""

from __future__ import annotations

from phaselint.dialects.stud.analysis.leftovers import (
    CAPPED,
    Left,
    uncovered,
    values_left,
    verdicts_left,
)
from phaselint.dialects.stud.analysis.payloads import steps_of
from phaselint.dialects.stud.analysis.points import ABSENT, OTHER
from phaselint.dialects.stud.reading.texts import text_of
from phaselint.executor.planning import Plan
from phaselint.executor.proof import data_of, unproved
from phaselint.schema import Absent, Equals, Matches, Typed, minimal
from phaselint.vocabulary.finding import Proof
from phaselint_rules.stud.proofs.answering import (
    by_reference,
    complete,
    run_plan,
    text_turn,
    way_to,
)
from phaselint_rules.stud.proofs.claims import checks_claim
from phaselint_rules.stud.ways.proofs.graph import NO_WAY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.stud.analysis.branch_matching import Taking
    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.analysis.points import Point
    from phaselint.dialects.stud.model import Spec, Stage
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding

MOST_TURNS = 100
"""Turns of a stage that a run is made of."""

MOST_RUNS = 8
"""Runs that are made for one of the cases that a finding names."""

OTHERS = ("", "other")
"""Texts to try where a value must be none of those that are named."""

UNKNOWN = unproved("the stage has too many possible results to check")


def _read_values(facts: StudFacts, finding: Finding) -> Mapping[str, Any] | None:
    found = _spec_at(facts, finding)
    if found is None:
        return None
    left = values_left(facts, *found)
    return {"stage": found[0].id, "left": [[each.as_json() for each in part] for part in left]}


@checks_claim(_read_values)
def not_handled(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """A result with each of the values that are left out ends the run."""
    cases = [
        tuple(Left(part["path"], part["is"], part.get("value")) for part in case)
        for case in data_of(finding)["left"]
    ]

    def plans(found: Taking, stage: Stage) -> Iterator[Iterator[Plan]]:
        points = uncovered(lab.facts, stage, found, "ok", cap_hit=False)
        for case in cases:
            fitting = (point for point in points if _fits(found, point, case))
            yield plans_at(lab, stage, found.points.paths, fitting)

    return _each(lab, finding, plans)


def _read_verdicts(facts: StudFacts, finding: Finding) -> Mapping[str, Any] | None:
    found = _spec_at(facts, finding)
    if found is None:
        return None
    return {"stage": found[0].id, "verdicts": list(verdicts_left(facts, *found))}


def _spec_at(facts: StudFacts, finding: Finding) -> tuple[Stage, Spec] | None:
    """The NextSpec that a finding points at, with its stage."""
    for name, spec in facts.pipeline.specs.items():
        if finding.place.pointer == (*spec.pointer, "branches") and name in facts.stages:
            return facts.stages[name], spec
    return None


@checks_claim(_read_verdicts)
def not_taken(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """A visit that ends with each of the verdicts ends the run."""
    verdicts = data_of(finding)["verdicts"]

    def plans(found: Taking, stage: Stage) -> Iterator[Iterator[Plan]]:
        for verdict in verdicts:
            word, capped = ("ok", True) if verdict == CAPPED else (verdict, None)
            points = uncovered(lab.facts, stage, found, word, cap_hit=capped)
            yield plans_at(lab, stage, found.points.paths, points)

    return _each(lab, finding, plans)


def _fits(found: Taking, point: Point, case: Sequence[Left]) -> bool:
    """Whether a point is one of those that a case of a finding is about."""
    at = dict(zip(found.points.paths, point.values, strict=True))
    return all(each.path in at and each.stands(at[each.path]) for each in case)


def _each(lab: ProofContext[StudFacts], finding: Finding, plans: Any) -> Proof:
    """A run for each case, all of which end for want of a branch; the first one is the proof."""
    facts, name = lab.facts, data_of(finding)["stage"]
    way, stage = way_to(facts, name), facts.stages.get(name)
    if not way or stage is None or name not in facts.pipeline.specs:
        return NO_WAY
    found = facts.takings.of(name)
    if found is None:
        return UNKNOWN
    proofs = [_first(lab, stage, each) for each in plans(found, stage)]
    failed = (proof for proof in proofs if proof.status != "proved")
    return next(failed, proofs[0] if proofs else NO_WAY)


def _first(lab: ProofContext[StudFacts], stage: Stage, plans: Iterable[Plan]) -> Proof:
    """The first run that shows a case. One that does not only says that another branch takes its
    result."""
    driven = None
    for plan in plans:
        driven = run_plan(lab, f"leave {stage.id}", plan)
        error = driven.run.summary["error"] or {}
        if (error.get("stage"), error.get("why")) == (stage.id, "no-branch"):
            return Proof("proved", "replay", driven.script)
    if driven is None:
        return unproved("no result outside the branches is like this")
    if lab.facts.roles.only_sibling(stage.id):
        return unproved("the runtime doesn't evaluate branches after a sibling", driven.script)
    reason = driven.left or "another branch takes the results tried"
    return unproved(reason, driven.script)


def plans_at(
    lab: ProofContext[StudFacts], stage: Stage, paths: Sequence[str], points: Iterable[Point]
) -> Iterator[Plan]:
    """Visits that end at points: completed, stopped by the cap, or blocked by a gate that can."""
    way, runs = way_to(lab.facts, stage.id), 0
    for point in points:
        base = point.base
        digest = _digest(lab.facts, stage, paths, point)
        says: Any = {"verdict": base.verdict, "output": digest[0]} if digest else base.verdict
        asks: dict[str, Any] = {stage.id: {"gate": "proceed", "assert": [says]}}
        turns = [text_turn("still at it")] * min(stage.turn_cap or 0, MOST_TURNS)
        if base.accepted:
            payload = _payload(lab.facts, stage, paths, point)
            if payload is None:
                continue
            turns = [complete(stage, payload)]
        elif not base.cap_hit:
            if by_reference(lab):
                continue
            asks = {stage.id: {"gate": "block"}}
        yield Plan(way, {stage.id: turns}, asks)
        runs += 1
        if runs == MOST_RUNS:
            return


def _digest(
    facts: StudFacts, stage: Stage, paths: Sequence[str], point: Point
) -> tuple[Any] | None:
    """What Exit writes for a point; nothing where there should be none."""
    pairs = zip(paths, point.values, strict=True)
    if all(value is ABSENT for path, value in pairs if path.split(".")[0] == "output"):
        return None
    schema = facts.outputs.get(stage.id, True)
    value = minimal(schema, _demands(facts, stage, "output", paths, point))
    return None if value is None else (value,)


def _payload(facts: StudFacts, stage: Stage, paths: Sequence[str], point: Point) -> Any | None:
    """What the stage hands in for a point; none where nothing is known that fits."""
    demands = _demands(facts, stage, "parsed", paths, point)
    found = minimal(facts.schema_of(stage), [((), Typed("object")), *demands])
    return found if isinstance(found, dict) else None


def _demands(
    facts: StudFacts, stage: Stage, field: str, paths: Sequence[str], point: Point
) -> list[tuple[Any, Any]]:
    """What a point asks of a field of the result."""
    schema: Any = facts.outputs.get(stage.id, True)
    if field == "parsed":
        schema = facts.schema_of(stage)
    demands: list[tuple[Any, Any]] = []
    for path, value in zip(paths, point.values, strict=True):
        head, *rest = path.split(".")
        if head != field:
            continue
        test: Any = Absent() if value is ABSENT else Equals(value)
        if value is OTHER:
            test = _unlike(facts, stage, path)
        demands.append((steps_of(schema, rest), test))
    return demands


def _unlike(facts: StudFacts, stage: Stage, path: str) -> Matches:
    """None of the values that branches list for a path."""
    conditions = (branch.when for branch in facts.pipeline.specs[stage.id].branches)
    listed = {
        text_of(value) for each in conditions if each.path == path for value in each.values or ()
    }
    return Matches(lambda text: text not in listed, OTHERS, text_of, tuple(sorted(listed)))
