"""How the executor shows each finding (reference vesanor §6, column "run"; design §8).

A module per theme, imported when one of its provers is first run; `bench` is what they share.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.vocabulary.deferred import deferred_module

if TYPE_CHECKING:
    from phaselint_rules.vesanor.proofs import calls, refusals, traps, visibility, visits
else:
    calls = deferred_module("phaselint_rules.vesanor.proofs.calls")
    refusals = deferred_module("phaselint_rules.vesanor.proofs.refusals")
    traps = deferred_module("phaselint_rules.vesanor.proofs.traps")
    visibility = deferred_module("phaselint_rules.vesanor.proofs.visibility")
    visits = deferred_module("phaselint_rules.vesanor.proofs.visits")

__all__ = ["calls", "refusals", "traps", "visibility", "visits"]
