"""How the executor shows which calls the settings of an agent let its steps make (reference climpt
1.14 §2.5, §3.6, §4.7)."""

from __future__ import annotations

from phaselint.executor.claims import notes
from phaselint_rules.climpt.proofs.claims import ExpectedFinding, checks_claim

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.vocabulary.rule import Prover
    from phaselint_rules.climpt.proofs.claims import Claim

ALLOW = ("permissions", "allow")


def _widened(claim: Claim) -> ExpectedFinding | None:
    settings = claim.facts.contract.settings
    name, bracket, _ = claim.text.partition("(")
    listed = settings is not None and claim.place.file == settings.file
    listed = listed and claim.place.pointer[:2] == ALLOW
    return claim.here(tool=name) if listed and bracket else None


other_calls_pass: Prover = checks_claim(_widened, "that `{tool}` is listed with brackets")(notes)
