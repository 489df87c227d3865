"""What is claimed of gates that fail. Most contracts have none, so it is imported with the first
finding."""

from __future__ import annotations

from phaselint.vocabulary.deferred import deferred_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint_rules.sweny.gates.failing import (
        decides,
        mistyped,
        never_pass_together,
        never_passes,
        unmet,
        unmet_as_declared,
        unmet_with,
    )
else:
    _failing = deferred_module("phaselint_rules.sweny.gates.failing")
    decides = _failing.decides
    mistyped = _failing.mistyped
    never_pass_together = _failing.never_pass_together
    never_passes = _failing.never_passes
    unmet = _failing.unmet
    unmet_as_declared = _failing.unmet_as_declared
    unmet_with = _failing.unmet_with

__all__ = [
    "decides",
    "mistyped",
    "never_pass_together",
    "never_passes",
    "unmet",
    "unmet_as_declared",
    "unmet_with",
]
