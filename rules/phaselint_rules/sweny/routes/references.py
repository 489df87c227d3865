"""What conditions refer to, against what the router is shown (reference sweny §5.12, §8.2)."""

from __future__ import annotations

from phaselint.vocabulary.claim import All, Never, Notes, Undecided
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
    written_in,
)
from phaselint_rules.sweny.routes.routes import witness_at
from phaselint_rules.sweny.run_descriptions import edge_place, first_names, node_place
from phaselint_rules.sweny.vocabulary import Vocabulary
from phaselint_rules.words import meant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.sweny.analysis.conditions import Condition, Reference
    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Edge, Node

OWN = "given by the model"
HIDDEN = "a field of the node hides the results of its evaluators"

PSEUDO_ROOTS = frozenset(
    {"context", "ctx", "data", "it", "node", "output", "previous", "response", "result", "self"}
)
"""Names for the current node's data in other systems."""


@rule(
    "SW207",
    WARNING,
    needs=GRAPH,
    claims="read_and_notes",
    complete_if=SOUND,
    fix="unsafe",
    only_if_keys=WHEN,
)
def when_references_undeclared_field(facts: SwenyFacts) -> Iterator[Finding]:
    """Condition on a field that the router isn't shown

    What:
        A condition contains `node.field`, and the node declares `output.properties`, but the field
        is neither one of them nor `evals`; or `node.evals.name` without an evaluator of that name.
        With low confidence also a word such as `retry_count` or `retryCount` that isn't declared as
        a property of this or an earlier node, an input, an evaluator, a node or a tool; and a plain
        word that is compared with a declared value of a property and differs from its name in only
        one or two letters.
    Why:
        Of each node's data the router sees only the declared properties, even if the model returned
        more. The field is absent, and the condition is judged without it.
    Bad:
        # verdict is the only declared property
        edges: [{from: assess, to: page, when: assess.severity is high}, {from: assess, to: end}]
    Good:
        # output: {properties: {severity: {enum: [low, high]}}, required: [severity]}
        edges: [{from: assess, to: page, when: assess.severity is high}, {from: assess, to: end}]
    Fix:
        Use a declared property, or declare and require this one.
    Dry run:
        The model returns the field as well, but the router isn't shown it.
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
    recorded = reference.fields[0] == EVALS
    if recorded:
        known = [evaluator.name for evaluator in node.evals]
        field = reference.fields[1]
        text = message("{} has no evaluator {}", quote(node.id), quote(field))
        otherwise = f"use {first_names(known)}" if known else "add the evaluator to its `eval`"
        place = node_place(facts, node.id)
    else:
        known, field = list(node.properties), reference.fields[0]
        text = message(
            "{} doesn't declare property {}, so the router isn't shown {}",
            quote(node.id),
            quote(field),
            quote(reference.text),
        )
        otherwise = "declare and require it, or use a declared property"
        place = facts.place((*node.pointer, "output", "properties"), "key")
    better = suggest(field, known)
    at_field = edge.condition.find(field, reference.start)
    swap = better is not None and at_field >= 0
    return Finding(
        edge_place(facts, edge, "when"),
        text,
        meant(field, known, otherwise),
        related=(Related(place, "declared properties"),),
        witness=witness_at(
            facts,
            edge.source,
            edge=edge.number,
            of=node.id,
            field=field,
            evaluator=recorded,
        ),
        claim=_is_hidden(facts, edge, reference.text, node, field, recorded=recorded),
        fix=rewrite(facts, edge, at_field, at_field + len(field), better)
        if swap and better
        else None,
    )


def _is_hidden(
    facts: SwenyFacts, edge: Edge, text: str, node: Node, field: str, *, recorded: bool
) -> All:
    """That the router isn't shown a field that a node returns, or a result of an evaluator."""
    unseen = _unseen(edge, node, () if recorded else (field,))
    seen = ("context", node.id)
    if recorded:
        unseen = unseen._replace(fields={(*seen, EVALS, field): None})
    claim = unseen._replace(lacks={seen: ()})
    hides = recorded and EVALS in node.properties
    return All(
        (Undecided(HIDDEN) if hides else claim,),
        written_in(edge_place(facts, edge, "when"), [text]),
        f"that the condition uses `{text}`",
    )


def _are_hidden(facts: SwenyFacts, edge: Edge, words: Sequence[str]) -> All:
    """That the router is shown none of some fields, whichever node on the way returns them."""
    way = facts.ways.way(edge.source)
    return All(
        tuple(_unseen(edge, facts.nodes[name], words) for name in way),
        written_in(edge_place(facts, edge, "when"), words),
        f"that the condition uses {quote_all(words)}",
    )


