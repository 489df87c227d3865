"""Stages for which no run is begun (reference §5.2 R1).

The start names the first thing that is wrong. A finding about another one is shown on a copy in
which all that comes before is mended: that is refused for it alone.
"""

from __future__ import annotations

from phaselint.dialects.stud.model import RetryPolicy
from phaselint.dialects.stud.running.start import (
    CAP_TOO_LOW,
    DEFINITION_INVALID,
    definition_failure,
)
from phaselint.executor.proof import RunInput
from phaselint.vocabulary.finding import Proof
from phaselint_rules.stud.proofs.claims import checks_claim, claims, stage_at
from phaselint_rules.stud.runoptions import laws

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.model import Stage
    from phaselint.dialects.stud.running.session import Failure
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding

MOST_MENDED = 16
"""Fields of a stage that are mended in a copy, more than there are."""

UNREADABLE = Proof("unproved", "refusal", reason="a stage of the pipeline can't be read")
NOT_REFUSED = Proof("unproved", "refusal", reason="the executor doesn't refuse this")


def _read_field(facts: StudFacts, finding: Finding) -> Mapping[str, Any] | None:
    stage = stage_at(facts, finding)
    return None if stage is None else {"stage": stage.id, "field": claims(finding).get("field")}


@checks_claim(_read_field, "refusal")
def lacks_field(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """No run is begun, for want of the field."""
    stage, field = stage_at(lab.facts, finding), claims(finding).get("field")
    wanted = (DEFINITION_INVALID, stage.id or None if stage else None, field)
    return _shown(lab, wanted, (stage,) if stage else (), keep=str(field))


def _read_cap(facts: StudFacts, finding: Finding) -> Mapping[str, Any] | None:
    stage = stage_at(facts, finding)
    return None if stage is None else {"stage": stage.id, "turnCap": stage.turn_cap}


@checks_claim(_read_cap, "refusal")
def no_turn(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """No run is begun, for the cap."""
    stage = stage_at(lab.facts, finding)
    wanted = (CAP_TOO_LOW, stage.id if stage else None, None)
    return _shown(lab, wanted, (stage,) if stage else ())


def _read_twice(facts: StudFacts, finding: Finding) -> Mapping[str, Any] | None:
    pair = _pair(facts, finding)
    if len(pair) < 2:
        return None
    return {"stage": pair[1].id, "entries": [each.number for each in pair]}


def _pair(facts: StudFacts, finding: Finding) -> tuple[Stage, ...]:
    """The stage that has an id first, and the one that a finding points at."""
    place = finding.place
    for stage in facts.contract.stages:
        first = facts.contract.named().get(stage.id)
        here = place.pointer[: len(stage.entry)] == stage.entry and stage.entry
        own = stage.base or stage.file != facts.pipeline.file
        inside = place.file == stage.file and place.pointer[: len(stage.base)] == stage.base
        if first is not None and first is not stage and (here or (own and inside)):
            return first, stage
    return ()


@checks_claim(_read_twice, "refusal")
def defined_twice(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """No run is begun, for the second stage of an id."""
    pair = _pair(lab.facts, finding)
    return _shown(lab, (DEFINITION_INVALID, pair[1].id, None), pair)


def _read_entry(facts: StudFacts, _: Finding) -> Mapping[str, Any]:
    return {"entry": facts.pipeline.entry, "stages": list(facts.stages)}


@checks_claim(_read_entry, "refusal")
def no_entry(lab: ProofContext[StudFacts], _: Finding) -> Proof:
    """No run is begun, for want of the stage that it would begin with."""
    stages = tuple(lab.facts.contract.named().values())
    return _shown(lab, (DEFINITION_INVALID, None, None), stages)


def _read_stages(facts: StudFacts, _: Finding) -> Mapping[str, Any] | None:
    stages = [stage.id for stage in facts.contract.stages]
    return None if facts.alone else {"stages": stages}


@checks_claim(_read_stages, "refusal")
def no_stages(lab: ProofContext[StudFacts], _: Finding) -> Proof:
    """No run is begun, since there are no stages."""
    return _shown(lab, (DEFINITION_INVALID, None, None), ())


def _shown(
    lab: ProofContext[StudFacts],
    wanted: tuple[str, str | None, str | None],
    stages: Sequence[Stage],
    keep: str = "",
) -> Proof:
    """Proved where the start is refused, and of the stages in question for what is wanted: a code,
    the stage and the field. `keep` is a field that is not mended."""
    facts = lab.facts
    if any(not stage.usable for stage in facts.contract.stages):
        return UNREADABLE
    setting = RunInput(options=laws(facts))
    options = {**lab.options, **setting.options}
    given = lab.runtime.sample_input(facts.contract)
    state = lab.runtime.start(facts.contract, options, given, {})
    script = lab.script(
        f"start with Validation/{wanted[0]}",
        (),
        {"outcome": "error"},
        setting=setting,
        refusal=True,
    )
    if not lab.runtime.refusal(state):
        return Proof("refuted", "refusal", script, "the executor starts a run of this contract")
    if _is(state.failure, wanted):
        return Proof("proved", "refusal", script)
    if _is(_alone(lab, stages, options, keep), wanted):
        return Proof("proved", "refusal", script, "after earlier refusals are fixed")
    return NOT_REFUSED._replace(script=script)


def _is(failure: Failure | None, wanted: tuple[str, str | None, str | None]) -> bool:
    return failure is not None and (failure.code, failure.stage, failure.field) == wanted


def _alone(
    lab: ProofContext[StudFacts], stages: Sequence[Stage], options: Mapping[str, Any], keep: str
) -> Failure | None:
    """What is refused of some stages by themselves, when all other fields are there."""
    pipeline = lab.facts.pipeline
    mended = list(stages)
    for number in range(len(mended)):
        for _ in range(MOST_MENDED):
            failure = definition_failure(pipeline, (mended[number],), options)
            if failure is None or failure.field is None or failure.field == keep:
                break
            mended[number] = _with(mended[number], failure.field)
    return definition_failure(pipeline, tuple(mended), options)


def _with(stage: Stage, field: str) -> Stage:
    """A stage that has a field."""
    if field.startswith("retryPolicy."):
        policy = stage.retry or RetryPolicy()
        if field.endswith("maxAttempts"):
            return stage._replace(retry=policy._replace(max_attempts=1))
        return stage._replace(retry=policy._replace(backoff="none"))
    pointer = (*stage.base, field)
    problems = tuple(each for each in stage.problems if each.pointer != pointer)
    value = {**stage.value, field: stage.value.get(field) or ""}
    return stage._replace(value=value, problems=problems)
