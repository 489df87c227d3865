"""How the executor shows that no branch takes a result (reference §3.3, §5.8 R32)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.dialects.stud.analysis.payloads import steps_of
from phaselint.schema import Equals
from phaselint.vocabulary.finding import Proof
from phaselint_rules.stud.proofs.bench import (
    Plan,
    by_reference,
    complete,
    data_of,
    drive,
    payload,
    text_turn,
)
from phaselint_rules.stud.proofs.graph import NO_WAY

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.model import Stage
    from phaselint.executor.proof import Lab
    from phaselint.vocabulary.finding import Finding

MOST_TURNS = 100
"""Turns of a stage that a run is made of."""


def not_handled(lab: Lab[StudFacts], finding: Finding) -> Proof:
    """A result with a value that is left out ends the run."""
    data = data_of(finding)
    if "path" not in data:
        return NO_WAY
    facts = lab.facts
    way, stage = tuple(data["path"]), facts.stages[data["stage"]]
    head, *rest = data["branch"].split(".")
    plans = (
        plan
        for value in data["unhandled"]
        for plan in _with_value(facts, way, stage, head, rest, value)
    )
    return _first(lab, f"leave {stage.id}", stage, plans)


def _with_value(
    facts: StudFacts, way: tuple[str, ...], stage: Stage, head: str, rest: Sequence[str], value: Any
) -> Iterator[Plan]:
    """Visits whose result has a value at a path."""
    if head == "parsed":
        schema = facts.schema_of(stage)
        found = payload(facts, stage, (steps_of(schema, rest), Equals(value)))
        if found is not None:
            yield Plan(way, {stage.id: [complete(stage, found)]}, _says(stage, "ok"))
    elif head == "output":
        for key in reversed(rest):
            value = {key: value}
        yield Plan(way, _done(facts, stage), _says(stage, {"verdict": "ok", "output": value}))
    elif head == "capHit" and value:
        yield Plan(way, _silent(stage), _says(stage, "ok"))
    else:
        verdict = value if head == "verdict" else "ok"
        yield Plan(way, _done(facts, stage), _says(stage, verdict))


def not_taken(lab: Lab[StudFacts], finding: Finding) -> Proof:
    """A visit that ends with the verdict ends the run."""
    data = data_of(finding)
    if "path" not in data:
        return NO_WAY
    facts = lab.facts
    way, stage = tuple(data["path"]), facts.stages[data["stage"]]
    blocks = not by_reference(lab)
    plans = (
        plan
        for verdict in data["verdicts"]
        for plan in _with_verdict(facts, way, stage, verdict, blocks)
    )
    return _first(lab, f"leave {stage.id}", stage, plans)


def _with_verdict(
    facts: StudFacts, way: tuple[str, ...], stage: Stage, verdict: str, blocks: bool
) -> Iterator[Plan]:
    """Visits with a verdict: completed, stopped by the cap, or blocked by a gate that can."""
    yield Plan(way, _done(facts, stage), _says(stage, verdict))
    yield Plan(way, _silent(stage), _says(stage, verdict))
    if verdict == "fail" and blocks:
        yield Plan(way, asks={stage.id: {"gate": "block"}})


def _says(stage: Stage, verdict: Any) -> dict[str, Any]:
    return {stage.id: {"assert": [verdict]}}


def _done(facts: StudFacts, stage: Stage) -> dict[str, Any]:
    """The turns of a stage that is completed at once, if it can be."""
    found = payload(facts, stage)
    return {} if found is None else {stage.id: [complete(stage, found)]}


def _silent(stage: Stage) -> dict[str, Any]:
    """The turns of a stage that goes on until its cap."""
    return {stage.id: [text_turn("still at it")] * min(stage.turn_cap or 0, MOST_TURNS)}


def _first(lab: Lab[StudFacts], name: str, stage: Stage, plans: Iterable[Plan]) -> Proof:
    """The first run that shows the finding. One that does not only says that another branch
    takes its result."""
    driven = None
    for plan in plans:
        driven = drive(lab, name, plan)
        error = driven.run.summary["error"] or {}
        if (error.get("stage"), error.get("why")) == (stage.id, "no-branch"):
            return Proof("proved", "replay", driven.script)
    if driven is None:
        return Proof("unproved", "replay", None, "no payload with such a value is known")
    if lab.facts.roles.only_sibling(stage.id):
        return Proof("unproved", "replay", driven.script, "nothing is asked after a sibling")
    reason = driven.left or "another branch takes the results that were tried"
    return Proof("unproved", "replay", driven.script, reason)
