"""Tools that evaluators name and that their nodes do not have (reference sweny §5.15, §8.4)."""

from __future__ import annotations

import re

from phaselint.vocabulary.claim import All, Notes, Undecided, Written
from phaselint.vocabulary.finding import Finding, Related
from phaselint.vocabulary.message import message, quote, quote_all
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.rule import WARNING, rule
from phaselint.vocabulary.suggest import listing, suggest
from phaselint_rules.sweny.evals.evaltools import call_witness
from phaselint_rules.sweny.evals.toolmentions import BAN, mentions
from phaselint_rules.sweny.needs import EVAL, SOUND
from phaselint_rules.words import respell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Node
    from phaselint.vocabulary.message import Message
    from phaselint_rules.sweny.evals.toolmentions import Mention

SHORTEST = 6
"""Names of built-in agent tools that are shorter are too near to other words."""


class Lead(NamedTuple):
    """What a name that no skill of its node provides is taken for: a tool of another skill, or
    a misspelled name. `prefix` tells that it has the prefix of the skill's tools."""

    skill: str = ""
    near: str = ""
    prefix: bool = False


@rule(
    "SW409",
    WARNING,
    claims="notes",
    complete_if=SOUND,
    fix="unsafe",
    only_if_keys=EVAL,
)
def eval_unknown_tool(facts: SwenyFacts) -> Iterator[Finding]:
    """Evaluator for a tool that the node doesn't have

    What:
        A name in a rule of a `function` evaluator isn't a tool (or an alias of a tool) of any skill
        of the node, and isn't a built-in agent tool. Reported only if there is evidence that a
        known tool was intended: the name belongs to another skill, has the prefix of a known
        skill's tools, or closely resembles a known name. Silent for nodes with a skill that is
        unknown or connects a server, because no file lists its tools.
    Why:
        The model isn't offered the tool. An evaluator that requires it fails on every attempt,
        unless a server of the run happens to provide a tool of that name; a ban has no effect.
    Bad:
        skills: [github]
        eval: [{name: found, kind: function, rule: {any_tool_called: [github_search_prs]}}]
    Good:
        eval: [{name: found, kind: function, rule: {any_tool_called: [github_search_issues]}}]
    Fix:
        Correct the name, or list the skill that has the tool.
    Dry run:
        A run reaches the node, and the model isn't offered a tool of that name.
    Source:
        sweny §5.8, §5.15, §8.4
    """
    prefixes: Mapping[str, str] | None = None  # few names need them
    for node in facts.sound_nodes:
        if not node.evals or not facts.catalogue_known(node):
            continue
        own = {name for tool in facts.tools_of(node) for name in facts.same_tool(tool)}
        found: dict[object, list[tuple[Mention, Lead]]] = {}
        for mention in mentions(node):
            if mention.name in own or mention.name in facts.agent_tools:
                continue
            prefixes = _prefixes(facts) if prefixes is None else prefixes
            lead = _lead(facts, mention.name, prefixes)
            if lead is not None:
                foreign = lead.skill not in node.skills and not lead.near
                slip = lead.skill if foreign else mention.name
                found.setdefault((mention.key == BAN, slip), []).append((mention, lead))
        for (mention, lead), *others in found.values():
            yield _unknown_tool(facts, mention, lead, [other for other, _ in others])


def _prefixes(facts: SwenyFacts) -> dict[str, str]:
    """The first words of the tools of known skills, each with the skill's id; a skill that
    connects a server may have any tools."""
    skills = facts.contract.registry
    return {
        tool.partition("_")[0]: id
        for tool, id in facts.known_tools.items()
        if skills[id].mcp is None
    }


def _lead(facts: SwenyFacts, name: str, prefixes: Mapping[str, str]) -> Lead | None:
    """What a name is taken for; none without evidence."""
    skill = facts.known_tools.get(name)
    if skill is not None:
        return Lead(skill)
    word, mark, _ = name.partition("_")
    if mark and word in prefixes:
        skill = prefixes[word]
        return Lead(skill, suggest(name, facts.contract.registry[skill].tools) or "", True)
    near = suggest(name, facts.known_tools)
    if near is not None:
        return Lead(facts.known_tools[near], near)
    near = suggest(name, sorted(facts.agent_tools))
    if near is not None and (len(name) >= SHORTEST or name.lower() == near.lower()):
        return Lead("", near)
    return None


def _unknown_tool(
    facts: SwenyFacts, mention: Mention, lead: Lead, others: Sequence[Mention]
) -> Finding:
    names = dict.fromkeys((mention.name, *(other.name for other in others)))
    which = message("{} {}", "tool" if len(names) == 1 else "tools", quote_all(names))
    verb, effect = (
        ("bans", ", so the ban has no effect") if mention.key == BAN else ("requires", "")
    )
    known = [lead.near] if lead.near else _tools(facts, lead.skill)
    return Finding(
        mention.place(facts),
        message("{} {} {}{}{}", mention.gate, verb, which, _absent(mention, lead), effect),
        _advice(lead, known),
        confidence="medium" if lead.near and not lead.prefix else "high",
        related=tuple(Related(other.place(facts), "and here") for other in others),
        witness=call_witness(facts, mention, f"the model isn't offered {quote(mention.name)}"),
        claim=All(
            (_not_offered(facts, mention.node, names),),
            (Written(mention.place(facts), like=re.escape(mention.name)),),
        ),
        fix=respell(mention.name, known, mention.place(facts)) if lead.near else None,
    )


def _not_offered(facts: SwenyFacts, node: Node, names: Iterable[str]) -> Notes | Undecided:
    """That the model is offered no tool of some names in a node, nor one with an alias of them."""
    if not facts.agent_tools.isdisjoint(names) or not facts.catalogue_known(node):
        return Undecided("the model may have the tool without a skill")
    lacking = sorted({each for name in names for each in facts.same_tool(name)})
    doubt = "the `requires` of the node may always fail" if node.requires else ""
    return Notes(node.id, "model:run", lacks={"tools": lacking}, doubt=doubt)


def _absent(mention: Mention, lead: Lead) -> Message:
    if lead.prefix:
        return message(", but skill {} doesn't have it", quote(lead.skill))
    if lead.near:
        return message(", but that isn't a known tool")
    return message(
        " of skill {}, but {} doesn't list that skill", quote(lead.skill), quote(mention.node.id)
    )


def _tools(facts: SwenyFacts, skill: str) -> tuple[str, ...]:
    found = facts.skill(skill)
    return found.tools if found else ()


def _advice(lead: Lead, known: Sequence[str]) -> str:
    if lead.near:
        return f"use {quote(lead.near)}"
    if not lead.prefix:
        return f"add {quote(lead.skill)} to `skills` of the node"
    listed = listing(known)
    return f"use {listed}" if listed else f"use a tool of {quote(lead.skill)}"
