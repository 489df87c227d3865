"""What skills give to nodes, as far as a visit depends on it (reference sweny §5.2)."""

from __future__ import annotations

from phaselint.vocabulary.claim import Ends
from phaselint_rules.sweny.form.subjects import value_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Node, Skill


def has_content(facts: SwenyFacts, id: str) -> bool:
    """Whether a skill gives a node anything: tools or text (even if empty); in the next release a
    server, too."""
    skill = facts.skill(id)
    if skill is None:
        return False
    if skill.tools or skill.instruction or (facts.servers_connect and skill.mcp is not None):
        return True
    return skill.origin == "inline" and value_at(facts, skill.pointer).get("instruction") == ""


def is_stranded(facts: SwenyFacts, node: Node) -> bool:
    """Whether a node lists skills and none gives it anything, so a visit throws (§5.2)."""
    if not node.skills or facts.documented:
        return False
    return not any(has_content(facts, id) for id in node.skills)


def section_of(skill: Skill) -> str:
    """What the instruction of a skill becomes in a prompt; empty without one."""
    return f"## Skill: {skill.name}\n\n{skill.instruction}" if skill.instruction else ""


def first_reached(facts: SwenyFacts, nodes: Sequence[str]) -> str:
    """The first of some nodes to which a path leads; the first of all if none does."""
    reach = (each for each in nodes if facts.graph_known and facts.ways.way(each))
    return next(reach, nodes[0])


def throws_in(facts: SwenyFacts, nodes: Sequence[Node]) -> Ends | None:
    """That a visit of one of some nodes throws, for want of a skill that gives it anything;
    nothing where each has another one."""
    names = [node.id for node in nodes if is_stranded(facts, node)]
    if not names:
        return None
    name = first_reached(facts, names)
    return Ends(name, "Error", f'Node "{name}" requires skills [')
