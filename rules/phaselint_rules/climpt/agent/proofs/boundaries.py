"""How the executor shows which tools steps can use (reference climpt §4.10, §4.12, §7.8)."""

from __future__ import annotations

from phaselint.dialects.climpt.reading.permissions import BOUNDARY, permissions
from phaselint.executor.claims import never, same
from phaselint_rules.climpt.pointertext import INNER
from phaselint_rules.climpt.proofs.claims import ANY, ExpectedFinding, checks_claim

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.vocabulary.rule import Prover
    from phaselint_rules.climpt.proofs.claims import Claim

BOUNDARIES = ("runner", "boundaries")


def _withheld(claim: Claim) -> ExpectedFinding | None:
    """A listed boundary tool, and the first step that doesn't get it."""
    facts, tool = claim.facts, claim.text
    if not claim.agent_place(*BOUNDARIES, "allowedTools", ANY) or tool not in BOUNDARY:
        return None
    inner = (step for step in facts.steps.values() if step.kind in INNER)
    met = (step for step in inner if not facts.graph_known or step.key in facts.reach)
    step = next(met, None)
    return claim.here(step=step.key, tool=tool) if step else None


def _no_step_has_it(claim: Claim) -> ExpectedFinding | None:
    facts = claim.facts
    steps = [step for step in facts.steps.values() if not step.section]
    if not claim.agent_place(*BOUNDARIES, "permissionMode") or not all(s.kind for s in steps):
        return None
    mode = facts.agent.permission_mode
    given = {permissions(facts.agent, step).mode for step in steps}
    return claim.here(mode=mode) if mode and given and mode not in given else None


taken_away: Prover = checks_claim(_withheld)(never)
other_mode: Prover = checks_claim(_no_step_has_it)(same)
