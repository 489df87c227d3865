"""Rules that hold for every contract, whatever its dialect."""

from __future__ import annotations

from phaselint_rules.shared import documents, executor, soundness, suppressions

RULES = (*documents.RULES, *suppressions.RULES, *executor.RULES, *soundness.RULES)
