"""Proofs of where jumps go (reference climpt §4.3, §7.4)."""

from __future__ import annotations

from phaselint.dialects.climpt.analysis.lower import permits
from phaselint.dialects.climpt.reading.values import path_of
from phaselint.executor.claims import ends_or_notes, same
from phaselint.schema import values_at
from phaselint_rules.climpt.gates.schemas import is_property, schema_place, written
from phaselint_rules.climpt.pointertext import value_at
from phaselint_rules.climpt.proofs.claims import ExpectedFinding, checks_claim

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaselint.dialects.climpt.model import Gate, Step
    from phaselint.vocabulary.rule import Prover
    from phaselint_rules.climpt.proofs.claims import Claim


def _jumping(claim: Claim) -> tuple[Step, Gate, Any] | None:
    """The step of a finding that can jump and declares where its answer has the target, its gate
    and its schema."""
    found, facts = claim.gated, claim.facts
    schema = facts.schema(found[0]) if found else None
    if found is None or schema is None or not found[1].target_field:
        return None
    return (*found, schema) if permits(found[0], "jump") else None


def _no_field(claim: Claim) -> ExpectedFinding | None:
    found = _jumping(claim)
    if found is None or is_property(written(found[2], found[1].target_field)):
        return None
    step, gate, _ = found
    place = claim.facts.place((*gate.pointer, "targetField"))
    return ExpectedFinding(place, {"step": step.key, "field": gate.target_field})


def _no_flow_step(claim: Claim) -> ExpectedFinding | None:
    """A word that the schema of a step has at the target of a jump and that isn't a step of the
    flow: the place is the word's in the schema."""
    found, word, facts = _jumping(claim), claim.name("target"), claim.facts
    if found is None or word not in (values_at(found[2], path_of(found[1].target_field)) or ()):
        return None
    step, gate, schema = found
    target = facts.steps.get(word)
    if target is not None and target.kind != "closure" and not target.section:
        return None
    nodes = [schema_place(facts, step, at) for at in written(schema, gate.target_field).pointers]
    homes = [node for node in nodes if node is not None and claim.is_below(node)]
    field = facts.place((*gate.pointer, "targetField"))
    at_word = bool(homes) and value_at(facts, claim.place) == word
    if not at_word and claim.place[:2] != field[:2]:
        return None
    return claim.here(step=step.key, target=word, exists=target is not None)


not_read: Prover = checks_claim(_no_field)(same)
no_flow_step: Prover = checks_claim(_no_flow_step)(ends_or_notes)
