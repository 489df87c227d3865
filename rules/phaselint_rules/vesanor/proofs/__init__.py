"""How the executor shows each finding (reference §8, "Confirm"; design §8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.deferred import deferred_module

if TYPE_CHECKING:
    from phaselint_rules.vesanor.proofs import (
        sessions,
    )
else:
    sessions = deferred_module("phaselint_rules.vesanor.proofs.sessions")

__all__ = ["sessions"]
