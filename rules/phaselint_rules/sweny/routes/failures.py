"""Conditions that speak of a failed node, read from words (reference §5.12, §7.4 d)."""

from __future__ import annotations

import re

from phaselint.vocabulary.claim import All, Notes, Undecided
from phaselint.vocabulary.finding import Finding, Related
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import INFO, WARNING, rule
from phaselint_rules.sweny.gates.gatewords import of_failure
from phaselint_rules.sweny.needs import GRAPH, SOUND, WHEN
from phaselint_rules.sweny.routes.failurewords import ends_run, unobservable
from phaselint_rules.sweny.routes.readings import conditional, routed, written_in
from phaselint_rules.sweny.routes.routes import witness_at
from phaselint_rules.sweny.run_descriptions import edge_place, first_names, node_place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Edge, Node
    from phaselint.vocabulary.message import Message
    from phaselint_rules.sweny.routes.failurewords import Blind


@rule(
    "SW210",
    WARNING,
    needs=GRAPH,
    claims="read_and_notes",
    complete_if=SOUND,
    only_if_keys=WHEN,
)
def failure_route_unobservable(facts: SwenyFacts) -> Iterator[Finding]:
    """Condition on a failure that the router can't see

    What:
        A condition mentions a failure (`failed`, `fails`, `failure`, `error`, `errored`, `skipped`,
        `did not succeed`) of a node that declares `output.properties`, but none of these
        properties, none of their declared values, no evaluator and no `evals`. Only words are
        compared. Silent if a property could show the failure, such as `status` or `error_count`,
        unless the condition is about the node itself ("build failed") and the property lists only
        values without a failure. Also silent with the option `semantics: documented`, because the
        router then sees the status.
    Why:
        A run continues after a failed node, but the router isn't shown status, `error` or
        `skipped_reason`: all declared properties are null, without an explanation. With the option
        `target = "next"`, a run ends at a failed node unless the node has `on_fail: continue`; no
        edge is taken there, and its condition doesn't matter.
    Bad:
        # assess declares output.properties and an evaluator verdict_ok
        edges: [{from: assess, to: alarm, when: assess failed}, {from: assess, to: fix}]
    Good:
        edges:
          - {from: assess, to: alarm, when: assess.evals.verdict_ok.pass is false}
          - {from: assess, to: fix}
    Fix:
        Use the result of an evaluator, or declare and require a `status` property.
    Dry run:
        The model run fails; every declared property shown to the router is null, and `error` is
        missing; or the run ends at the node.
    Source:
        sweny §5.12, §6, §7.4, §8.2, §11.5
    """
    for edge, condition in () if facts.documented else conditional(facts):
        found = unobservable(facts, edge, condition)
        if found is None:
            continue
        node = facts.nodes[found.node]
        message, remedy, related = (_never_asked if ends_run(found, node) else _unseen)(
            facts, found, node
        )
        place = edge_place(facts, edge, "when")
        yield Finding(
            place,
            message,
            remedy,
            confidence="medium" if found.named else "low",
            related=(related,),
            witness=witness_at(facts, edge.source, edge=edge.number, of=node.id, word=found.word),
            claim=All(
                (_unobserved(edge, found, node),),
                written_in(place, [found.word]),
                f"that the condition depends on `{found.word}`",
            ),
        )


def _unobserved(edge: Edge, found: Blind, node: Node) -> Notes | Undecided:
    """That the router is shown nulls without a reason once the node has failed, or that the run
    ends there."""
    from phaselint.dialects.sweny.model import END
    from phaselint.dialects.sweny.running.steps import HALTED
    from phaselint_rules.sweny.samples import FAILED

    if ends_run(found, node):
        ends = {"to": END, "reason": HALTED}
        return Notes(node.id, "route", ends, answers=(FAILED,))
    if node.policy.halts and not node.fail_soft:
        return Undecided("only a run that skips the node could show it")
    if "error" in node.properties:
        return Undecided("the node declares `error`, which is shown to the router")
    seen = ("context", node.id)
    return Notes(
        edge.source,
        "model:evaluate",
        holds={seen: [(name, None) for name in node.properties]},
        lacks={seen: [*FAILED["data"].items()]},
        answers=(FAILED,),
        asked=node.id,
    )


def _unseen(facts: SwenyFacts, found: Blind, node: Node) -> tuple[Message, str, Related]:
    text = message(
        "the condition depends on {}, but the router is shown only {} of the data of {}, "
        "even after a failure",
        quote(found.word),
        first_names([*node.properties]),
        quote(node.id),
    )
    place = facts.place((*node.pointer, "output", "properties"), "key")
    return text, _failure_help(node), Related(place, "only these are shown")


def _never_asked(facts: SwenyFacts, found: Blind, node: Node) -> tuple[Message, str, Related]:
    text = message(
        "the condition depends on {}, but if {} fails, the run ends and no edge is taken",
        quote(found.word),
        quote(node.id),
    )
    remedy = f"set `on_fail: continue` at {quote(node.id)}, or remove the condition"
    return text, remedy, Related(node_place(facts, node.id), "the run ends here")


def _failure_help(node: Node) -> str:
    for evaluator in node.evals:
        if re.fullmatch(r"\w+", evaluator.name):
            return f"use {quote(f'{node.id}.evals.{evaluator.name}.pass is false')}"
    return f"declare and require a property of {quote(node.id)} for it, such as `status`"


@rule("SW217", INFO, needs=GRAPH, complete_if=SOUND, default=False, only_if_keys=WHEN)
def agent_failure_not_routed(facts: SwenyFacts) -> Iterator[Finding]:
    """Failed agent run that no condition covers

    What:
        The router chooses among conditions at a node, but none of them mentions a failure, an
        evaluator or `error`. With the option `target = "next"` only at a node with `on_fail:
        continue`.
    Why:
        If the agent fails, the run continues. The router sees null in place of all declared
        properties, and chooses anyway.
    Bad:
        edges: [{from: look, to: merge, when: look.state is ready}, {from: look, to: hold}]
    Good:
        edges:
          - {from: look, to: merge, when: look.state is ready}
          - {from: look, to: alarm, when: look.evals.done.pass is missing or false}
          - {from: look, to: hold}
    Fix:
        Add an edge for the failure, or have the next nodes require what this node returns.
    Source:
        sweny §5.2, §5.12, §11.5
    """
    for name, asked in routed(facts):
        node = facts.nodes[name]
        if not node.sound or node.policy.halts:
            continue
        if any(of_failure(facts, edge, facts.conditions[edge.number]) for edge in asked):
            continue
        targets = tuple(dict.fromkeys(edge.target for edge in facts.ways.out[name]))
        yield Finding(
            node_place(facts, name),
            message(
                "if the agent of {} fails, the router is still offered {}; no condition covers "
                "that",
                quote(name),
                first_names(targets),
            ),
            _failure_help(node),
            related=tuple(
                Related(edge_place(facts, edge, "when"), "isn't about the failure")
                for edge in asked
            ),
            witness=witness_at(facts, name, targets=list(targets)),
        )
