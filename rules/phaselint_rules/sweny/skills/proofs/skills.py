"""How the executor shows what skills give to nodes (reference sweny §5.2, §5.3, §8.6)."""

from __future__ import annotations

from phaselint.executor.planning import Plan, shown
from phaselint.executor.proof import STATIC, unproved
from phaselint_rules.sweny.proofs.answering import run_plan
from phaselint_rules.sweny.proofs.claims import (
    Unlike,
    agree,
    checks_claim,
    entry_at,
    key_at,
    node_above,
    pointer_of,
)
from phaselint_rules.sweny.skills.skillcontent import is_stranded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Skill
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


@checks_claim
def throws(lab: ProofContext[SwenyFacts], finding: Finding) -> Proof:
    """A run reaches the node that lists an unknown skill and no other that gives it anything,
    and ends with an exception. Where it lists another, the finding is a fact of the document."""
    facts = lab.facts
    node = node_above(facts, finding, "skills")
    skill = entry_at(finding, node.skills)
    agree(finding, node=node.id, skill=skill)
    if facts.skill(skill) is not None:
        raise Unlike("the contract knows the skill")
    return _stranded(lab, [node.id] if is_stranded(facts, node) else [])


@checks_claim
def gives_nothing(lab: ProofContext[SwenyFacts], finding: Finding) -> Proof:
    """A run reaches a node that lists the skill and no other that gives it anything, and ends
    with an exception. Where there is no such node, the finding is a fact of the document."""
    facts = lab.facts
    if finding.place.file != facts.file or finding.place.pointer == ("mcp",):
        return STATIC
    if pointer_of(facts, finding)[:1] == ("nodes",):
        node = node_above(facts, finding, "skills")
        skill, listed = entry_at(finding, node.skills), [node]
    else:
        skill = key_at(facts, finding, "skills")
        listed = [node for node in facts.sound_nodes if skill in node.skills]
    found = facts.skill(skill)
    if found is None or found.mcp is None or found.instruction:
        raise Unlike("the contract has no such skill with only a server")
    nodes = [node.id for node in listed if is_stranded(facts, node)]
    agree(finding, skill=skill, nodes=nodes)
    return _stranded(lab, nodes)


def _stranded(lab: ProofContext[SwenyFacts], nodes: Iterable[str]) -> Proof:
    return visit(lab, "visit", nodes, _lacks_skills) if nodes else STATIC


def _lacks_skills(driven: PlannedRun, node: str) -> bool:
    outcome = driven.run.outcome
    return outcome.kind == "error" and f'Node "{node}" requires skills [' in outcome.detail


def _section(skill: Skill) -> str:
    """What a skill's instruction becomes in a prompt."""
    return f"## Skill: {skill.name}\n\n{skill.instruction}"


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
    section = _section(inline)
    if not nodes or not inline.instruction or section == _section(other):
        return STATIC

    def lacks(driven: PlannedRun, node: str) -> bool:
        prompts = _prompts(driven, node)
        return bool(prompts) and not any(section in prompt for prompt in prompts)

    return visit(lab, "read the prompt of", nodes, lacks)


@checks_claim
def doubled(lab: ProofContext[SwenyFacts], finding: Finding) -> Proof:
    """The model is offered a tool of the skill twice, or its section stands twice in the prompt.
    Where the skill gives the node nothing, the finding is a fact of the document."""
    facts = lab.facts
    node = node_above(facts, finding, "skills")
    id = entry_at(finding, node.skills)
    agree(finding, node=node.id, skill=id)
    if finding.place.pointer == (*node.pointer, "skills", node.skills.index(id)):
        raise Unlike("the entry is the first one for the skill")
    skill = facts.skill(id)
    tools = tuple(tool for tool in (skill.tools if skill else ()) if tool in facts.visible(node))
    if skill is None or not (tools or skill.instruction):
        return STATIC
    section = _section(skill) if skill.instruction else ""

    def twice(driven: PlannedRun, node: str) -> bool:
        offered = [tool for run in driven.of("model:run", node)[:1] for tool in run["tools"]]
        texts = _prompts(driven, node)[:1] if section else []
        return any(offered.count(tool) > 1 for tool in tools) or any(
            text.count(section) > 1 for text in texts
        )

    return visit(lab, "look at the skills of", (node.id,), twice)