def _unseen(edge: Edge, node: Node, fields: Sequence[str]) -> Notes:
    from phaselint_rules.sweny.samples import visit_answers

    answer, *verdicts = visit_answers(node)
    told = {**answer, "data": {**answer["data"], **dict.fromkeys(fields, OWN)}}
    return Notes(
        edge.source,
        "model:evaluate",
        {("context", node.id, field): None for field in fields},
        hostile=True,
        answers=(told, *verdicts),
        asked=node.id,
    )


def _not_seen(source: str, node: str) -> tuple[Never, Notes]:
    """That no router at a node is shown anything of another, and that one is asked."""
    seen = ("context", node)
    shown = Notes(source, "model:evaluate", lacks={seen: ()}, hostile=True)
    return Never(shown), Notes(source, "model:evaluate", {seen: None})


def _unheard_of(facts: SwenyFacts, edge: Edge, words: list[str], known: Sequence[str]) -> Finding:
    return Finding(
        edge_place(facts, edge, "when"),
        message(
            "{} looks like a property, but no node up to {} declares it",
            quote_all(words),
            quote(edge.source),
        ),
        meant(words[0], known, "declare and require it, or use a declared property"),
        confidence="low",
        witness=witness_at(facts, edge.source, edge=edge.number, words=words),
        claim=_are_hidden(facts, edge, words),
    )


@rule("SW208", WARNING, needs=GRAPH, complete_if=SOUND, fix="unsafe", only_if_keys=WHEN)
def when_references_unknown_node(facts: SwenyFacts) -> Iterator[Finding]:
    """Condition on a node that doesn't exist

    What:
        A condition contains `name.field`, but the name is neither a node nor `input`. It must read
        like a reference: the name misspells a node's ID, the field is declared somewhere, or a
        comparison follows. File names, links, abbreviations and properties with fields don't count.
    Why:
        The router isn't shown any data of that name.
    Bad:
        edges: [{from: assess, to: fix, when: asess.verdict is fix}, {from: assess, to: end}]
    Good:
        edges: [{from: assess, to: fix, when: assess.verdict is fix}, {from: assess, to: end}]
    Fix:
        Refer to a node by its ID.
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
                message("{} in {} isn't a node", quote(reference.root), quote(reference.text)),
                f"use {quote(better)}" if better else _advice(facts, edge, reference),
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
    """What to write instead of a name that isn't a node."""
    for node in facts.nodes.values():
        if any(evaluator.name == reference.root for evaluator in node.evals):
            return f"write an evaluator as {quote(f'{node.id}.evals.{reference.text}')}"
    if reference.root.lower() in PSEUDO_ROOTS:
        field = ".".join(reference.fields)
        return f"add the node's ID: {quote(f'{edge.source}.{field}')}"
    return "refer to a node by its ID"


@rule(
    "SW209",
    WARNING,
    needs=GRAPH,
    claims="read_and_notes",
    complete_if=SOUND,
    only_if_keys=WHEN,
)
def when_node_not_upstream(facts: SwenyFacts) -> Iterator[Finding]:
    """Condition on a node that hasn't run

    What:
        A condition contains `node.field`, but there is no path from that node to the node that the
        edge leaves.
    Why:
        When the router is called, the node has never finished, so its data is missing.
    Bad:
        edges:
          - {from: plan, to: build, when: review.verdict is accept}
          - {from: build, to: review}
    Good:
        edges:
          - {from: plan, to: build, when: plan.scope is small}
          - {from: build, to: review}
    Fix:
        Use the node itself or an earlier one, or move the condition after the node.
    Dry run:
        The router isn't shown an entry for the node, and complete exploration never reaches this
        edge after the node has finished.
    Source:
        sweny §5.4, §5.12, §8.2
    """
    for edge, condition in conditional(facts):
        for reference in condition.references:
            if standing(facts, edge, reference) == "not-upstream":
                yield Finding(
                    edge_place(facts, edge, "when"),
                    message(
                        "{} never runs before {}, so the router isn't shown {}",
                        quote(reference.node),
                        quote(edge.source),
                        quote(reference.text),
                    ),
                    f"use {quote(edge.source)} or a node that runs before it",
                    related=(Related(node_place(facts, reference.node), "never reaches the edge"),),
                    witness=witness_at(facts, edge.source, edge=edge.number, of=reference.node),
                    claim=All(
                        _not_seen(edge.source, reference.node),
                        written_in(edge_place(facts, edge, "when"), [reference.text]),
                        f"that the condition uses `{reference.text}`",
                    ),
                )
                break
