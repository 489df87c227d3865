"""How the executor shows each finding (reference vesanor §6, column "run"; design §8).

A module per theme, imported when one of its provers is first run; `bench` is what they share, and
`copies` are the contracts that the one on the bench is compared with.
"""

from __future__ import annotations

from phaselint.vocabulary.deferred import deferred_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint_rules.vesanor.proofs import (
        bans,
        calls,
        failing,
        refusals,
        spending,
        traps,
        visibility,
        visits,
    )
else:
    bans = deferred_module("phaselint_rules.vesanor.proofs.bans")
    calls = deferred_module("phaselint_rules.vesanor.proofs.calls")
    failing = deferred_module("phaselint_rules.vesanor.proofs.failing")
    refusals = deferred_module("phaselint_rules.vesanor.proofs.refusals")
    spending = deferred_module("phaselint_rules.vesanor.proofs.spending")
    traps = deferred_module("phaselint_rules.vesanor.proofs.traps")
    visibility = deferred_module("phaselint_rules.vesanor.proofs.visibility")
    visits = deferred_module("phaselint_rules.vesanor.proofs.visits")

__all__ = ["bans", "calls", "failing", "refusals", "spending", "traps", "visibility", "visits"]
