"""How the executor shows what filters of tools do (reference sweny §5.15, §8.6)."""

from __future__ import annotations

from phaselint.executor.proof import unproved
from phaselint_rules.sweny.proofs.claims import (
    Unlike,
    agree,
    checks_claim,
    entry_at,
    node_above,
    node_at,
    pointer_of,
    said,
)
from phaselint_rules.sweny.skills.proofs.skills import visit
from phaselint_rules.sweny.skills.toolnames import is_agent_tool

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Node
    from phaselint.executor.planning import PlannedRun
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof


@checks_claim
def matches_nothing(lab: ProofContext[SwenyFacts], finding: Finding) -> Proof:
    """A run reaches the node and logs that the entry matches no tool."""
    node, tool = _entry(lab.facts, finding)
    if is_agent_tool(lab.facts, tool):
        raise Unlike("the entry is a built-in agent tool")
    return _logged(lab, node, tool)


@checks_claim
def is_built_in(lab: ProofContext[SwenyFacts], finding: Finding) -> Proof:
    """A run reaches the node and logs that the entry, an agent's tool, matches none there."""
    node, tool = _entry(lab.facts, finding)
    if not is_agent_tool(lab.facts, tool):
        raise Unlike("the entry isn't a built-in agent tool")
    return _logged(lab, node, tool)


def _entry(facts: SwenyFacts, finding: Finding) -> tuple[Node, str]:
    """The node and the entry of its filter at which a finding stands. Raises Unlike."""
    key = "allow" if "allow" in pointer_of(facts, finding)[-2:] else "deny"
    node = node_above(facts, finding, "tools", key)
    tool = entry_at(finding, node.allow if key == "allow" else node.deny)
    agree(finding, node=node.id, tool=tool)
    return node, tool


def _logged(lab: ProofContext[SwenyFacts], node: Node, tool: str) -> Proof:
    message = f"'{tool}' does not match any tool resolved for node '{node.id}'"

    def logged(driven: PlannedRun, _: str) -> bool:
        return any(message in warned["message"] for warned in driven.of("warn"))

    return visit(lab, "read the log of", (node.id,), logged)


@checks_claim
def offers_none(lab: ProofContext[SwenyFacts], finding: Finding) -> Proof:
    """A run reaches the node, and the model isn't offered any tool of its skills."""
    facts = lab.facts
    node = node_at(facts, finding, "tools")
    tools = list(dict.fromkeys(facts.tools_of(node)))
    agree(finding, node=node.id, tools=tools)
    if not tools:
        raise Unlike("the skills of the node have no tools")

    def bare(driven: PlannedRun, node: str) -> bool:
        runs = driven.of("model:run", node)
        return bool(runs) and not any(run["tools"] for run in runs)

    return visit(lab, "look at the tools of", (node.id,), bare)


@checks_claim
def stays_offered(lab: ProofContext[SwenyFacts], finding: Finding) -> Proof:
    """A run reaches the node, and the model is offered the tool."""
    facts, data = lab.facts, said(finding)
    node = node_above(facts, finding, "disallowed_tools")
    name = entry_at(finding, node.disallowed)
    tool, skill = data.get("tool"), facts.skill(str(data.get("skill")))
    agree(finding, node=node.id)
    if is_agent_tool(facts, name) or skill is None or tool not in skill.tools:
        raise Unlike("the entry is a built-in agent tool, or the skill doesn't have the tool")
    if name not in facts.same_tool(tool) or skill.id not in node.skills:
        return unproved("the node isn't offered the tool anyway")

    def offered(driven: PlannedRun, node: str) -> bool:
        return any(tool in run["tools"] for run in driven.of("model:run", node))

    if tool not in facts.visible(node):
        return unproved("the node isn't offered the tool anyway")
    return visit(lab, "look at the tools of", (node.id,), offered)
