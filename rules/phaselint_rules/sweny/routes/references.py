"""What conditions refer to, against what the router is shown (reference sweny §5.12, §8.2)."""

from __future__ import annotations

from phaselint.vocabulary.finding import Finding, Related, Witness
from phaselint.vocabulary.message import message, quote, quote_all
from phaselint.vocabulary.rule import WARNING, rule
from phaselint.vocabulary.suggest import suggest
from phaselint_rules.sweny.needs import GRAPH, SOUND, WHEN
from phaselint_rules.sweny.routes.readings import (
    EVALS,
    OWN_FIELDS,
    conditional,
    rewrite,
    standing,
)
from phaselint_rules.sweny.routes.routes import witness_at
from phaselint_rules.sweny.run_descriptions import edge_place, node_place
from phaselint_rules.sweny.vocabulary import Vocabulary
from phaselint_rules.words import meant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.sweny.analysis.conditions import Condition, Reference
    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Edge

PSEUDO_ROOTS = frozenset(
    {"context", "ctx", "data", "it", "node", "output", "previous", "response", "result", "self"}
)
"""What other systems call the data of the node at hand."""


@rule(
    "SW207",
    WARNING,
    needs=GRAPH,
    prove="routes.proofs.views:words_hidden",
    complete_if=SOUND,
    fix="unsafe",
    only_if_keys=WHEN,
)
def when_references_undeclared_field(facts: SwenyFacts) -> Iterator[Finding]:
    """A condition names a field that the router is not shown.

    What:
        A text has `node.field`, the node declares `output.properties`, and the field is neither
        among them nor `evals`; or `node.evals.name` without an evaluator of that name. With low
        confidence also a word such as `retry_count` or `retryCount` that nothing declares:
        no property of this node or an earlier one, no input, evaluator, node or tool; and a
        plain word that is compared with a declared value of a property and is its name but for a
        letter or two.
    Why:
        The router sees of each node's data only the declared properties, even if the model
        returned more. The field is absent, and the condition is judged without it.
    Bad:
        # verdict is the only declared property
        edges: [{from: assess, to: page, when: assess.severity is high}, {from: assess, to: end}]
    Good:
        # output: {properties: {severity: {enum: [low, high]}}, required: [severity]}
        edges: [{from: assess, to: page, when: assess.severity is high}, {from: assess, to: end}]
    Fix:
        Name a declared property, or declare and require this one.
    Dry run:
        The model returns the field as well; what the router is shown lacks it.
    Source:
        sweny §5.12, §7.4, §8.2
    """
    vocabulary = Vocabulary(facts)
    for edge, condition in conditional(facts):
        hidden = [
            reference
            for reference in condition.references
            if standing(facts, edge, reference) in ("undeclared", "unknown-evaluator")
        ]
        if hidden:
            if not _about_failure(facts, condition, hidden[0]):
                yield _hidden(facts, edge, hidden[0])
        elif words := vocabulary.undeclared(edge, condition):
            yield _unheard_of(facts, edge, words, vocabulary.properties)


def _about_failure(facts: SwenyFacts, condition: Condition, reference: Reference) -> bool:
    """Whether `failure-route-unobservable` reports the reference, or the router is shown it."""
    field = reference.fields[0].lower()
    told = field != "status" or facts.documented or bool(condition.failures)
    return field in OWN_FIELDS and told


def _hidden(facts: SwenyFacts, edge: Edge, reference: Reference) -> Finding:
    node = facts.nodes[reference.node]
    if reference.fields[0] == EVALS:
        known = [evaluator.name for evaluator in node.evals]
        field = reference.fields[1]
        text = message("{} has no evaluator {}", quote(node.id), quote(field))
        otherwise = (
            f"its evaluators are {quote_all(known[:8])}" if known else "it has no evaluators"
        )
        place = node_place(facts, node.id)
    else:
        known, field = list(node.properties), reference.fields[0]
        text = message(
            "{} declares no property {}, so the router is not shown {}",
            quote(node.id),
            quote(field),
            quote(reference.text),
        )
        otherwise = "declare and require it, or name a declared property"
        place = facts.place((*node.pointer, "output", "properties"), "key")
    better = suggest(field, known)
    at_field = edge.condition.find(field, reference.start)
    swap = better is not None and at_field >= 0
    return Finding(
        edge_place(facts, edge, "when"),
        text,
        meant(field, known, otherwise),
        related=(Related(place, "what is declared"),),
        witness=witness_at(
            facts,
            edge.source,
            edge=edge.number,
            of=node.id,
            field=field,
            evaluator=reference.fields[0] == EVALS,
        ),
        fix=rewrite(facts, edge, at_field, at_field + len(field), better)
        if swap and better
        else None,
    )


