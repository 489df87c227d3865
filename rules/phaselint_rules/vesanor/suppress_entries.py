"""The dialect's own suppressions: `graph_analysis.suppress` (reference vesanor §2.5, A4, A5)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.dialects.vesanor.analysis.facts import VesanorFacts
    from phaselint.dialects.vesanor.model import Suppress
    from phaselint.vocabulary.finding import Finding

HIDES = {
    "dead_phase": "dead-phase",
    "unreachable_phase": "unreachable-phase",
    "circular_deadlock": "deadlocked-phases",
}
"""What each documented ID suppresses (reference §6.6)."""


def matching(facts: VesanorFacts, check: str, phases: Sequence[str]) -> tuple[Suppress, ...]:
    """The entries with a reason that name this check and one of these phases."""
    return tuple(
        entry
        for entry in facts.session.suppress
        if entry.reason and entry.check == check and entry.phase in phases
    )


def waived(facts: VesanorFacts, check: str, phases: Sequence[str], finding: Finding) -> Finding:
    """The finding, waived where the contract says so and may.

    Errors can be suppressed only with the option `honour-error-suppressions`: the product
    refuses to start whatever the session file says.
    """
    entries = matching(facts, check, phases)
    error = check == "circular_deadlock" or finding.severity == "error"
    if not entries or (error and not facts.options["honour-error-suppressions"]):
        return finding
    return finding._replace(waiver=entries[0].reason)
