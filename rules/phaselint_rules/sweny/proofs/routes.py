"""How the executor shows what the router is offered, and what it is shown (reference §5.12,
§5.18, §8.2). What decides a free text is never guessed: the proof is the question itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.dialects.sweny.running.router import END, NONE_OF_THE_ABOVE
from phaselint.executor.driving import data_of, unscripted
from phaselint_rules.sweny.proofs.bench import FAILED, Plan, drive, shown
from phaselint_rules.sweny.proofs.graph import NO_WAY
from phaselint_rules.sweny.proofs.samples import passing_answer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.executor.proof import Lab
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint_rules.sweny.proofs.bench import Driven

NOWHERE = "none of these"
OWN = "given by the model"


def _asked(
    lab: Lab[SwenyFacts],
    finding: Finding,
    name: str,
    shows: Callable[[Driven, Mapping[str, Any]], bool],
    *,
    through: str = "",
    models: Mapping[str, Any] | None = None,
    last: str = NOWHERE,
    options: Mapping[str, Any] | None = None,
) -> Proof:
    """Lead a run to the question at the finding's node, by way of another node where one is
    given, and look at the question and at what comes of the answer."""
    node = data_of(finding)["node"]
    way = _way(lab, node, through or node)
    if not way:
        return unscripted(NO_WAY)
    plan = Plan(way, models or {}, last=last, options=options or {})

    def holds(driven: Driven) -> bool:
        questions = driven.of("model:evaluate", node)
        return bool(questions) and shows(driven, questions[-1])

    return shown(drive(lab, name, plan), holds)


def _way(lab: Lab[SwenyFacts], node: str, through: str) -> tuple[str, ...]:
    """The nodes of a shortest way to a node by way of another one; empty where the step budget
    does not allow it."""
    facts = lab.facts
    if not facts.graph_known:
        return ()
    first = facts.ways.way(through)
    onward = facts.ways.way(node, start=through) if first else ()
    way = (*first, *onward[1:]) if onward else ()
    return way if len(way) <= lab.options["max_steps"] else ()


def _nowhere(lab: Lab[SwenyFacts]) -> str:
    """An answer that names no node."""
    names = lab.facts.nodes
    answer = NOWHERE
    while answer in names:
        answer += "!"
    return answer


def _ends(driven: Driven, node: str) -> bool:
    """Whether the run ended at a node since the answer was no target."""
    return any(route["from"] == node and route["to"] == END for route in driven.of("route"))


def _seen(question: Mapping[str, Any], node: str) -> Mapping[str, Any]:
    """What the router is shown of a node; empty without an entry."""
    shown_of: Mapping[str, Any] = question["context"].get(node, {})
    return shown_of


# --- what is offered --------------------------------------------------------------------------


def blank_choice(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """A choice has a blank description; or, for an empty text, the edge has none: it is the
    default, or followed without a question."""
    data = data_of(finding)
    node, target = data["node"], data["target"]
    way = _way(lab, node, node)
    if not way:
        return unscripted(NO_WAY)

    def holds(driven: Driven) -> bool:
        questions = driven.of("model:evaluate", node)
        if not questions:
            return not data["blank"] and len(driven.visited) > len(way)
        texts = [each["description"] for each in questions[-1]["choices"] if each["id"] == target]
        if data["blank"]:
            return any(not text.strip() for text in texts)
        return all(text.strip() for text in texts) and NONE_OF_THE_ABOVE in {
            each["description"] for each in questions[-1]["choices"]
        }

    return shown(drive(lab, f"route at {node}", Plan(way, last=target)), holds)


def same_id_twice(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """The target is offered twice, and the trace has the first edge's text as the reason; or the
    edges are followed without a question."""
    data = data_of(finding)
    node, target = data["node"], data["target"]
    way = _way(lab, node, node)
    if not way:
        return unscripted(NO_WAY)

    def holds(driven: Driven) -> bool:
        questions = driven.of("model:evaluate", node)
        ids = [each["id"] for each in questions[-1]["choices"]] if questions else []
        if questions and data["offered"] > 1 and ids.count(target) < 2:
            return False
        taken = [e for e in driven.run.summary["edges"] if (e["from"], e["to"]) == (node, target)]
        return bool(taken) and taken[-1]["reason"] == data["reason"]

    return shown(drive(lab, f"go from {node} to {target}", Plan(way, last=target)), holds)


def no_way_on(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """An answer that is no target ends the run."""
    node = data_of(finding)["node"]
    return _asked(
        lab,
        finding,
        f"find no condition true at {node}",
        lambda driven, _: _ends(driven, node),
        last=_nowhere(lab),
    )


def one_choice(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """The router is offered one choice."""
    data = data_of(finding)
    return _asked(
        lab,
        finding,
        f"ask at {data['node']}",
        lambda _, question: [each["id"] for each in question["choices"]] == [data["target"]],
        last=data["target"],
    )


def value_uncovered(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """The router is shown the value that no condition is about, and an answer that is no target
    ends the run."""
    data, facts = data_of(finding), lab.facts
    node, field, value = data["node"], data["property"], data["missing"][0]
    answer = _with(passing_answer(facts.nodes[node]), (field,), value)
    return _asked(
        lab,
        finding,
        f"have {field} = {value}",
        lambda driven, question: _seen(question, node).get(field) == value and _ends(driven, node),
        models={node: answer},
        last=_nowhere(lab),
    )


def taken_for_another(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """The bundled client makes another target of a sentence with the longer id."""
    data = data_of(finding)
    node, shorter, longer = data["node"], data["shorter"], data["longer"]
    targets = data["targets"]
    if targets.index(shorter) > targets.index(longer):
        return unscripted("the longer id is offered first, so that it is found in a sentence")
    return _asked(
        lab,
        finding,
        f"answer {longer} in a sentence",
        lambda driven, _: any(
            route["from"] == node and route["to"] not in {longer, END}
            for route in driven.of("route")[-1:]
        ),
        last=f"I choose {longer}.",
        options={"router": "bundled"},
    )


# --- what is shown ----------------------------------------------------------------------------


def _with(answer: Mapping[str, Any], fields: Sequence[str], value: Any) -> dict[str, Any]:
    """An answer of the model with a value at a path of its data."""
    data = inner = dict(answer["data"])
    for field in fields[:-1]:
        below = inner.get(field)
        inner[field] = dict(below) if isinstance(below, dict) else {}
        inner = inner[field]
    inner[fields[-1]] = value
    return {**answer, "data": data}


def never_that_value(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """Whatever declared value the model gives, the router is shown that one and no other."""
    data, facts = data_of(finding), lab.facts
    owner, fields = data["of"], data["property"].split(".")
    proof = unscripted(NO_WAY)
    for value in data["values"]:

        def shows(_: Driven, question: Mapping[str, Any], value: Any = value) -> bool:
            found: Any = _seen(question, owner)
            for field in fields:
                found = found.get(field) if isinstance(found, dict) else None
            return bool(found == value) and value not in data["impossible"]

        answer = _with(passing_answer(facts.nodes[owner]), fields, value)
        proof = _asked(
            lab,
            finding,
            f"have {data['property']} = {value}",
            shows,
            through=owner,
            models={owner: answer},
        )
        if proof.status != "proved":
            break
    return proof


def field_hidden(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """The model gives the field, and the router is not shown it; or there is no such result."""
    data, facts = data_of(finding), lab.facts
    owner, field = data["of"], data["field"]
    answer = passing_answer(facts.nodes[owner])
    if not data["evaluator"]:
        answer = _with(answer, (field,), OWN)

    def shows(_: Driven, question: Mapping[str, Any]) -> bool:
        seen = _seen(question, owner)
        return field not in (seen.get("evals", {}) if data["evaluator"] else seen)

    name = f"return {field} from {owner}"
    return _asked(lab, finding, name, shows, through=owner, models={owner: answer})


def words_hidden(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """Every node on the way gives such fields, and the router is shown none of them."""
    data, facts = data_of(finding), lab.facts
    if "words" not in data:
        return field_hidden(lab, finding)
    extra = dict.fromkeys(data["words"], OWN)
    models = {}
    for name in _way(lab, data["node"], data["node"]):
        answer = passing_answer(facts.nodes[name])
        models[name] = {**answer, "data": {**answer["data"], **extra}}

    def shows(_: Driven, question: Mapping[str, Any]) -> bool:
        return not any(
            extra.keys() & seen.keys()
            for seen in question["context"].values()
            if isinstance(seen, dict)
        )

    return _asked(lab, finding, f"return {data['words'][0]}", shows, models=models)


def not_run_yet(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """The router is shown nothing of the node."""
    data = data_of(finding)
    return _asked(
        lab,
        finding,
        f"ask for {data['of']} at {data['node']}",
        lambda _, question: data["of"] not in question["context"],
    )


def failure_unseen(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """The node's run fails, and the router is shown nulls without a reason."""
    owner = data_of(finding)["of"]

    def shows(driven: Driven, question: Mapping[str, Any]) -> bool:
        results, seen = driven.results(owner), _seen(question, owner)
        failed = bool(results) and "error" in results[-1]["data"]
        nulls = all(value is None for key, value in seen.items() if key != "evals")
        return failed and nulls and owner in question["context"] and "error" not in seen

    name = f"let {owner} fail"
    return _asked(lab, finding, name, shows, through=owner, models={owner: FAILED})


def prose_shown(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """The router is shown whatever the model returned."""
    node = data_of(finding)["node"]
    answer = _with(passing_answer(lab.facts.nodes[node]), ("summary",), OWN)
    return _asked(
        lab,
        finding,
        f"say something at {node}",
        lambda _, question: _seen(question, node).get("summary") == OWN,
        models={node: answer},
    )


def shown_as_null(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """The model leaves the property out, and the router is shown null."""
    data, facts = data_of(finding), lab.facts
    owner, field = data["of"], data["property"]
    answer = passing_answer(facts.nodes[owner])
    rest = {key: value for key, value in answer["data"].items() if key != field}

    def shows(_: Driven, question: Mapping[str, Any]) -> bool:
        seen = _seen(question, owner)
        return field in seen and seen[field] is None

    name = f"leave {field} out"
    models = {owner: {**answer, "data": rest}}
    return _asked(lab, finding, name, shows, through=owner, models=models)
