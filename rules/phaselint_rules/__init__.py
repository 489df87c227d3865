"""The built-in rules, each dialect's in the order of their codes."""

from __future__ import annotations

from phaselint.vocabulary.rule import ANY_DIALECT
from phaselint.vocabulary.ruleset import RuleSet

PACKAGES = {
    ANY_DIALECT: "phaselint_rules.shared",
    "vesanor": "phaselint_rules.vesanor",
    "sweny": "phaselint_rules.sweny",
    "climpt": "phaselint_rules.climpt",
    "stud": "phaselint_rules.stud",
    "agents": "phaselint_rules.agents",
    "langgraph": "phaselint_rules.langgraph",
}
"""Dialect → the package of its rules."""

RULES = RuleSet({dialect: f"{package}.index" for dialect, package in PACKAGES.items()})

__all__ = ["PACKAGES", "RULES"]
