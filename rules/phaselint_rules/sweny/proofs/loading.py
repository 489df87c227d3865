"""Proofs of what the loader drops or does not add (reference sweny §8.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.executor.driving import data_of, unscripted
from phaselint.executor.proof import STATIC
from phaselint_rules.sweny.proofs.bench import Driven, Plan, drive, shown

if TYPE_CHECKING:
    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.executor.proof import Lab
    from phaselint.vocabulary.finding import Finding, Proof

SECTIONS = {"rules": "## Rules", "context": "## Background Context"}
"""How the section of a prompt begins that a root key brings (§5.3)."""


def key_dropped(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """The prompt of the entry node lacks the section. Other keys bring no section, and it may be
    there for another reason."""
    facts, meant = lab.facts, data_of(finding)["meant"]
    section = SECTIONS.get(meant)
    entry = facts.nodes.get(facts.workflow.entry)
    if section is None or entry is None:
        return STATIC
    if getattr(facts.workflow, meant) or getattr(entry, meant).sources:
        return STATIC

    def lacks(driven: Driven) -> bool:
        prompts = [run["prompt"] for run in driven.of("model:run", entry.id)]
        return bool(prompts) and not any(section in prompt for prompt in prompts)

    return shown(drive(lab, f"read the prompt of {entry.id}", Plan((entry.id,))), lacks)


def run_crashes(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """A run that comes to the node ends with a TypeError."""
    facts, node = lab.facts, data_of(finding)["node"]
    way = facts.ways.way(node) if facts.graph_known else ()
    if not way:
        return unscripted("no run comes to the node")

    def crashes(driven: Driven) -> bool:
        outcome = driven.run.outcome
        return outcome.kind == "error" and outcome.detail.startswith("TypeError")

    return shown(drive(lab, f"run {node}", Plan(way)), crashes)
