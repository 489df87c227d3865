"""Proofs of what the loader drops or does not add (reference sweny §8.1)."""

from __future__ import annotations

from phaselint.executor.planning import Plan, PlannedRun, shown
from phaselint.executor.proof import STATIC, partly
from phaselint.vocabulary.rule import by
from phaselint.vocabulary.suggest import suggest
from phaselint_rules.sweny.proofs.answering import run_plan
from phaselint_rules.sweny.proofs.claims import (
    Unlike,
    agree,
    checks_claim,
    key_at,
)
from phaselint_rules.sweny.samples import run_input

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof

SECTIONS = {"rules": "## Rules", "context": "## Background Context"}
"""The start of the prompt section that a root key adds (§5.3)."""

BROUGHT = (*SECTIONS, "additionalContext")
"""The run inputs that add a section, too (§5.1)."""


@checks_claim
@by("static+replay")
def key_dropped(lab: ProofContext[SwenyFacts], finding: Finding) -> Proof:
    """The prompt of the entry node lacks the section that the key is meant for. Other keys bring
    no section, and it may be there for another reason."""
    facts = lab.facts
    key = key_at(facts, finding)
    meant = suggest(key, facts.known_keys)
    if key not in facts.workflow.unknown_keys or meant is None:
        raise Unlike("the contract has no such unknown key")
    agree(finding, key=key, meant=meant)
    section = SECTIONS.get(meant)
    entry = facts.nodes.get(facts.workflow.entry)
    if section is None or entry is None:
        return STATIC
    if getattr(facts.workflow, meant) or getattr(entry, meant).sources:
        return STATIC

    def lacks(driven: PlannedRun) -> bool:
        prompts = [run["prompt"] for run in driven.of("model:run", entry.id)]
        return bool(prompts) and not any(section in prompt for prompt in prompts)

    given = {k: each for k, each in run_input(facts, (entry,)).items() if k not in BROUGHT}
    plan = Plan((entry.id,), given=given)
    proof = shown(run_plan(lab, f"read the prompt of {entry.id}", plan), lacks)
    return partly(proof, f"that the workflow has the key `{key}`")
