"""What skills give to nodes, as far as a visit depends on it (reference sweny §5.2)."""

from __future__ import annotations

from phaselint_rules.sweny.form.subjects import value_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Node


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
