"""The tools that `function` evaluators ask for and ban (reference sweny §5.8, §5.15, §8.4)."""

from __future__ import annotations

from phaselint.vocabulary.finding import Finding, Related, Witness, WitnessStep
from phaselint.vocabulary.message import message, quote, quote_all
from phaselint.vocabulary.rule import ERROR, INFO, rule
from phaselint_rules.sweny.evals.toolmentions import BAN, Mention, mentions
from phaselint_rules.sweny.gates.impossible import UNLESS_EMPTY, excluding
from phaselint_rules.sweny.needs import EVAL, SOUND
from phaselint_rules.sweny.run_descriptions import node_place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Node
    from phaselint.vocabulary.finding import Place


def call_witness(facts: SwenyFacts, mention: Mention, why: str, **more: object) -> Witness:
    """What a proof needs of a tool that an evaluator names."""
    node = mention.node.id
    data = {
        "node": node,
        "evaluator": mention.evaluator.pointer[-1],
        "key": mention.key,
        "tool": mention.name,
    }
    steps = (
        WitnessStep(f"a run reaches {quote(node)}", node_place(facts, node), node),
        WitnessStep(why, mention.place(facts)),
    )
    return Witness({**data, **more}, steps)


@rule(
    "SW410",
    ERROR,
    claims="notes",
    complete_if=SOUND,
    only_if_keys=EVAL,
    ends="unmet",
)
def eval_tool_filtered(facts: SwenyFacts) -> Iterator[Finding]:
    """Evaluator that requires an unavailable tool

    What:
        A tool of `all_tools_called`, or every tool of `any_tool_called`, is excluded by the node's
        own `tools.allow` or `tools.deny`, by `disallowed_tools` (built-in agent tools), or by
        `no_tool_called`. If `no_tool_called` bans all of them, `eval-contradiction` is reported
        instead.
    Why:
        The model isn't offered the tool, so it can't call it, and the evaluator fails on every
        attempt. The filter doesn't apply to tools of servers; a server tool with an alias of the
        same tool would still count.
    Bad:
        skills: [github]
        tools: {deny: [github_create_pr]}
        eval: [{name: opened, kind: function, rule: {all_tools_called: [github_create_pr]}}]
    Good:
        tools: {deny: [github_add_comment]}
        eval: [{name: opened, kind: function, rule: {all_tools_called: [github_create_pr]}}]
    Fix:
        Make the tool available to the node, or don't require it.
    Dry run:
        The model calls everything it is offered; the evaluator fails on every attempt.
    Source:
        sweny §5.8, §5.15, §8.4
    """
    for node in facts.sound_nodes:
        if node.allow is None and node.deny is None and not node.disallowed:
            continue
        banned = _banned(facts, node)
        removed = frozenset(
            mention.name
            for mention in mentions(node)
            if mention.name not in banned and _removed_by(facts, mention) is not None
        )
        had = frozenset({*facts.tools_of(node), *facts.agent_tools.intersection(node.disallowed)})
        for unmet in _unmet(node, removed | banned):
            if any(mention.name in removed for mention in unmet):
                yield _filtered(
                    facts,
                    [each for each in unmet if not had.isdisjoint(facts.same_tool(each.name))],
                )


def _banned(facts: SwenyFacts, node: Node) -> frozenset[str]:
    """All names of the tools that a node's evaluators ban."""
    none: frozenset[str] = frozenset()
    banned = [each.name for each in mentions(node) if each.key == BAN]
    return none.union(*map(facts.same_tool, banned))


def _unmet(node: Node, hopeless: frozenset[str]) -> Iterator[list[Mention]]:
    """The demands that cannot be met because of some names, by evaluator and list: all of
    `any_tool_called`, or some of `all_tools_called`."""
    lists: dict[tuple[object, str], list[Mention]] = {}
    for mention in mentions(node):
        if mention.key != BAN:
            lists.setdefault((mention.evaluator.pointer, mention.key), []).append(mention)
    for (_, key), listed in lists.items():
        found = [mention for mention in listed if mention.name in hopeless]
        if found and (key == "all_tools_called" or len(found) == len(listed)):
            yield found


def _removed_by(facts: SwenyFacts, mention: Mention) -> Place | None:
    """What takes a tool away from its node; none when nothing does."""
    node, names = mention.node, facts.same_tool(mention.name)
    if names.intersection(facts.tools_of(node)):
        if any(facts.offers(node, name) for name in names):
            return None
        for number, tool in enumerate(node.deny or ()):
            if tool in names:
                return facts.place((*node.pointer, "tools", "deny", number))
        return facts.place((*node.pointer, "tools", "allow"), "key")
    if mention.name in facts.agent_tools and mention.name in node.disallowed:
        number = node.disallowed.index(mention.name)
        return facts.place((*node.pointer, "disallowed_tools", number))
    return None


def _filtered(facts: SwenyFacts, unmet: Sequence[Mention]) -> Finding:
    from phaselint_rules.sweny.evals.toolclaims import fails_with_all_offered

    first, *others = unmet
    places = dict.fromkeys(filter(None, (_removed_by(facts, each) for each in unmet)))
    kind = "one of " if first.key == "any_tool_called" and others else ""
    aliases = sorted({n for each in unmet for n in facts.same_tool(each.name)} - facts.agent_tools)
    aliases = [name for name in aliases if name not in facts.known_tools]
    counts = f"; a server's {quote_all(aliases)} would still count" if aliases else ""
    return Finding(
        first.place(facts),
        message(
            "{} requires {}{}, but {} excludes{} {}, so the evaluator always fails",
            first.gate,
            kind,
            quote_all(each.name for each in unmet),
            quote(first.node.id),
            " or bans" if any(_removed_by(facts, each) is None for each in unmet) else "",
            "them" if others else "it",
        ),
        f"make the tool available to the node, or don't require it{counts}",
        related=(
            *(Related(place, "excluded here") for place in places),
            *(Related(other.place(facts), "and here") for other in others),
        ),
        witness=call_witness(
            facts,
            first,
            f"the model isn't offered {quote_all(each.name for each in unmet)}",
            tools=[each.name for each in unmet],
        ),
        claim=fails_with_all_offered(facts, first, _banned(facts, first.node)),
    )


