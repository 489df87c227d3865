"""Contracts that a session refuses to start with (reference vesanor §3.1)."""

from __future__ import annotations

from phaselint.executor.proof import by_refusal
from phaselint.vocabulary.finding import Proof
from phaselint.vocabulary.rule import by

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.vesanor.analysis.facts import VesanorFacts
    from phaselint.executor.proof import Lab
    from phaselint.vocabulary.finding import Finding, Proof


@by("refusal")
def refused(lab: Lab[VesanorFacts], _: Finding) -> Proof:
    """The session refuses to start, naming this rule."""
    return by_refusal(lab, lab.rule.name)
