"""Conditions that speak of a failed node, read from words (reference §5.12, §7.4 d)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from phaselint.vocabulary.finding import Finding, Related
from phaselint.vocabulary.message import say, tick
from phaselint.vocabulary.rule import WARNING, Rule
from phaselint_rules.sweny import proofs
from phaselint_rules.sweny.failurewords import unobservable
from phaselint_rules.sweny.needs import GRAPH, SOUND
from phaselint_rules.sweny.readings import conditional
from phaselint_rules.sweny.routes import at
from phaselint_rules.sweny.walks import edge_place, some

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Node


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
        what the router is shown: all declared properties are null, and nothing says why.
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
        there is no `error`.
    Source:
        sweny §5.12, §6, §7.4, §8.2
    """
    for edge, condition in () if facts.documented else conditional(facts):
        found = unobservable(facts, edge, condition)
        if found is None:
            continue
        node = facts.nodes[found.node]
        yield Finding(
            edge_place(facts, edge, "when"),
            say(
                "the condition asks for {}, but of the data of {} the "
                "router is shown only {}, failed or not",
                tick(found.word),
                tick(node.id),
                some([*node.properties]),
            ),
            _failure_help(node),
            confidence="medium" if found.named else "low",
            related=(
                Related(
                    facts.place((*node.pointer, "output", "properties"), "key"),
                    "only these are shown",
                ),
            ),
            witness=at(facts, edge.source, edge=edge.number, of=node.id, word=found.word),
        )


def _failure_help(node: Node) -> str:
    for evaluator in node.evals:
        if re.fullmatch(r"\w+", evaluator.name):
            return f"ask for {tick(f'{node.id}.evals.{evaluator.name}.pass is false')}"
    return f"declare and require a property of {tick(node.id)} that tells, such as `status`"


RULES = (
    Rule(
        "SW210",
        failure_route_unobservable,
        WARNING,
        GRAPH,
        proofs.views.failure_unseen,
        whole=SOUND,
    ),
)