@rule(
    "SW411",
    UNLESS_EMPTY,
    claims="notes",
    complete_if=SOUND,
    only_if_keys=EVAL,
    ends="unmet",
)
def eval_contradiction(facts: SwenyFacts) -> Iterator[Finding]:
    """Contradictory evaluators on one node

    What:
        A tool of `all_tools_called`, or every tool of `any_tool_called`, is banned by
        `no_tool_called` on the same node, in the same evaluator or another. Aliases of a tool count
        as the same tool. Or checks of `value` evaluators on one path have no common value.
    Why:
        With the call one check fails, without it the other; for every value at least one check
        fails. So the node fails on every attempt. After `[*]` an empty list passes, unless
        `output_required` or `minItems` requires an element.
    Bad:
        eval: [{name: opened, kind: function,
                rule: {all_tools_called: [github_create_pr],
                       no_tool_called: [create_pull_request]}}]
    Good:
        eval: [{name: opened, kind: function, rule: {all_tools_called: [github_create_pr]}}]
    Fix:
        Remove one of the two.
    Dry run:
        The model calls the tool, and the node fails; it doesn't, and the node fails too. Each of
        the values that a check names is returned in turn, and the node fails.
    Source:
        sweny §5.7, §5.8, §8.4, §8.9
    """
    yield from excluding(facts, facts.evaluated_paths)
    for node in facts.sound_nodes:
        bans = [mention for mention in mentions(node) if mention.key == BAN]
        if not bans:
            continue
        banned = _banned(facts, node)
        said: set[frozenset[str]] = set()
        for unmet in _unmet(node, banned):
            tools = frozenset(name for each in unmet for name in facts.same_tool(each.name))
            if tools not in said:
                said.add(tools)
                yield _contradiction(facts, unmet, [b for b in bans if b.name in tools])


def _contradiction(facts: SwenyFacts, unmet: Sequence[Mention], bans: Sequence[Mention]) -> Finding:
    from phaselint_rules.sweny.evals.toolclaims import fails_either_way

    first, *others = unmet
    asked = tuple(each.name for each in unmet)
    forbidden = tuple(dict.fromkeys(ban.name for ban in bans))
    kind = "one of " if first.key == "any_tool_called" and others else ""
    other = not set(forbidden) <= set(asked)
    same = message(", which is the same as {},", quote_all(forbidden)) if other else ""
    return Finding(
        first.place(facts),
        message(
            "{} must call {}{}{} and must not call {}: its evaluators can never pass together",
            quote(first.node.id),
            kind,
            quote_all(asked),
            same,
            "it" if len(asked) == 1 else "any of them",
        ),
        "remove one of the two",
        related=(
            *(Related(ban.place(facts), "banned here") for ban in bans),
            *(Related(other.place(facts), "and here") for other in others),
        ),
        witness=call_witness(facts, first, "its evaluators fail, called or not", tools=list(asked)),
        claim=fails_either_way(facts, unmet, bans),
    )


@rule(
    "SW412",
    INFO,
    claims="notes",
    complete_if=SOUND,
    default=False,
    only_if_keys=EVAL,
)
def eval_alias_conflation(facts: SwenyFacts) -> Iterator[Finding]:
    """Evaluator that can't tell two tools apart

    What:
        A tool named in a rule of a `function` evaluator shares an alias with another tool.
    Why:
        Tools with a common alias count as the same tool: calling the other tool also satisfies the
        check, or breaks the ban.
    Bad:
        eval: [{name: opened, kind: function, rule: {any_tool_called: [linear_create_issue]}}]
    Good:
        eval: [{name: opened, kind: value, rule: {output_required: [new_issue_id]}}]
    Fix:
        Check an effect that only the intended tool has, such as a field of the output.
    Dry run:
        The model calls the other tool, and the evaluator counts it as this one; without that call
        it doesn't.
    Source:
        sweny §5.8, §8.4
    """
    for node in facts.sound_nodes:
        for mention in mentions(node):
            others = _taken_for(facts, mention.name)
            if others:
                from phaselint_rules.sweny.evals.toolclaims import counts_as

                effect = "breaks" if mention.key == BAN else "satisfies"
                yield Finding(
                    mention.place(facts),
                    message(
                        "calling {} {} {} just like {}; they share an alias",
                        quote_all(others),
                        effect,
                        mention.gate,
                        quote(mention.name),
                    ),
                    "check an effect that only this tool has, such as a field of the output",
                    witness=call_witness(
                        facts,
                        mention,
                        f"the model calls {quote(others[0])}, which counts as this tool",
                        other=others[0],
                    ),
                    claim=counts_as(facts, mention, others[0]),
                )


def _taken_for(facts: SwenyFacts, name: str) -> tuple[str, ...]:
    """The other tools that count as a tool of a known skill."""
    if name not in facts.known_tools:
        return ()
    same: Iterable[str] = facts.same_tool(name)
    return tuple(sorted(other for other in same if other != name and other in facts.known_tools))