def _unheard_of(facts: SwenyFacts, edge: Edge, words: list[str], known: Sequence[str]) -> Finding:
    return Finding(
        edge_place(facts, edge, "when"),
        message(
            "{} reads like a property, but no node up to {} declares it",
            quote_all(words),
            quote(edge.source),
        ),
        meant(words[0], known, "declare and require it, or name a declared property"),
        confidence="low",
        witness=witness_at(facts, edge.source, edge=edge.number, words=words),
    )


@rule("SW208", WARNING, needs=GRAPH, complete_if=SOUND, fix="unsafe", only_if_keys=WHEN)
def when_references_unknown_node(facts: SwenyFacts) -> Iterator[Finding]:
    """A condition names a node that does not exist.

    What:
        A text has `name.field` where the name is neither a node nor `input`, and it reads like a
        reference: the name is a slip of a node's id, the field is declared somewhere, or a
        comparison follows. File names, links, abbreviations and properties with fields are none.
    Why:
        Nothing of that name is in what the router is shown.
    Bad:
        edges: [{from: assess, to: fix, when: asess.verdict is fix}, {from: assess, to: end}]
    Good:
        edges: [{from: assess, to: fix, when: assess.verdict is fix}, {from: assess, to: end}]
    Fix:
        Name a node by its id.
    Source:
        sweny §7.4, §8.2
    """
    for edge, condition in conditional(facts):
        for reference in condition.unknown:
            better = suggest(reference.root, list(facts.nodes))
            if not (better or _reads_like_one(facts, reference)):
                continue
            yield Finding(
                edge_place(facts, edge, "when"),
                message("{} in {} is no node", quote(reference.root), quote(reference.text)),
                f"did you mean {quote(better)}?" if better else _advice(facts, edge, reference),
                confidence="high" if better else "medium",
                witness=Witness({"edge": edge.number, "name": reference.root}),
                fix=rewrite(
                    facts, edge, reference.start, reference.start + len(reference.root), better
                )
                if better
                else None,
            )
            break


def _reads_like_one(facts: SwenyFacts, reference: Reference) -> bool:
    said = reference.comparison
    return reference.fields[0].lower() in facts.declaring or bool(
        said and (said.values or said.kind in ("presence", "order"))
    )


def _advice(facts: SwenyFacts, edge: Edge, reference: Reference) -> str:
    """What to write instead of a name that is no node."""
    for node in facts.nodes.values():
        if any(evaluator.name == reference.root for evaluator in node.evals):
            return f"an evaluator is named {quote(f'{node.id}.evals.{reference.text}')}"
    if reference.root.lower() in PSEUDO_ROOTS:
        field = ".".join(reference.fields)
        return f"name the node: {quote(f'{edge.source}.{field}')}"
    return "name a node by its id"


@rule(
    "SW209",
    WARNING,
    needs=GRAPH,
    prove="routes.proofs.views:not_run_yet",
    complete_if=SOUND,
    only_if_keys=WHEN,
)
def when_node_not_upstream(facts: SwenyFacts) -> Iterator[Finding]:
    """A condition names a node that has not run.

    What:
        A text has `node.field`, and no path leads from that node to the one whose edge it is.
    Why:
        When the router is asked, the node has never finished, so what it is shown lacks it.
    Bad:
        edges:
          - {from: plan, to: build, when: review.verdict is accept}
          - {from: build, to: review}
    Good:
        edges:
          - {from: plan, to: build, when: plan.scope is small}
          - {from: build, to: review}
    Fix:
        Name the node itself or an earlier one, or move the condition behind the node.
    Dry run:
        What the router is shown has no entry for the node, and complete exploration never comes
        there once the node is finished.
    Source:
        sweny §5.4, §5.12, §8.2
    """
    for edge, condition in conditional(facts):
        for reference in condition.references:
            if standing(facts, edge, reference) == "not-upstream":
                yield Finding(
                    edge_place(facts, edge, "when"),
                    message(
                        "{} never runs before {}, so the router is not shown {}",
                        quote(reference.node),
                        quote(edge.source),
                        quote(reference.text),
                    ),
                    f"name {quote(edge.source)} or a node that runs before it",
                    related=(
                        Related(node_place(facts, reference.node), "no path leads on from here"),
                    ),
                    witness=witness_at(facts, edge.source, edge=edge.number, of=reference.node),
                )
                break
