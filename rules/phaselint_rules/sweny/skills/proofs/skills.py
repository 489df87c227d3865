"""How the executor shows what skills give to nodes (reference sweny §5.2, §5.3, §8.6)."""

from __future__ import annotations

from phaselint.executor.planning import Plan, shown
from phaselint.executor.proof import STATIC, unproved
from phaselint_rules.sweny.proofs.answering import run_plan
from phaselint_rules.sweny.proofs.claims import (
    Unlike,
    agree,
    checks_claim,
    key_at,
)
from phaselint_rules.sweny.skills.skillcontent import section_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.executor.planning import PlannedRun
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof

NO_WAY = "no run reaches the node"


def visit(
    lab: ProofContext[SwenyFacts],
    name: str,
    nodes: Iterable[str],
    holds: Callable[[PlannedRun, str], bool],
) -> Proof:
    """The verdict of a run to the first of some nodes that a run can come to."""
    facts = lab.facts
    ways = {node: facts.ways.way(node) for node in nodes} if facts.graph_known else {}
    node = next((each for each, way in ways.items() if way), None)
    if node is None:
        return unproved(NO_WAY)
    return shown(run_plan(lab, f"{name} {node}", Plan(ways[node])), lambda each: holds(each, node))


def _prompts(driven: PlannedRun, node: str) -> list[str]:
    return [run["prompt"] for run in driven.of("model:run", node)]


@checks_claim
def left_out(lab: ProofContext[SwenyFacts], finding: Finding) -> Proof:
    """The prompt of a node that lists the skill lacks what is written inline. Where no node
    does, or nothing is written, the finding is a fact of the document."""
    facts = lab.facts
    id = key_at(facts, finding, "skills")
    inline, other = facts.workflow.skills.get(id), facts.contract.registry.get(id)
    if inline is None or other is None:
        raise Unlike("the contract doesn't have two skills with that ID")
    nodes = [node.id for node in facts.sound_nodes if inline.id in node.skills]
    agree(finding, skill=inline.id, nodes=nodes)
    section = section_of(inline)
    if not nodes or not section or section == section_of(other):
        return STATIC

    def lacks(driven: PlannedRun, node: str) -> bool:
        prompts = _prompts(driven, node)
        return bool(prompts) and not any(section in prompt for prompt in prompts)

    return visit(lab, "read the prompt of", nodes, lacks)
