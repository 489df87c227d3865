"""What the rules ask about skills and the tools that they bring (reference sweny §5.8, §5.15)."""

from __future__ import annotations

from phaselint.dialects.sweny.reading import catalogue
from phaselint.vocabulary.cached_property import cached_property

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from phaselint.dialects.sweny.model import Node, Skill
    from phaselint.vocabulary.finding import Pointer


class ToolFacts:
    """The part of the facts that is about tools."""

    def __init__(
        self, registry: Mapping[str, Skill], inline: Mapping[str, Skill], further: Iterable[str]
    ) -> None:
        """`registry` and `inline` are the skills by their IDs; `further` are more built-in
        tools of agents."""
        self._registry, self._inline, self._further = registry, inline, further
        self._tools: dict[tuple[str, ...], tuple[str, ...]] = {}  # by the skills that bring them
        self._offered: dict[Pointer, frozenset[str]] = {}  # by the node

    def skill(self, name: str) -> Skill | None:
        """A skill as a run would find it: registered ones hide inline ones of the same id."""
        return self._registry.get(name) or self._inline.get(name)

    def tools_of(self, node: Node) -> tuple[str, ...]:
        """The tools that a node's skills bring, in order, before its filter."""
        found = self._tools.get(node.skills)
        if found is None:
            skills = (self.skill(name) for name in node.skills)
            found = tuple(tool for skill in skills if skill for tool in skill.tools)
            self._tools[node.skills] = found
        return found

    def visible(self, node: Node) -> tuple[str, ...]:
        """The skill tools that the model is offered on a node: allow, then deny."""
        return tuple(
            tool
            for tool in self.tools_of(node)
            if (node.allow is None or tool in node.allow)
            and (node.deny is None or tool not in node.deny)
        )

    def offers(self, node: Node, tool: str) -> bool:
        """Whether the model is offered a skill tool on a node."""
        found = self._offered.get(node.pointer)
        if found is None:
            found = self._offered[node.pointer] = frozenset(self.visible(node))
        return tool in found

    def catalogue_known(self, node: Node) -> bool:
        """Whether all tools of the node's skills are known: each skill is registered or inline,
        and none connects a server, whose tools no file lists."""
        skills = [self.skill(name) for name in node.skills]
        return all(skill is not None and skill.mcp is None for skill in skills)

    @cached_property
    def known_tools(self) -> Mapping[str, str]:
        """Every tool of a known skill → the skill's id."""
        return {tool: s.id for s in self._registry.values() for tool in s.tools}

    @cached_property
    def agent_tools(self) -> frozenset[str]:
        """The built-in agent tools, those of the option `agent-tools` included."""
        return frozenset((*catalogue.AGENT_TOOLS, *self._further))

    @cached_property
    def alias_classes(self) -> Mapping[str, frozenset[str]]:
        """Tool name → all names of the same tool (§5.8); without tools that have no alias."""
        from phaselint.dialects.sweny.reading.skills import alias_classes

        return alias_classes({**self._inline, **self._registry}.values())

    def same_tool(self, name: str) -> frozenset[str]:
        """All names of a tool."""
        return self.alias_classes.get(name, frozenset((name,)))
