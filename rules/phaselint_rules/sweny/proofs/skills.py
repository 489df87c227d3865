"""How the executor shows what skills give to nodes (reference sweny §5.2, §5.3, §8.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.executor.driving import data_of, unscripted
from phaselint.executor.proof import STATIC
from phaselint_rules.sweny.proofs.bench import Plan, drive, shown
from phaselint_rules.sweny.skillcontent import is_stranded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Skill
    from phaselint.executor.proof import Lab
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint_rules.sweny.proofs.bench import Driven

NO_WAY = "no run comes to the node"


def visit(
    lab: Lab[SwenyFacts], name: str, nodes: Iterable[str], holds: Callable[[Driven, str], bool]
) -> Proof:
    """The verdict of a run to the first of some nodes that a run can come to."""
    facts = lab.facts
    ways = {node: facts.ways.way(node) for node in nodes} if facts.graph_known else {}
    node = next((each for each, way in ways.items() if way), None)
    if node is None:
        return unscripted(NO_WAY)
    return shown(drive(lab, f"{name} {node}", Plan(ways[node])), lambda each: holds(each, node))


def throws(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """A run comes to a node none of whose skills gives it anything, and ends with an exception.
    Where there is no such node, the finding is a fact of the document."""
    facts, data = lab.facts, data_of(finding)
    listed = data.get("nodes", [data["node"]] if "node" in data else [])
    stranded = [name for name in listed if is_stranded(facts, facts.nodes[name])]
    return visit(lab, "visit", stranded, _lacks_skills) if stranded else STATIC


def _lacks_skills(driven: Driven, node: str) -> bool:
    outcome = driven.run.outcome
    return outcome.kind == "error" and f'Node "{node}" requires skills [' in outcome.detail


def _section(skill: Skill) -> str:
    """What a skill's instruction becomes in a prompt."""
    return f"## Skill: {skill.name}\n\n{skill.instruction}"


def _prompts(driven: Driven, node: str) -> list[str]:
    return [run["prompt"] for run in driven.of("model:run", node)]


def left_out(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """The prompt of a node that lists the skill lacks what is written inline. Where no node
    does, or nothing is written, the finding is a fact of the document."""
    facts, data = lab.facts, data_of(finding)
    inline, other = facts.workflow.skills[data["skill"]], facts.contract.registry[data["skill"]]
    section = _section(inline)
    if not data["nodes"] or not inline.instruction or section == _section(other):
        return STATIC

    def lacks(driven: Driven, node: str) -> bool:
        prompts = _prompts(driven, node)
        return bool(prompts) and not any(section in prompt for prompt in prompts)

    return visit(lab, "read the prompt of", data["nodes"], lacks)


def doubled(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """The model is offered a tool of the skill twice, or its section stands twice in the prompt.
    Where the skill gives the node nothing, the finding is a fact of the document."""
    facts, data = lab.facts, data_of(finding)
    skill = facts.skill(data["skill"])
    tools = _offered(facts, skill, data["node"])
    if skill is None or not (tools or skill.instruction):
        return STATIC
    section = _section(skill) if skill.instruction else ""

    def twice(driven: Driven, node: str) -> bool:
        offered = [tool for run in driven.of("model:run", node)[:1] for tool in run["tools"]]
        texts = _prompts(driven, node)[:1] if section else []
        return any(offered.count(tool) > 1 for tool in tools) or any(
            text.count(section) > 1 for text in texts
        )

    return visit(lab, "look at the skills of", (data["node"],), twice)


def _offered(facts: SwenyFacts, skill: Skill | None, node: str) -> tuple[str, ...]:
    visible = facts.visible(facts.nodes[node])
    return tuple(tool for tool in (skill.tools if skill else ()) if tool in visible)
