"""How the executor shows that a parameter isn't provided (reference climpt §3.1, §7.8)."""

from __future__ import annotations

import re

from phaselint.executor.claims import refused
from phaselint_rules.climpt.proofs.claims import ExpectedFinding, checks_claim

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.vocabulary.rule import Prover
    from phaselint_rules.climpt.proofs.claims import Claim


def _other_flag(claim: Claim) -> ExpectedFinding | None:
    """A parameter whose flag isn't the one that the command line looks for."""
    name = claim.name("parameter")
    if not claim.agent_place("parameters", name, "cli"):
        return None
    known = claim.facts.agent.parameters.get(name)
    kebab = re.sub("[A-Z]", lambda found: f"-{found[0].lower()}", name)
    if known is None or known.cli in (f"--{kebab}", f"--{name}"):
        return None
    return claim.here(parameter=name, needed=known.required and not known.has_default)


not_provided: Prover = checks_claim(
    _other_flag, "that the command line doesn't look for the flag of `{parameter}`"
)(refused)
