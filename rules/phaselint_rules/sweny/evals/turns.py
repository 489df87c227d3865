"""What the turns of a model run are enough for (reference sweny §5.8, §5.18)."""

from __future__ import annotations

from phaselint.vocabulary.finding import Finding, Related
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import WARNING, rule
from phaselint_rules.sweny.evals.toolmentions import BAN, mentions
from phaselint_rules.sweny.needs import EVAL, SOUND

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts


@rule("SW424", WARNING, complete_if=SOUND, only_if_keys=EVAL)
def max_turns_too_low(facts: SwenyFacts) -> Iterator[Finding]:
    """Tool call required within a single turn

    What:
        `max_turns` is 1, and a `function` evaluator of the node has `all_tools_called` or
        `any_tool_called`.
    Why:
        A call takes the only turn: the model never sees the tool's result and can't answer, so the
        model run fails. Without the call the evaluator fails. The node never passes.
    Bad:
        max_turns: 1
        eval: [{name: filed, kind: function, rule: {any_tool_called: [linear_create_issue]}}]
    Good:
        max_turns: 10
        eval: [{name: filed, kind: function, rule: {any_tool_called: [linear_create_issue]}}]
    Fix:
        Raise `max_turns`, or don't require a call.
    Source:
        sweny §3.2, §5.8, §5.18
    """
    for node in facts.sound_nodes:
        asked = [mention for mention in mentions(node) if mention.key != BAN]
        if node.max_turns != 1 or not asked:
            continue
        first = asked[0]
        lists = dict.fromkeys((mention.evaluator.pointer, mention.key) for mention in asked)
        yield Finding(
            facts.place((*node.pointer, "max_turns")),
            message(
                "{} has 1 turn, but {} requires a call of {}, so no turn is left to answer",
                quote(node.id),
                first.gate,
                quote(first.name),
            ),
            "raise `max_turns`, or don't require a call",
            related=tuple(
                Related(facts.place((*pointer, "rule", key), "key"), "required here")
                for pointer, key in lists
            ),
        )
