"""How the executor shows what becomes of sources (reference sweny §5.16, §8.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.executor.driving import data_of, unscripted
from phaselint_rules.sweny.proofs.bench import Plan, drive, shown
from phaselint_rules.sweny.proofs.samples import everything_there

if TYPE_CHECKING:
    from collections.abc import Callable

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.executor.proof import Lab
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint_rules.sweny.proofs.bench import Driven

CODES = {
    "source-file-missing": ("SOURCE_FILE_NOT_FOUND",),
    "source-blank": ("source error: empty string",),
    "source-prefix-ambiguous": ("SOURCE_FILE_NOT_FOUND", "SOURCE_URL_BLOCKED"),
    "source-invalid-type": ("SOURCE_INVALID_TYPE",),
    "source-url-scheme": ("SOURCE_URL_BLOCKED",),
    "source-url-blocked": ("SOURCE_URL_BLOCKED",),
}
"""What the exception names that ends a run."""


def throws(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """Every other source is there, and the run ends before its first node for this one."""
    text, codes = data_of(finding)["source"], CODES[lab.rule.name]

    def ends(driven: Driven) -> bool:
        outcome = driven.run.outcome
        named = any(code in outcome.detail for code in codes) and text in outcome.detail
        return outcome.kind == "error" and not driven.visited and named

    return _start(lab, finding, text, ends)


def stays_text(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """The source is resolved as inline text."""
    field = data_of(finding)["field"]

    def inline(driven: Driven) -> bool:
        resolved = driven.of("sources:resolved")
        return bool(resolved) and resolved[0]["sources"][field]["kind"] == "inline"

    return _start(lab, finding, "", inline)


def _start(
    lab: Lab[SwenyFacts], finding: Finding, without: str, holds: Callable[[Driven], bool]
) -> Proof:
    """The verdict of the start of a run in a world without one source."""
    facts = lab.facts
    if not facts.graph_known:
        return unscripted("a run ends before it looks at sources: an edge or the entry is broken")
    plan = Plan((facts.workflow.entry,), world=everything_there(facts, without))
    return shown(drive(lab, f"resolve {data_of(finding)['field']}", plan), holds)
