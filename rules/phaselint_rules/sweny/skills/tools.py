"""Tools that nodes are given and denied (reference sweny §5.15, §8.6)."""

from __future__ import annotations

from phaselint.vocabulary.claim import Notes, Undecided
from phaselint.vocabulary.finding import Edit, Finding, Fix, Related, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import WARNING, rule
from phaselint.vocabulary.suggest import suggest
from phaselint_rules.sweny.needs import DISALLOWED, SOUND, TOOLS
from phaselint_rules.sweny.run_descriptions import first_names
from phaselint_rules.sweny.skills.toolnames import base_of, is_agent_tool
from phaselint_rules.words import respell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Node
    from phaselint.vocabulary.finding import Place, Safety
    from phaselint.vocabulary.message import Message

MCP = "mcp__"
"""Prefixes of the names of server tools, as agents spell them."""


def entries(node: Node) -> Iterator[tuple[str, int, str]]:
    """The entries of a node's tool filter: which list, which number, and the name."""
    for key, names in (("allow", node.allow), ("deny", node.deny)):
        for index, name in enumerate(names or ()):
            yield key, index, name


def tools_known(facts: SwenyFacts, node: Node) -> bool:
    """Whether it is known which tools a filter can name: all skills of the node are, or it lists
    none."""
    return not node.skills or facts.catalogue_known(node)


def _at(facts: SwenyFacts, node: Node, key: str, index: int) -> Place:
    return facts.place((*node.pointer, "tools", key, index))


def _strays(facts: SwenyFacts, node: Node) -> Iterator[tuple[str, int, str]]:
    """The entries that name no tool of the node, and no built-in agent tool either."""
    tools = frozenset(facts.tools_of(node))
    for key, index, name in entries(node) if tools_known(facts, node) else ():
        if key == "deny" and name in facts.denied_classes:
            continue
        if name not in tools and not is_agent_tool(facts, name):
            yield key, index, name


@rule(
    "SW606",
    WARNING,
    claims="notes",
    complete_if=SOUND,
    fix="unsafe",
    only_if_keys=TOOLS,
)
def tools_filter_unknown_tool(facts: SwenyFacts) -> Iterator[Finding]:
    """Filter entry for a tool that the node doesn't have

    What:
        An entry of `tools.allow` or `tools.deny` isn't a tool of the node's skills, or the node
        lists no skills. Checked if all of the node's skills are known and none connects a server.
        Silent for entries that `tools-filter-builtin` reports; for a tool that is also in
        `disallowed_tools` if `disallowed-tool-is-skill-tool` reports it; and, with the option
        `target = "next"`, for a class of built-in tools in `deny` (`shell`, `write`, `edit`, `net`,
        `subagent`).
    Why:
        The entry has no effect; the run logs a warning and continues. The tool you wanted to deny
        stays available.
    Bad:
        skills: [github]
        tools: {deny: [github_create_prs]}
    Good:
        skills: [github]
        tools: {deny: [github_create_pr]}
    Fix:
        Correct the name, list the skill that has the tool, or remove the entry.
    Dry run:
        A run reaches the node and logs that the entry matches no tool.
    Source:
        sweny §5.15, §8.6
    """
    for node in facts.sound_nodes:
        known = tuple(dict.fromkeys(facts.tools_of(node)))
        for key, index, name in _strays(facts, node):
            if name in node.disallowed and name in facts.known_tools:
                continue
            place = _at(facts, node, key, index)
            yield Finding(
                place,
                message(
                    "{} in `tools.{}` of {} is {}",
                    quote(name),
                    key,
                    quote(node.id),
                    _stray(facts, node, name),
                ),
                _remedy(facts, key, name, known),
                witness=Witness({"node": node.id, "tool": name}),
                claim=_logged(node, name),
                fix=respell(name, known, place),
            )


def _logged(node: Node, name: str) -> Notes:
    """That a run logs that an entry of a node's filter matches no tool."""
    said = f"'{name}' does not match any tool resolved for node '{node.id}'"
    return Notes(node.id, "warn", holds={"message": (said,)})


def _stray(facts: SwenyFacts, node: Node, name: str) -> Message:
    owner = facts.known_tools.get(name)
    if owner:
        return message("a tool of skill {}, but the node doesn't list that skill", quote(owner))
    if name.startswith(MCP):
        return message("a tool of a server, which the filter can't exclude")
    return message(
        "not a tool of its skills" if node.skills else "not a tool: the node lists no skills"
    )


