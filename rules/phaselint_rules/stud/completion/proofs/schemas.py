"""What completion schemas accept (reference §5.5 R17, R18)."""

from __future__ import annotations

from phaselint.dialects.stud.analysis.payloads import excludes_objects
from phaselint.executor.claims import notes
from phaselint.executor.planning import Plan, shown
from phaselint.executor.proof import Decided, data_of, partly, unproved
from phaselint.schema import Reason, Typed, reason
from phaselint.vocabulary.finding import pointer_text
from phaselint_rules.stud.completion.proofs.completion import is_first, never_acts
from phaselint_rules.stud.proofs.answering import complete, run_plan, way_to
from phaselint_rules.stud.proofs.claims import checks_claim, claims, stage_at
from phaselint_rules.stud.runoptions import DOCUMENTED
from phaselint_rules.stud.upstream.silence import unconstrained

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.model import Stage
    from phaselint.executor.planning import PlannedRun
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof

NAMING = (list, dict)
"""What names fields where a schema is one."""

MOST = 20
"""Turns that are spent on payloads at most."""


def _read_faults(facts: StudFacts, finding: Finding) -> Mapping[str, Any] | None:
    stage = stage_at(facts, finding)
    faults = facts.completion_faults.get(facts.key(stage), ()) if stage else ()
    if stage is None or not faults:
        return None
    return {"stage": stage.id, "faults": [pointer_text(each.pointer) for each in faults]}


@checks_claim(_read_faults, "static+replay")
def is_no_schema(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """The stage hands in one payload after the other, and none is accepted."""
    return partly(_accepts_nothing(lab, finding), "that the completion schema is invalid")


def _read_kind(facts: StudFacts, finding: Finding) -> Mapping[str, Any] | None:
    stage = stage_at(facts, finding)
    schema = stage.completion_schema if stage else None
    if stage is None or not (isinstance(schema, bool) or excludes_objects(schema)):
        return None
    return {"stage": stage.id, "accepts": schema is True}


@checks_claim(_read_kind, "static+replay")
def is_for_no_objects(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """The same, of a schema for no objects."""
    if claims(finding).get("accepts"):
        return unproved("every payload is accepted, but the schema doesn't describe it")
    return partly(_accepts_nothing(lab, finding), "that the completion schema excludes objects")


def _read_keywords(facts: StudFacts, finding: Finding) -> Mapping[str, Any] | None:
    stage = stage_at(facts, finding)
    verdict = facts.completion_verdict(stage) if stage else None
    if stage is None or verdict is None or verdict.answer != "no":
        return None
    why = reason(stage.completion_schema, Typed("object")) or Reason((), verdict.excluded)
    return {"stage": stage.id, "keywords": [pointer_text(each) for each in why.excluded]}


@checks_claim(_read_keywords, "static+replay")
def is_unsatisfiable(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """The same, of a schema that nothing satisfies."""
    return partly(_accepts_nothing(lab, finding), "that no payload satisfies the completion schema")


def _accepts_nothing(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """The stage calls its completion tool with one payload after the other until its cap, and
    every one is a parse error."""
    driven, stage = _complete(lab, finding)
    return shown(
        driven,
        _happens(driven, stage, "x-CompletionParseError")
        and not _happens(driven, stage, "x-CompletionAccepted"),
    )


def _read_silence(facts: StudFacts, finding: Finding) -> Mapping[str, Any] | None:
    stage = stage_at(facts, finding)
    if stage is None or not unconstrained(stage.completion_schema):
        return None
    return {"stage": stage.id, "payload": {}}


@checks_claim(_read_silence, "static+replay")
def accepts_empty(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """The stage is completed with an empty payload."""
    proof = notes(lab, finding)
    return partly(proof, "that the completion schema doesn't describe the payload")


def _complete(lab: ProofContext[StudFacts], finding: Finding) -> tuple[PlannedRun, str]:
    """A run in which the stage hands in payloads worth trying. Raises Decided."""
    facts, name = lab.facts, data_of(finding)["stage"]
    stage = facts.stages.get(name)
    way = way_to(facts, name)
    if stage is None or not way:
        raise Decided(unproved(f"no run reaches `{name}`" if name else "the stage has no ID"))
    if not stage.completion_tool:
        raise Decided(unproved("the stage has no completion tool to call"))
    if not is_first(facts, finding, name):
        raise Decided(unproved(f"runs use the first definition of `{name}`"))
    turns = [complete(stage, value) for value in _guesses(stage)]
    plan = Plan(way, {name: turns}, {name: {"assert": "ok"}}, options=DOCUMENTED)
    driven = run_plan(lab, f"complete {name}", plan)
    if never_acts(driven.events, name) and not driven.left:
        raise Decided(unproved(f"`{name}` doesn't reach its first turn"))
    return driven, name


def _guesses(stage: Stage) -> Iterator[Any]:
    """Payloads worth trying: empty, with all fields that are named, filled in several ways."""
    schema = stage.completion_schema
    named = list(dict.fromkeys((*_names(schema, "required"), *_names(schema, "properties"))))
    for number in range(MOST):
        value: Any = (None, "x", 0, True, [], {})[number % 6]
        yield dict.fromkeys(named, value) if number else {}


def _names(schema: Any, key: str) -> list[str]:
    found = schema.get(key) if isinstance(schema, dict) else None
    return [name for name in found if isinstance(name, str)] if isinstance(found, NAMING) else []


def _happens(driven: PlannedRun, stage: str, kind: str) -> bool:
    return any(each.kind == kind and each.data["stage"] == stage for each in driven.events)
