"""The rules of the Vesanor dialect, a module per theme of the reference's catalogue (§6)."""

from __future__ import annotations

from phaselint_rules.vesanor import (
    bans,
    failures,
    files,
    invariants,
    limits,
    order,
    phases,
    suppressions,
    tools,
    workflow,
)

RULES = (
    *files.RULES,
    *phases.RULES,
    *tools.RULES,
    *order.RULES,
    *bans.RULES,
    *limits.RULES,
    *failures.RULES,
    *invariants.RULES,
    *suppressions.RULES,
    *workflow.RULES,
)
