"""Conditions that speak of a failed node, read from words (reference §5.12, §7.4 d)."""

from __future__ import annotations

import re

from phaselint.vocabulary.finding import Finding, Related
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import INFO, WARNING, rule
from phaselint_rules.sweny.gates.gatewords import of_failure
from phaselint_rules.sweny.needs import GRAPH, SOUND, WHEN
from phaselint_rules.sweny.routes.failurewords import ends_run, unobservable
from phaselint_rules.sweny.routes.readings import conditional, routed
from phaselint_rules.sweny.routes.routes import witness_at
from phaselint_rules.sweny.run_descriptions import edge_place, first_names, node_place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Node
    from phaselint.vocabulary.message import Message
    from phaselint_rules.sweny.routes.failurewords import Blind


@rule(
    "SW210",
    WARNING,
    needs=GRAPH,
    prove="routes.proofs.views:failure_unseen",
    complete_if=SOUND,
    only_if_keys=WHEN,
)
def failure_route_unobservable(facts: SwenyFacts) -> Iterator[Finding]:
    """A condition asks whether a node failed, and the router cannot see it.

    What:
        A text speaks of failure (`failed`, `fails`, `failure`, `error`, `errored`, `skipped`,
        `did not succeed`) of a node that declares `output.properties`, and it names none of
        them, no declared value, no evaluator and no `evals`. Read from words only; properties
        that could tell, such as `status` or `error_count`, keep the rule silent, but not where
        the text speaks of the node itself ("build failed") and the property has listed values
        without any of failure. So does the option `semantics: documented`, under which the
        router sees the status.
    Why:
        A run goes on after a failed node, and status, `error` and `skipped_reason` are not in
        what the router is shown: all declared properties are null, and nothing says why. With the
        option `target = "next"` a run ends where a node fails that does not say
        `on_fail: continue`: no edge is taken there, whatever its condition says.
    Bad:
        # assess declares output.properties and an evaluator verdict_ok
        edges: [{from: assess, to: alarm, when: assess failed}, {from: assess, to: fix}]
    Good:
        edges:
          - {from: assess, to: alarm, when: assess.evals.verdict_ok.pass is false}
          - {from: assess, to: fix}
    Fix:
        Ask for the result of an evaluator, or declare and require a `status` property.
    Dry run:
        The model run fails; every declared property is null in what the router is shown, and
        there is no `error`; or the run ends at the node.
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
        yield Finding(
            edge_place(facts, edge, "when"),
            message,
            remedy,
            confidence="medium" if found.named else "low",
            related=(related,),
            witness=witness_at(facts, edge.source, edge=edge.number, of=node.id, word=found.word),
        )


def _unseen(facts: SwenyFacts, found: Blind, node: Node) -> tuple[Message, str, Related]:
    text = message(
        "the condition asks for {}, but of the data of {} the "
        "router is shown only {}, failed or not",
        quote(found.word),
        quote(node.id),
        first_names([*node.properties]),
    )
    place = facts.place((*node.pointer, "output", "properties"), "key")
    return text, _failure_help(node), Related(place, "only these are shown")


def _never_asked(facts: SwenyFacts, found: Blind, node: Node) -> tuple[Message, str, Related]:
    text = message(
        "the condition asks for {}, but where {} fails the run ends, and no edge is taken",
        quote(found.word),
        quote(node.id),
    )
    remedy = f"write `on_fail: continue` at {quote(node.id)}, or drop the condition"
    return text, remedy, Related(node_place(facts, node.id), "the run ends here")


def _failure_help(node: Node) -> str:
    for evaluator in node.evals:
        if re.fullmatch(r"\w+", evaluator.name):
            return f"ask for {quote(f'{node.id}.evals.{evaluator.name}.pass is false')}"
    return f"declare and require a property of {quote(node.id)} that tells, such as `status`"


@rule("SW217", INFO, needs=GRAPH, complete_if=SOUND, default=False, only_if_keys=WHEN)
def agent_failure_not_routed(facts: SwenyFacts) -> Iterator[Finding]:
    """Failed agent run that no condition is about.

    What:
        The router chooses among conditions at a node, and none of them speaks of a failure, an
        evaluator or `error`. With the option `target = "next"` only at a node with
        `on_fail: continue`.
    Why:
        When the agent fails, the run goes on. The router sees null in place of all declared
        properties, and chooses anyway.
    Bad:
        edges: [{from: look, to: merge, when: look.state is ready}, {from: look, to: hold}]
    Good:
        edges:
          - {from: look, to: merge, when: look.state is ready}
          - {from: look, to: alarm, when: look.evals.done.pass is missing or false}
          - {from: look, to: hold}
    Fix:
        Add an edge for the failure, or let the next nodes require what this one gives.
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
                "if the agent of {} fails, the router is still offered {}; no condition is about "
                "that",
                quote(name),
                first_names(targets),
            ),
            _failure_help(node),
            related=tuple(
                Related(edge_place(facts, edge, "when"), "about something else") for edge in asked
            ),
            witness=witness_at(facts, name, targets=list(targets)),
        )
