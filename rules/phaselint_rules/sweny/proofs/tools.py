"""How the executor shows what filters of tools do (reference sweny §5.15, §8.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.executor.driving import data_of, unscripted
from phaselint_rules.sweny.proofs.skills import visit

if TYPE_CHECKING:
    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.executor.proof import Lab
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint_rules.sweny.proofs.bench import Driven


def matches_nothing(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """A run comes to the node and logs that the entry matches no tool."""
    data = data_of(finding)
    message = f"'{data['tool']}' does not match any tool resolved for node '{data['node']}'"

    def logged(driven: Driven, _: str) -> bool:
        return any(message in warned["message"] for warned in driven.of("warn"))

    return visit(lab, "read the log of", (data["node"],), logged)


def offers_none(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """A run comes to the node, and the model is offered no tool."""

    def bare(driven: Driven, node: str) -> bool:
        runs = driven.of("model:run", node)
        return bool(runs) and not any(run["tools"] for run in runs)

    return visit(lab, "look at the tools of", (data_of(finding)["node"],), bare)


def stays_offered(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """A run comes to the node, and the model is offered the tool."""
    data, facts = data_of(finding), lab.facts
    if data["tool"] not in facts.visible(facts.nodes[data["node"]]):
        return unscripted("the node is not offered the tool anyway")

    def offered(driven: Driven, node: str) -> bool:
        return any(data["tool"] in run["tools"] for run in driven.of("model:run", node))

    return visit(lab, "look at the tools of", (data["node"],), offered)
