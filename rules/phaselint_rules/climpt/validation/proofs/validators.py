"""How the executor shows what single validators do (reference climpt §2.6, §4.9, §7.7)."""

from __future__ import annotations

from phaselint.dialects.climpt.reading.extractors import EXTRACTORS, Result, extract
from phaselint.executor.claims import ends_or_notes, notes, same
from phaselint_rules.climpt.proofs.claims import ANY, ExpectedFinding, checks_claim
from phaselint_rules.climpt.validation.retryprompts import COMMANDS, OTHERS, wanted_names, why_never

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from phaselint.dialects.climpt.model import Validator
    from phaselint.vocabulary.rule import Prover
    from phaselint_rules.climpt.proofs.claims import Claim


def _validator(claim: Claim, *inner: str) -> tuple[Validator, str] | None:
    """The validator that the place of a finding is, or is in, and the last key of the place."""
    keys = claim.below("validators", ANY, *inner)
    found = claim.facts.registry.validators.get(keys[0]) if keys else None
    return (found, str(claim.place.pointer[-1])) if found else None


def _no_success(claim: Claim) -> ExpectedFinding | None:
    found = _validator(claim, "successWhen")
    if found is None or found[0].type not in COMMANDS or not isinstance(claim.value, str):
        return None
    return claim.here(validator=found[0].name) if why_never(claim.value) else None


def _no_extractor(claim: Claim) -> ExpectedFinding | None:
    found = _validator(claim, "extractParams", ANY)
    if found is None or not isinstance(claim.value, str) or claim.value in EXTRACTORS:
        return None
    return claim.here(validator=found[0].name, param=found[1])


def _not_extracted(claim: Claim) -> ExpectedFinding | None:
    """A name that a failure pattern uses but the first of its validators doesn't pass on."""
    name, registry = claim.name("param"), claim.facts.registry
    for pattern in registry.patterns.values():
        wanted = wanted_names(claim.facts, pattern)
        users = [each for each in registry.validators.values() if each.pattern == pattern.name]
        users = [each for each in users if each.type in COMMANDS]
        lacking = [each.name for each in users if name not in _given(each, name)]
        place, file = wanted.get(name, (None, ""))
        if place is not None and lacking and place == claim.place._replace(part=place.part):
            return ExpectedFinding(place, {"param": name, "validator": lacking[0], "file": file})
    return None


def _given(validator: Validator, name: str) -> Collection[str]:
    """The names that a validator passes on; not asked for validators without extractors."""
    return (name,) if validator.extractors is None else extract(validator.extractors, Result())


def _other_type(claim: Claim) -> ExpectedFinding | None:
    found = _validator(claim, "type")
    if found is None or found[0].type != claim.value or found[0].type == "command":
        return None
    return claim.here(validator=found[0].name, known=found[0].type in OTHERS)


never_succeeds: Prover = checks_claim(_no_success, "that no result of `{validator}` is a success")(
    notes
)


says_nothing: Prover = checks_claim(_no_extractor, "that the extractor of `{param}` doesn't exist")(
    same
)
runs_or_ends: Prover = checks_claim(_other_type, "that the type of `{validator}` isn't `command`")(
    ends_or_notes
)
stays_empty: Prover = checks_claim(_not_extracted, "that `{validator}` doesn't extract `{param}`")(
    same
)
