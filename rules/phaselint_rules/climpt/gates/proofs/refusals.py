"""Proofs of what a start refuses about intents, gates and schemas (reference climpt §3.1, §7.3,
§7.4)."""

from __future__ import annotations

from phaselint.executor.proof import STATIC, data_of
from phaselint.vocabulary.finding import Place
from phaselint.vocabulary.rule import by
from phaselint_rules.climpt.form.blankkeys import PARTS, unslipped
from phaselint_rules.climpt.form.releases import release_of
from phaselint_rules.climpt.gates.schemas import enum_at, no_list, schema_place
from phaselint_rules.climpt.pointertext import value_at
from phaselint_rules.climpt.proofs.answering import refused_with
from phaselint_rules.climpt.proofs.claims import ExpectedFinding, checks_claim
from phaselint_rules.climpt.vocabulary import list_place, meaning, uses, words_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Step
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint_rules.climpt.proofs.claims import Claim, Prover, Reader
    from phaselint_rules.climpt.vocabulary import Words

INTENTS = "SR-VALID-001"
REFERENCE = "SR-VALID-002"
SCHEMA = "SR-VALID-003"
INCOMPLETE = "SR-GATE-003"
UNRESOLVED = "output-schema-unresolved"


# --- words ----------------------------------------------------------------------------------------


def _nothing(_step: Step, _word: str) -> dict[str, Any]:
    return {}


def _word(
    odd: Callable[[Words], tuple[str, ...]],
    more: Callable[[Step, str], dict[str, Any]] = _nothing,
) -> Reader:
    """The reader of a word of a step that is among its odd words, and what else a finding says
    about it."""

    def read(claim: Claim) -> ExpectedFinding | None:
        step, word = claim.step, claim.name("word")
        words = words_of(claim.facts, step) if step else None
        if step is None or words is None or word not in odd(words):
            return None
        found = uses(claim.facts, words, word)
        if not found:
            return None
        data = {
            "step": step.key,
            "word": word,
            "listed": word in words.listed,
            "fallback": words.falls_back_to(word),
            "key": word in words.keys,
            "enum": words.enum is not None and word in words.enum.words,
        }
        return ExpectedFinding(found[0][0], {**data, **more(step, word)})

    return read


