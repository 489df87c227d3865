"""What a route is decided by (reference sweny §5.12, §5.18, §8.2)."""

from __future__ import annotations

import re

from phaselint.vocabulary.claim import All, Notes, Undecided, Written
from phaselint.vocabulary.finding import Finding, Fix, Related
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import INFO, WARNING, rule
from phaselint_rules.sweny.needs import GRAPH, SOUND, WHEN
from phaselint_rules.sweny.routes.readings import (
    conditional,
    mentions,
    routed,
    seen,
    spell,
    values_at,
    written_in,
)
from phaselint_rules.sweny.routes.routes import witness_at
from phaselint_rules.sweny.run_descriptions import edge_place, node_place
from phaselint_rules.sweny.vocabulary import is_property_like

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.sweny.analysis.comparisons import Comparison
    from phaselint.dialects.sweny.analysis.conditions import Condition
    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Edge, Node
    from phaselint_rules.sweny.routes.readings import Mention


@rule(
    "SW211",
    WARNING,
    needs=GRAPH,
    claims="notes",
    complete_if=SOUND,
    only_if_keys=WHEN,
)
def conditional_source_without_output(facts: SwenyFacts) -> Iterator[Finding]:
    """Route decided by free prose

    What:
        Conditions leave a node that doesn't declare `output.properties`, and none of them names the
        input, an earlier node, one of its properties, or an evaluator result. A property counts if
        it is compared, or isn't an ordinary word (`retry_count`). If all edges go to one node,
        nothing is decided, and other rules report that.
    Why:
        The router is shown everything that the model happened to return, including its closing
        words, and decides by how they sound.
    Bad:
        nodes: {review: {name: Review, instruction: Review the change.}}
        edges:
          - {from: review, to: merge, when: approved}
          - {from: review, to: rework, when: rejected}
    Good:
        nodes:
          review:
            name: Review
            instruction: Review the change.
            output:
              type: object
              properties: {decision: {enum: [approved, rejected]}}
              required: [decision]
        edges:
          - {from: review, to: merge, when: review.decision is approved}
          - {from: review, to: rework, when: review.decision is rejected}
    Fix:
        Declare and require a property with an `enum` that decides the route.
    Dry run:
        The router is shown everything that the model returned.
    Source:
        sweny §5.12, §8.2
    """
    for name, asked in routed(facts):
        node = facts.nodes[name]
        if not node.sound or node.properties or len({e.target for e in facts.ways.out[name]}) == 1:
            continue
        if any(_names_more(facts, edge) for edge in asked):
            continue
        yield Finding(
            node_place(facts, name),
            message(
                "{} doesn't declare `output.properties`, so free prose decides its conditions",
                quote(name),
            ),
            "declare and require a property with an `enum` that decides the route",
            related=tuple(
                Related(edge_place(facts, edge, "when"), "judged by the model's words")
                for edge in asked
            ),
            witness=witness_at(facts, name, targets=[edge.target for edge in asked]),
            claim=_shows_prose(node, asked[0].target),
        )


def _shows_prose(node: Node, target: str) -> Notes:
    """That the router is shown what the model returned, without any field that it declares."""
    from phaselint_rules.sweny.samples import visit_answers, with_value

    said = "given by the model"
    answer, *verdicts = visit_answers(node)
    return Notes(
        node.id,
        "model:evaluate",
        {("context", node.id, "summary"): said},
        answers=(with_value(answer, ("summary",), said), *verdicts, target),
    )


def _names_more(facts: SwenyFacts, edge: Edge) -> bool:
    """Whether a condition names something else that is known: the input, an earlier node or one
    of its properties, an evaluator result."""
    condition: Condition = facts.conditions[edge.number]
    if condition.evals or any(ref.node != edge.source for ref in condition.references):
        return True
    values = {value.text for said in _comparisons(condition) for value in said.values}
    for word in condition.words:
        if word.text in values:
            continue
        if word.text == "input" or _is_earlier(facts, edge.source, word.text):
            return True
        odd = is_property_like(word.text)
        declaring = facts.declaring.get(word.text.lower(), ()) if odd else ()
        if any(seen(facts, edge.source, node.id) for node in declaring):
            return True
    return any(
        seen(facts, edge.source, node.id)
        for bare in condition.bare
        for node in facts.declaring.get(bare.fields[0].lower(), ())
    )


