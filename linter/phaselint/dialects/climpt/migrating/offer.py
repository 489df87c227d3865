"""The available migrations of agents."""

from __future__ import annotations

from phaselint.dialects.migration import Migration
from phaselint.vocabulary.deferred import deferred

_PACKAGE = "phaselint.dialects.climpt.migrating"

REPLACED = {
    "step-only-via-continuation": ("unreachable-phase",),
    "closure-prompt-of-other-step": ("unreachable-phase", "step-only-via-continuation"),
}
"""Rules of 1.14 and those whose findings they replace (1.14 §7.3)."""


def migrations() -> tuple[Migration, ...]:
    """From 1.13 to 1.14."""
    return (
        Migration(
            "climpt-1.14",
            deferred(f"{_PACKAGE}.plan", "plan"),
            before={"target": "1.13"},
            after={"target": "1.14"},
            replaced=REPLACED,
        ),
    )
