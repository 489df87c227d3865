"""What is claimed of evaluators that check tool calls (reference sweny §5.8)."""

from __future__ import annotations

import re

from phaselint.vocabulary.claim import All, Notes, Undecided, Written
from phaselint_rules.sweny.evals.toolmentions import BAN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Evaluator, Node
    from phaselint_rules.sweny.evals.toolmentions import Mention


def fails_with_all_offered(facts: SwenyFacts, mention: Mention, banned: Iterable[str]) -> All:
    """That a node is offered no more than these tools, and that an evaluator fails with calls of
    all of them that may be called."""
    node = mention.node
    offered, disallowed = list(facts.visible(node)), list(node.disallowed)
    usable = {*offered, *facts.agent_tools} - {*banned, *disallowed}
    told = {"tools": offered, "disallowed": disallowed}
    return All(
        (
            Notes(node.id, "model:run", told),
            judged(facts, node, mention.evaluator, sorted(usable), mention.key),
        )
    )


def fails_either_way(facts: SwenyFacts, asked: Sequence[Mention], bans: Sequence[Mention]) -> All:
    """That one evaluator fails without calls of some tools, and one that bans them with a call of
    each; and that the first takes no other if one call is enough."""
    first = asked[0]
    node, listed = first.node, (*first.evaluator.pointer, "rule", first.key)
    claims = [judged(facts, node, first.evaluator, (), first.key)]
    for each in asked:
        same = facts.same_tool(each.name)
        ban = next(ban for ban in bans if ban.name in same)
        claims.append(judged(facts, node, ban.evaluator, [each.name], BAN))
    last = Written(facts.place((*listed, len(asked))), absent=True)
    return All(tuple(claims), (last,) if first.key == "any_tool_called" else ())


def counts_as(facts: SwenyFacts, mention: Mention, other: str) -> All | Undecided:
    """That a call of another tool changes the verdict of an evaluator that names this one."""
    if other not in facts.known_tools:
        return Undecided("no known skill has the other tool")
    node, evaluator = mention.node, mention.evaluator
    same = facts.same_tool(mention.name)
    rest = [name for name in evaluator.all_called if name not in same]
    ban = mention.key == BAN
    without, called = ("", mention.key) if ban else (mention.key, "")
    named = rf"(?!{re.escape(other)}\Z){re.escape(mention.name)}"
    return All(
        (
            judged(facts, node, evaluator, rest, without),
            judged(facts, node, evaluator, [*rest, other], called),
        ),
        (Written(mention.place(facts), like=named),),
    )


def judged(
    facts: SwenyFacts, node: Node, evaluator: Evaluator, tools: Sequence[str], complaint: str
) -> Notes:
    """That an evaluator complains about a list of tools after calls of some, in the last attempt of
    a visit in which all else passes; or passes, without a complaint."""
    from phaselint.dialects.sweny.running.gates import Rules
    from phaselint_rules.sweny.samples import visit_answers, whole_visit

    answer, *verdicts = facts.of_node(visit_answers, node)
    attempt = ({**answer, "toolCalls": [{"tool": name} for name in tools]}, *verdicts)
    rules = Rules(facts.alias_classes, facts.documented)
    at = ("result", "evals", node.evals.index(evaluator))
    return Notes(
        node.id,
        "node:exit",
        {(*at, "name"): evaluator.name, (*at, "pass"): not complaint},
        holds={(*at, "reasoning"): (f"{complaint}:",)} if complaint else {},
        answers=whole_visit(node, attempt, rules),
    )
