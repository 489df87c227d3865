"""Proofs of what is passed on (reference climpt §4.3, §7.4)."""

from __future__ import annotations

from phaselint.dialects.climpt.reading.values import path_of
from phaselint.executor.claims import notes
from phaselint_rules.climpt.proofs.claims import ANY, ExpectedFinding, checks_claim

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.climpt.model import Step
    from phaselint.vocabulary.rule import Prover
    from phaselint_rules.climpt.proofs.claims import Claim


def _field(claim: Claim) -> tuple[Step, int] | None:
    """The step and the number of the handed-off field at the place of a finding."""
    found = claim.gated
    if found is None or found[0].kind == "closure":
        return None
    keys = claim.below("steps", found[0].key, "structuredGate", "handoffFields", ANY)
    number = keys[0] if keys else None
    fields = found[1].handoff_fields
    return (found[0], number) if isinstance(number, int) and number < len(fields) else None


def _same_name(claim: Claim) -> ExpectedFinding | None:
    found = _field(claim)
    if found is None or found[0].gate is None:
        return None
    fields = found[0].gate.handoff_fields
    field, name = fields[found[1]], path_of(fields[found[1]])[-1]
    other = next(each for each in fields if path_of(each)[-1] == name)
    if field in fields[: found[1]] or other == field:
        return None
    return claim.here(step=found[0].key, name=name, fields=[other, field])


replaced: Prover = checks_claim(_same_name)(notes)