def _remedy(facts: SwenyFacts, key: str, name: str, known: tuple[str, ...]) -> str:
    owner = facts.known_tools.get(name)
    if owner and key == "deny":
        return "remove the entry, because the node isn't offered the tool"
    if owner:
        return f"list {quote(owner)} in `skills`, or remove the entry"
    same = [tool for tool in known if name in facts.same_tool(tool)]
    near = next(iter(same), None) or suggest(name, known)
    if near:
        return f"use {quote(near)}"
    agent = suggest(name, sorted(facts.agent_tools))
    if agent:
        return f"move it to `disallowed_tools` as {quote(agent)}, a built-in agent tool"
    return (
        f"use a tool of its skills: {first_names(known)}"
        if known
        else "list the skill that has the tool"
    )


@rule("SW607", WARNING, claims="notes", complete_if=SOUND, only_if_keys=TOOLS)
def tools_filter_empties(facts: SwenyFacts) -> Iterator[Finding]:
    """Tool filter that removes all skill tools

    What:
        The skills of a node have tools, but `tools` removes all of them. Checked if all of its
        skills are known. Silent if an entry of `allow` is reported as an unknown tool: once
        corrected, it might keep a tool.
    Why:
        The node runs anyway, but without any skill tool.
    Bad:
        tools: {allow: [github_get_file], deny: [github_get_file]}
    Good:
        tools: {allow: [github_get_file]}
    Fix:
        Allow what the node needs, or don't list any skill.
    Dry run:
        A run reaches the node, and the model isn't offered any tool.
    Source:
        sweny §5.15, §8.6
    """
    for node in facts.sound_nodes:
        tools = facts.tools_of(node)
        if not tools or not facts.catalogue_known(node) or facts.visible(node):
            continue
        if any(name not in tools for name in node.allow or ()):
            continue
        yield Finding(
            facts.place((*node.pointer, "tools"), "key"),
            message("the filter removes {} of {}", _every(len(set(tools))), quote(node.id)),
            "allow what the node needs, or remove its skills",
            witness=Witness({"node": node.id, "tools": list(dict.fromkeys(tools))}),
            claim=Notes(node.id, "model:run", {"tools": []}),
        )


def _every(count: int) -> str:
    return "the only skill tool" if count == 1 else f"all {count} skill tools"


@rule(
    "SW608",
    WARNING,
    claims="notes",
    complete_if=SOUND,
    fix="safe",
    only_if_keys=TOOLS,
)
def tools_filter_builtin(facts: SwenyFacts) -> Iterator[Finding]:
    """Tool filter for a built-in agent tool

    What:
        An entry of `tools.allow` or `tools.deny` is a built-in tool of the agent, such as `Bash`.
        The option `agent-tools` adds further names.
    Why:
        The filter is for skill tools only: the agent keeps its own tools.
    Bad:
        tools: {deny: [Bash]}
    Good:
        disallowed_tools: [Bash]
    Fix:
        Move denied tools to `disallowed_tools`; built-in tools need no permission.
    Dry run:
        A run reaches the node and logs that the entry matches no tool.
    Source:
        sweny §5.15, §8.6, appendix A
    """
    for node in facts.sound_nodes:
        tools = frozenset(facts.tools_of(node))
        for key, index, name in entries(node):
            if not is_agent_tool(facts, name) or name in tools:
                continue
            denied = key == "deny"
            yield Finding(
                _at(facts, node, key, index),
                message(
                    "{} is a built-in agent tool, but `tools.{}` of {} applies only to skill tools",
                    quote(name),
                    key,
                    quote(node.id),
                ),
                "move it to `disallowed_tools`"
                if denied
                else "remove it; built-in tools are always available",
                witness=Witness({"node": node.id, "tool": name}),
                claim=_logged(node, name),
                fix=_to_disallowed(facts, node, index, name) if denied else None,
            )


def _to_disallowed(facts: SwenyFacts, node: Node, index: int, name: str) -> Fix:
    from phaselint_rules.sweny.edits import move

    item = ("tools", "deny", index)
    title = f"move {quote(name)} to `disallowed_tools`"
    return move(facts, node.pointer, item, ("disallowed_tools",), name, title)


