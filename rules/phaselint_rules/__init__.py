"""The built-in rules: one explicit tuple, in the order of their codes."""

from __future__ import annotations

from phaselint_rules import shared, vesanor

RULES = (*shared.RULES, *vesanor.RULES)

__all__ = ["RULES"]