def _comparisons(condition: Condition) -> Iterator[Comparison]:
    for reference in (*condition.references, *condition.unknown):
        if reference.comparison is not None:
            yield reference.comparison
    yield from (bare.comparison for bare in condition.bare)


def _is_earlier(facts: SwenyFacts, source: str, word: str) -> bool:
    """Whether a word is the id of an earlier node, and not just an article."""
    known = len(word) > 2 and word != source and word in facts.nodes
    return known and facts.ways.precedes(word, source)


@rule(
    "SW212",
    WARNING,
    needs=GRAPH,
    claims="read_and_notes",
    complete_if=SOUND,
    fix="manual",
    only_if_keys=WHEN,
)
def route_field_not_required(facts: SwenyFacts) -> Iterator[Finding]:
    """Condition on an optional property

    What:
        A condition names a declared property that is neither in `output.required` nor demanded by a
        `value` evaluator of the node. Conditions that only ask whether it exists ("is set", "is
        missing") are fine.
    Why:
        If the model leaves it out, the router is shown null, and can treat that as a value.
    Bad:
        output: {type: object, properties: {score: {type: integer}}}
        # and out of the node `grade`
        edges: [{from: grade, to: pass, when: grade.score > 50}, {from: grade, to: retry}]
    Good:
        output: {type: object, properties: {score: {type: integer}}, required: [score]}
    Fix:
        Add it to `required`. A visit that leaves it out then fails its gate, and a `retry` can
        correct it.
    Dry run:
        The model leaves the property out, the node succeeds, and the router is shown null.
    Source:
        sweny §5.6, §5.12, §8.2
    """
    found: dict[tuple[str, str], list[Mention]] = {}
    for edge, condition in conditional(facts):
        for mention in mentions(facts, edge, condition):
            said = mention.comparison
            field = mention.fields[0]
            asks = said is not None and said.kind == "presence" and not _valued(mention, condition)
            if not asks and not _demanded(mention.node, field):
                found.setdefault((mention.node.id, field), []).append(mention)
    for (name, field), named in found.items():
        first, node = named[0].edge, named[0].node
        others = dict.fromkeys(mention.edge for mention in named)
        del others[first]
        place = edge_place(facts, first, "when")
        yield Finding(
            place,
            message("{} can omit {}; the router is then shown null", quote(name), quote(field)),
            f"add {quote(field)} to `output.required` of {quote(name)}",
            confidence="high" if named[0].explicit else "medium",
            related=(
                Related(
                    facts.place((*node.pointer, "output", "properties", field), "key"),
                    "declared, but not required",
                ),
                *(Related(edge_place(facts, edge, "when"), "also used here") for edge in others),
            ),
            witness=witness_at(facts, first.source, edge=first.number, of=name, property=field),
            claim=All(
                (_filled_with_null(first.source, node, field),),
                written_in(place, [named[0].text]),
                f"that the condition uses `{named[0].text}`",
            ),
            fix=Fix("manual", f"add {quote(field)} to `required`"),
        )


def _filled_with_null(source: str, node: Node, field: str) -> Notes:
    """That the router is shown null for a property that a node which succeeds leaves out."""
    from phaselint_rules.sweny.samples import visit_answers, without

    answer, *verdicts = visit_answers(node)
    answers = (without(answer, (field,)), *verdicts)
    told = {"fields": [field]}
    return Notes(
        source, "node:warning", {"node": node.id}, holds=told, answers=answers, asked=node.id
    )


def _valued(mention: Mention, condition: Condition) -> bool:
    """Whether the text names a declared value of the property, such as `missing`."""
    values = values_at(mention.node, mention.fields) or ()
    return any(condition.names(spell(value)) for value in values)