@by("refusal")
def _refused_word(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """The start is refused if it checks the word: the list and the fallback of a step with a kind,
    and the enum of a schema."""
    data = data_of(finding)
    step = lab.facts.steps[data["step"]]
    if step.kind and (data["listed"] or data["fallback"]):
        return refused_with(lab, INTENTS)
    words = words_of(lab.facts, step)
    if words is not None and words.enum is not None and data["enum"] != data["listed"]:
        return refused_with(lab, SCHEMA)
    return STATIC


def _unknown(words: Words) -> tuple[str, ...]:
    return words.unknown


def _aliases(words: Words) -> tuple[str, ...]:
    return words.aliases


def _foreign(words: Words) -> tuple[str, ...]:
    return words.foreign


def _stands_for(_step: Step, word: str) -> dict[str, Any]:
    return {"intent": meaning(word)}


def _of_kind(step: Step, _word: str) -> dict[str, Any]:
    return {"kind": step.kind}


unknown_word: Prover = checks_claim(_word(_unknown))(_refused_word)
alias: Prover = checks_claim(_word(_aliases, _stands_for))(_refused_word)


@checks_claim(_word(_foreign, _of_kind))
@by("refusal")
def refused_list(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """The start is refused if the intent is listed in a step with a kind."""
    return refused_with(lab, INTENTS) if data_of(finding)["listed"] else STATIC


# --- references and enums -------------------------------------------------------------------------


def _no_reference(claim: Claim) -> ExpectedFinding | None:
    found = claim.gated
    if found is None or claim.below("steps", found[0].key, PARTS[0], "intentSchemaRef") is None:
        return None
    step, gate = found
    if gate.schema_ref.startswith("#/") or not isinstance(claim.value, str):
        return None
    return claim.here(step=step.key, ref=gate.schema_ref)


@checks_claim(_no_reference)
@by("refusal")
def refused_reference(lab: ProofContext[ClimptFacts], _finding: Finding) -> Proof:
    """The start is refused because of the form of a reference."""
    return refused_with(lab, REFERENCE)


def _no_enum(claim: Claim) -> ExpectedFinding | None:
    found, facts = claim.gated, claim.facts
    if found is None or claim.below("steps", found[0].key, PARTS[0], "intentSchemaRef") is None:
        return None
    step, gate = found
    schema = facts.schema(step)
    if schema is None or not gate.schema_ref.startswith("#/"):
        return None
    if enum_at(schema, gate.schema_ref) is not None:
        return None
    top = schema_place(facts, step, ())
    root = value_at(facts, top._replace(pointer=())) if top else None
    of_file = enum_at(root, gate.schema_ref) is not None
    return claim.here(step=step.key, ref=gate.schema_ref, from_file=of_file)


def _differing(claim: Claim) -> ExpectedFinding | None:
    step = claim.step
    if step is None:
        return None
    words = words_of(claim.facts, step)
    less, more = words.differences
    if words.enum is None or not (less or more):
        return None
    data = {
        "step": step.key,
        "enum": list(words.enum.words),
        "allowed": list(words.listed),
        "transitions": list(words.keys),
        "lacking_in_enum": list(less),
        "lacking_in_allowed": list(more),
    }
    return ExpectedFinding(list_place(claim.facts, words), data)


@by("refusal")
def _refused_enum(lab: ProofContext[ClimptFacts], _finding: Finding) -> Proof:
    """The start is refused because the enum is missing or differs from the list."""
    return refused_with(lab, SCHEMA)


no_enum: Prover = checks_claim(_no_enum)(_refused_enum)
other_enum: Prover = checks_claim(_differing)(_refused_enum)


# --- schemas --------------------------------------------------------------------------------------


def _faulty(facts: ClimptFacts, fault: str) -> list[tuple[Step, Place]]:
    """The steps whose schema has a fault, each with the place of it."""
    found = []
    for step in facts.steps.values():
        expanded = facts.expanded(step)
        if expanded is not None and expanded.fault == fault:
            found.append((step, Place(*expanded.place)))
    return found


def _concerned(steps: list[Step]) -> dict[str, Any]:
    """The steps with a fault, a gated one first: only their schemas are checked before a run."""
    ordered = sorted(steps, key=lambda step: step.gate is None)
    keys = [step.key for step in ordered]
    return {"step": keys[0], "steps": keys, "gated": ordered[0].gate is not None}


def _no_schema(fault: str, member: str) -> Reader:
    """The reader of a file or a name of a schema that doesn't exist: the fault of the first step
    with it."""

    def read(claim: Claim) -> ExpectedFinding | None:
        named = member == "schema"
        faulty = [s for s, _ in _faulty(claim.facts, fault) if not no_list(claim.facts, s)]
        keys = claim.below("steps", "*", "outputSchemaRef", member)
        first = claim.facts.steps.get(keys[0]) if keys else None
        if first is None:
            return None
        same = [
            step
            for step in faulty
            if step.schema_file == first.schema_file
            and (not named or step.schema_name == first.schema_name)
        ]
        if same[:1] != [first]:
            return None
        more = {"name": first.schema_name} if named else {}
        return claim.here(**_concerned(same), file=first.schema_file, **more)

    return read


def _bad_reference(fault: str) -> Reader:
    """The reader of a `$ref` that prevents resolving a schema."""

    def read(claim: Claim) -> ExpectedFinding | None:
        spot = claim.place[:2]
        steps = [step for step, place in _faulty(claim.facts, fault) if place[:2] == spot]
        if not steps:
            return None
        return claim.here(**_concerned(steps), ref=str(claim.value or ""))

    return read


def _no_list(claim: Claim) -> ExpectedFinding | None:
    """The reader of a `required` that no `allOf` can be merged with."""
    faulty = _faulty(claim.facts, UNRESOLVED)
    steps = [step for step, place in faulty if place[:2] == claim.place[:2]]
    if not steps or not no_list(claim.facts, steps[0]):
        return None
    return claim.here(**_concerned(steps))


_no_name = _no_schema(UNRESOLVED, "schema")


def _no_schema_there(claim: Claim) -> ExpectedFinding | None:
    return _no_name(claim) or _no_list(claim)


@by("refusal")
def _refused_schema(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """The start is refused because a schema can't be resolved; it checks gated steps only."""
    return refused_with(lab, SCHEMA) if data_of(finding)["gated"] else STATIC


def _schema(read: Reader) -> Prover:
    return checks_claim(read)(_refused_schema)


no_schema_file: Prover = _schema(_no_schema("output-schema-file-missing", "file"))
no_schema: Prover = _schema(_no_schema_there)
no_target: Prover = _schema(_bad_reference("schema-ref-unresolved"))
used_twice: Prover = _schema(_bad_reference("schema-ref-reused"))
circular: Prover = _schema(_bad_reference("schema-ref-circular"))


# --- steps ----------------------------------------------------------------------------------------


def _incomplete(claim: Claim) -> ExpectedFinding | None:
    step, facts = claim.step, claim.facts
    if step is None or not facts.gated or claim.below("steps", step.key) is None:
        return None
    if step.key.startswith("section."):
        return None
    written = value_at(facts, facts.place(step.pointer))
    there = written if isinstance(written, dict) else {}
    missing = [*unslipped(there, (name for name in PARTS if not _counts(there.get(name))))]
    return claim.here(step=step.key, missing=missing) if missing else None


def _counts(value: Any) -> bool:
    """Whether the runtime sees a member: null, zero, false and the empty string count as absent."""
    return bool(value) or value in ({}, [])


@checks_claim(_incomplete)
@by("refusal")
def refused_step(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """The start is refused because a step isn't complete."""
    data = data_of(finding)
    gated = lab.facts.steps[data["step"]].gate is not None
    if gated and "transitions" in data["missing"]:
        return refused_with(lab, release_of(lab.facts).no_transitions)
    return refused_with(lab, INCOMPLETE)
