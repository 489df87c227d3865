"""Proofs of what gates make of answers (reference climpt §4.2, §4.3, §7.3, §7.4)."""

from __future__ import annotations

from phaselint.dialects.climpt.analysis.lower import continuation, permits
from phaselint.dialects.climpt.model import ALLOWED
from phaselint.dialects.climpt.reading.values import path_of
from phaselint.executor.mending import twin_of
from phaselint.executor.planning import Plan, ignored, shown
from phaselint.executor.proof import Decided, data_of, unproved
from phaselint.vocabulary.rule import by
from phaselint_rules.climpt.proofs.answering import (
    PROMPT,
    STAND_IN,
    answer,
    iterations,
    refused_with,
    run_plan,
)
from phaselint_rules.climpt.proofs.claims import ExpectedFinding, checks_claim
from phaselint_rules.climpt.proofs.copies import having
from phaselint_rules.climpt.vocabulary import UNREADABLE, list_place, taken_instead, words_of
from phaselint_rules.climpt.ways.transitiontext import names_target

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.executor.planning import PlannedRun
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint_rules.climpt.proofs.claims import Claim
    from phaselint_rules.climpt.vocabulary import Words

REFUSED = "SR-VALID-001"
UNREAD = "GATE_INTERPRETATION_ERROR"
NO_WAY = "no run reaches the step"
NO_ANSWER = "no answer that the schema accepts shows it"


def to_step(
    lab: ProofContext[ClimptFacts], finding: Finding, name: str, last: Mapping[str, Any] | None
) -> PlannedRun:
    """A run to the step of a finding that gives an answer there. Prompts that can't be built have
    their own findings: they are made up. Raises Decided if there is no such run."""
    way = data_of(finding).get("path")
    if not way:
        raise Decided(unproved(NO_WAY))
    if last is None:
        raise Decided(unproved(NO_ANSWER))
    plan = Plan(tuple(way), last=last)
    driven = run_plan(lab, name, plan)
    if not driven.code.startswith(PROMPT):
        return driven
    return run_plan(lab, name, plan._replace(world=STAND_IN))


def first(driven: PlannedRun, step: str) -> Mapping[str, Any]:
    """The record of the first iteration of a step; empty if there is none."""
    return next(iter(iterations(driven, step)), {})


def saying(words: Words, word: str) -> dict[str, Any]:
    """An answer with a word in the field that a step's gate reads, whatever its schema says."""
    so: Any = word
    for name in reversed(path_of(words.gate.field)):
        so = {name: so}
    return {"so": so}


# --- intents without a rule -----------------------------------------------------------------------


def _unruled(claim: Claim) -> ExpectedFinding | None:
    """The intent that the step of a finding lists but has no transition for."""
    found, intent = claim.gated, claim.name("intent")
    if found is None or not permits(found[0], intent) or found[0].transitions is None:
        return None
    step = found[0]
    if intent in (step.transitions or {}):
        return None
    place = list_place(claim.facts, words_of(claim.facts, step), intent)
    return ExpectedFinding(place, {"step": step.key, "intent": intent})


def _of_its_name(claim: Claim) -> ExpectedFinding | None:
    told, step = _unruled(claim), claim.step
    target = continuation(claim.facts.registry, step) if step else ""
    if told is None or step is None or not target:
        return None
    intent = told.data["intent"]
    if intent not in ("next", "jump") or (intent == "jump" and names_target(claim.facts, step)):
        return None
    return told._replace(data={**told.data, "target": target})


@checks_claim(_of_its_name)
@by("differential")
def goes_on(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """The run has the intent in the step, and continues with the continuation, as with a transition
    to it."""
    facts, data = lab.facts, data_of(finding)
    said = answer(facts, facts.steps[data["step"]], data["intent"])
    driven = to_step(lab, finding, f"say {data['intent']} in {data['step']}", said)
    pointer = (*facts.steps[data["step"]].pointer, "transitions", data["intent"])
    ruled = twin_of(
        lab,
        finding,
        having,
        facts.registry.file,
        pointer,
        {"target": data["target"]},
    )
    return ignored(
        lab, driven, lambda run: first(run, data["step"]).get("next") == data["target"], ruled
    )


# --- what cannot be read --------------------------------------------------------------------------


def _passed_over(claim: Claim) -> ExpectedFinding | None:
    found = claim.gated
    if found is None:
        return None
    step, gate = found
    word, words = gate.fallback, words_of(claim.facts, step)
    intents = step.intents
    if word not in intents or word in words.listed or not words.listed or not gate.allowed_known:
        return None
    foreign = word not in ALLOWED.get(step.kind, intents)
    if not foreign and (gate.fail_fast or step.kind == "closure"):
        return None
    data = {
        "step": step.key,
        "word": word,
        "refused": foreign,
        "instead": taken_instead(words),
        "answer": UNREADABLE,
        "kind": step.kind,
    }
    return ExpectedFinding(claim.facts.place((*gate.pointer, "fallbackIntent")), data)


@checks_claim(_passed_over, "that the fallback of `{step}` is `{word}`, which it doesn't list")
def passes_over(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """The start is refused; or an unreadable answer becomes another intent."""
    data = data_of(finding)
    if data["refused"]:
        return refused_with(lab, REFUSED)
    return _taken(lab, finding)


def _taken(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """An unreadable answer is treated as an intent."""
    data = data_of(finding)
    words = words_of(lab.facts, lab.facts.steps[data["step"]])
    driven = to_step(lab, finding, f"answer nonsense in {data['step']}", saying(words, UNREADABLE))

    def taken(driven: PlannedRun) -> bool:
        record = first(driven, data["step"])
        return bool(record.get("used_fallback")) and record.get("intent") == data["instead"]

    return shown(driven, taken)