def _demanded(node: Node, field: str) -> bool:
    """Whether a visit that leaves a property out fails its gate. A path below it demands it too;
    one with a prefix or a wildcard does as well."""
    if field in node.required:
        return True
    values = [evaluator for evaluator in node.evals if evaluator.kind == "value"]
    paths = [demand.path for evaluator in values for demand in evaluator.required]
    paths += (match.path for evaluator in values for match in evaluator.matches)
    return any(re.match(rf"(?:a(?:ll|ny):)?{re.escape(field)}(?![\w-])", path) for path in paths)


@rule(
    "SW213",
    INFO,
    needs=GRAPH,
    claims="notes",
    complete_if=SOUND,
    default=False,
    only_if_keys=WHEN,
)
def ambiguous_route_ids(facts: SwenyFacts) -> Iterator[Finding]:
    """Target ID that is part of another target's ID

    What:
        Among the targets that the router chooses from at a node, one ID is part of another.
    Why:
        The bundled client takes the first target whose ID appears in the answer. A sentence that
        names the longer ID also contains the shorter one.
    Bad:
        edges:
          - {from: triage, to: fix, when: the code is wrong}
          - {from: triage, to: fix_tests, when: the tests are wrong}
    Good:
        edges:
          - {from: triage, to: fix_code, when: the code is wrong}
          - {from: triage, to: fix_tests, when: the tests are wrong}
    Fix:
        Rename a node, or put the edge to the longer ID first.
    Dry run:
        The router answers with a sentence that contains the longer ID, and the bundled client goes
        to the node with the shorter ID.
    Source:
        sweny §5.18, §8.2
    """
    for name, asked in routed(facts):
        rest = [edge for edge in facts.ways.out[name] if not edge.condition][:1]
        offered: dict[str, Edge] = {}
        for edge in (*asked, *rest):
            offered.setdefault(edge.target, edge)
        pairs = _contained(list(offered))
        if not pairs:
            continue
        shorter, longer = pairs[0]
        places = [edge_place(facts, offered[each]) for each in (shorter, longer)]
        yield Finding(
            places[1],
            message(
                "{} is part of {}, but both are targets at {}",
                quote(shorter),
                quote(longer),
                quote(name),
            ),
            "rename one of the nodes",
            related=(
                Related(places[0], "shorter ID"),
                *(
                    Related(edge_place(facts, offered[each]), f"also contains {quote(part)}")
                    for part, each in pairs[1:]
                ),
            ),
            witness=witness_at(facts, name, shorter=shorter, longer=longer, targets=list(offered)),
            claim=All(
                (_taken_for(name, shorter, longer, list(offered)),),
                (
                    Written(places[0], lacks=(longer,), like=re.escape(shorter)),
                    Written(places[1], holds=(shorter,), like=re.escape(longer)),
                ),
            ),
        )


def _taken_for(node: str, shorter: str, longer: str, offered: list[str]) -> Notes | Undecided:
    """That the bundled client makes another target of a sentence with the longer ID."""
    if offered.index(shorter) > offered.index(longer):
        return Undecided("the longer ID is offered first, so the client finds it in a sentence")
    return Notes(
        node,
        "route",
        {"from": node, "to": shorter},
        answers=(f"I choose {longer}.",),
        options={"router": "bundled"},
    )


def _contained(ids: list[str]) -> list[tuple[str, str]]:
    """The pairs of IDs of which the first is part of the second; pairs in the order in which they
    are confused come first."""
    place = {name: number for number, name in enumerate(ids)}
    lengths = sorted({len(name) for name in ids})
    pairs = {
        (name[start : start + length], name): None
        for name in ids
        for length in lengths
        if length < len(name)
        for start in range(len(name) - length + 1)
        if name[start : start + length] in place
    }
    return sorted(pairs, key=lambda pair: place[pair[0]] > place[pair[1]])
