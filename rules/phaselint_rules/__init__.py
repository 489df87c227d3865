"""The built-in rules, in the order of their codes."""

from __future__ import annotations

from phaselint.vocabulary.rule import ANY_DIALECT
from phaselint.vocabulary.ruleset import RuleSet

RULES = RuleSet(
    {
        ANY_DIALECT: "phaselint_rules.shared",
        "vesanor": "phaselint_rules.vesanor",
        "sweny": "phaselint_rules.sweny",
        "climpt": "phaselint_rules.climpt",
        "stud": "phaselint_rules.stud",
        "agents": "phaselint_rules.agents",
    }
)

__all__ = ["RULES"]