@rule("SW609", WARNING, complete_if=SOUND, fix="safe", only_if_keys=DISALLOWED)
def disallowed_tool_unknown(facts: SwenyFacts) -> Iterator[Finding]:
    """Unknown disallowed tool

    What:
        An entry of `disallowed_tools` isn't a built-in agent tool. The option `agent-tools` adds
        further names. `Bash(git push:*)` counts as `Bash`. Silent for tools of servers
        (`mcp__server__tool`), which are passed to the agent unchanged, and for entries that
        `disallowed-tool-is-skill-tool` reports.
    Why:
        A name unknown to the agent has no effect: the intended tool stays available.
    Bad:
        disallowed_tools: [bash, Web_Fetch]
    Good:
        disallowed_tools: [Bash, WebFetch]
    Fix:
        Correct the name; case matters.
    Source:
        sweny §5.15, §8.6, appendix A
    """
    known = sorted(facts.agent_tools)
    for node in facts.sound_nodes:
        for index, name in enumerate(node.disallowed):
            if is_agent_tool(facts, name) or _skill_of(facts, node, name) or name.startswith(MCP):
                continue
            place = facts.place((*node.pointer, "disallowed_tools", index))
            near = suggest(base_of(name), known)
            yield Finding(
                place,
                message(
                    "{} in `disallowed_tools` of {} isn't a known built-in agent tool, "
                    "so it has no effect",
                    quote(name),
                    quote(node.id),
                ),
                f"use {quote(near)}"
                if near
                else "correct the name, or declare the tool with the option `agent-tools`",
                fix=_respelt(facts, place, name, near) if near else None,
            )


def _respelt(facts: SwenyFacts, place: Place, name: str, near: str) -> Fix | None:
    """The replacement by a known name; safe where only the case differs."""
    better = name.replace(base_of(name), near, 1)
    text = facts.contract.documents[facts.file].text_of(place.pointer)
    if text.count(name) != 1:
        return None
    safety: Safety = "safe" if near.lower() == base_of(name).lower() else "unsafe"
    edit = Edit(place, text.replace(name, better))
    return Fix(safety, f"replace {quote(name)} with {quote(better)}", (edit,))


def _skill_of(facts: SwenyFacts, node: Node, name: str) -> str:
    """The skill a tool is of, if it is one: one of the node's own, else any."""
    for id in node.skills:
        skill = facts.skill(id)
        if skill is not None and any(name in facts.same_tool(tool) for tool in skill.tools):
            return id
    return facts.known_tools.get(name, "")


@rule(
    "SW610",
    WARNING,
    claims="notes",
    complete_if=SOUND,
    fix="safe",
    only_if_keys=DISALLOWED,
)
def disallowed_tool_is_skill_tool(facts: SwenyFacts) -> Iterator[Finding]:
    """Skill tool among the disallowed agent tools

    What:
        An entry of `disallowed_tools` is the tool of a skill, or an alias of one of the node's own
        tools.
    Why:
        The list is for built-in agent tools only: the skill tool is still offered.
    Bad:
        skills: [github]
        disallowed_tools: [github_create_pr]
    Good:
        skills: [github]
        tools: {deny: [github_create_pr]}
    Fix:
        Deny it in `tools` if the node lists the skill; otherwise remove it.
    Dry run:
        A run reaches the node, and the model is offered the tool.
    Source:
        sweny §5.15, §8.6
    """
    for node in facts.sound_nodes:
        for index, name in enumerate(node.disallowed):
            owner = "" if is_agent_tool(facts, name) else _skill_of(facts, node, name)
            if not owner:
                continue
            skill = facts.skill(owner)
            tools = skill.tools if skill else ()
            tool = next((each for each in tools if name in facts.same_tool(each)), name)
            offered = facts.offers(node, tool)
            title = f"move it to `tools.deny` as {quote(tool)}"
            yield Finding(
                facts.place((*node.pointer, "disallowed_tools", index)),
                message(
                    "{} is a tool of skill {}, but `disallowed_tools` of "
                    "{} applies only to built-in agent tools",
                    quote(name),
                    quote(owner),
                    quote(node.id),
                ),
                title if offered else "remove it, because the node isn't offered the tool",
                related=_listing(facts, node, owner) if offered else (),
                witness=Witness({"node": node.id, "tool": tool, "skill": owner}),
                claim=Notes(node.id, "model:run", holds={"tools": (tool,)})
                if offered
                else Undecided("the node isn't offered the tool anyway"),
                fix=_to_deny(facts, node, index, tool, title) if offered else None,
            )


def _to_deny(facts: SwenyFacts, node: Node, index: int, tool: str, title: str) -> Fix:
    from phaselint_rules.sweny.edits import move

    item = ("disallowed_tools", index)
    return move(facts, node.pointer, item, ("tools", "deny"), tool, title)


def _listing(facts: SwenyFacts, node: Node, id: str) -> tuple[Related, ...]:
    place = facts.place((*node.pointer, "skills", node.skills.index(id)))
    return (Related(place, "skill that provides it"),)
