"""Output schemas (reference sweny §8.5)."""

from __future__ import annotations

from phaselint.dialects.sweny.analysis.declarations import excludes_objects
from phaselint.dialects.sweny.analysis.pathfaults import EVALS, SUMMARY
from phaselint.dialects.sweny.model import INPUT
from phaselint.dialects.sweny.reading.pathgrammar import parse
from phaselint.javascript.members import has
from phaselint.schema import Typed, declared, plainly_satisfiable
from phaselint.vocabulary.claim import All, Notes, Undecided, Written
from phaselint.vocabulary.finding import Edit, Finding, Fix, Related, Witness, WitnessStep
from phaselint.vocabulary.message import joined, message, quote
from phaselint.vocabulary.pure import pure
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.rule import ERROR, WARNING, rule
from phaselint.vocabulary.suggest import suggest
from phaselint_rules.sweny.needs import OUTPUT, SOUND
from phaselint_rules.sweny.run_descriptions import node_place
from phaselint_rules.words import meant, respell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.dialects.sweny.analysis.declarations import Ground
    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Node
    from phaselint.schema import Fault, Reason, SchemaPointer
    from phaselint.vocabulary.finding import Place

TYPES = ("string", "number", "integer", "boolean", "array", "object", "null")

SYNONYMS = {
    "int": "integer",
    "long": "integer",
    "float": "number",
    "double": "number",
    "decimal": "number",
    "str": "string",
    "text": "string",
    "date": "string",
    "bool": "boolean",
    "list": "array",
    "dict": "object",
    "map": "object",
    "none": "null",
}
"""Names of types in other languages."""

RESERVED = {
    EVALS: "hides the results of the evaluators",
    "error": "is overwritten when the node fails",
    "fail_soft": "is overwritten when the run continues after a failure",
    "skipped_reason": "is overwritten when `requires` skips the node",
}
"""Fields that the runtime writes itself, and the effect of declaring them (reference §5.4)."""

OWN = "given by the model"

READS_AS = {
    EVALS: "is read as results of evaluators",
    "error": "reads as if the node had failed",
    "fail_soft": "reads as if the run had continued after a failure",
    "skipped_reason": "reads as if `requires` had skipped the node",
}
"""The effect of declaring them if the runtime never writes them for this node."""


@rule("SW501", ERROR, complete_if=SOUND, fix="unsafe", only_if_keys=OUTPUT)
def output_schema_invalid(facts: SwenyFacts) -> Iterator[Finding]:
    """Output schema that isn't valid JSON Schema

    What:
        `output` breaks the rules of JSON Schema (draft 2020-12): an unknown `type`, `properties`
        that aren't a mapping, an empty `enum`, a `required` that isn't a list of names, and so on.
        Each fault is one finding; other rules then don't check the node's paths and fields.
    Why:
        The loader doesn't check it. The model client passes it to its vendor, which refuses it or
        ignores the faulty part.
    Bad:
        output: {type: object, properties: {found: {type: int}}}
    Good:
        output: {type: object, properties: {found: {type: integer}}}
    Fix:
        Give the keyword a valid value.
    Source:
        sweny §3.2, §8.5
    """
    for name, faults in facts.output_faults.items():
        for pointer in dict.fromkeys(fault.pointer for fault in faults):
            first = next(fault for fault in faults if fault.pointer == pointer)
            yield _fault(facts, facts.nodes[name], first)


def _fault(facts: SwenyFacts, node: Node, fault: Fault) -> Finding:
    place = facts.place((*node.pointer, "output", *fault.pointer))
    word = fault.found.strip("`")
    about_type = "type" in fault.pointer[-2:]
    better = (SYNONYMS.get(word.lower()) or suggest(word, TYPES) or "") if about_type else ""
    fix = Fix("unsafe", f"replace {quote(word)} with {quote(better)}", (Edit(place, better),))
    return Finding(
        place,
        message("output schema of {} isn't valid JSON Schema: {}", quote(node.id), fault.message),
        f"use {quote(better)}" if better else f"use {fault.expected}",
        fix=fix if better not in ("", "null") and not facts.file.endswith(".json") else None,
    )


@rule("SW505", ERROR, complete_if=SOUND, only_if_keys=OUTPUT, ends="unmet")
def output_schema_unsatisfiable(facts: SwenyFacts) -> Iterator[Finding]:
    """Output schema that no data can satisfy

    What:
        The output schema of a node contradicts itself: limits that exclude each other, a constant
        of another type, a required key that isn't declared although no others are allowed, an
        `allOf` whose parts have no common value, and so on. Reported only if that is certain.
        Silent for schemas that are invalid or don't describe mappings; other rules cover those.
    Why:
        The model must answer with this schema and can't. Every answer breaks it, and the node's
        gates, and all that read the answer, check data that never matched the schema.
    Bad:
        output: {type: object, required: [title],
                 properties: {title: {type: string, minLength: 80, maxLength: 20}}}
    Good:
        output: {type: object, required: [title],
                 properties: {title: {type: string, minLength: 20, maxLength: 80}}}
    Fix:
        Change one of the keywords that exclude each other, or declare the required key.
    Source:
        sweny §8.5
    """
    for node in facts.sound_nodes:
        ground = facts.declarations.output(node)
        if ground is None or _is_satisfiable(ground.schema):
            continue
        from phaselint.schema import reason

        why = reason(ground.schema, Typed("object"))
        if why is not None:
            yield _unsatisfiable(facts, node, ground, why)


@pure
def _is_satisfiable(schema: Any) -> bool:
    return plainly_satisfiable(schema)


def _unsatisfiable(facts: SwenyFacts, node: Node, ground: Ground, why: Reason) -> Finding:
    from phaselint_rules.contradictions import contradiction

    found = contradiction(ground.schema, why)

    def place(pointer: SchemaPointer) -> Place:
        item = bool(pointer) and isinstance(pointer[-1], int)
        return facts.place(ground.place(pointer), "value" if item else "key")

    return Finding(
        place(found.at),
        message("no data can satisfy the output schema of {}: {}", quote(node.id), found.told),
        found.remedy,
        related=tuple(Related(place(each), "this excludes it") for each in found.others),
        witness=Witness({"node": node.id, **found.data}),
    )


@rule(
    "SW502",
    WARNING,
    claims="notes",
    complete_if=SOUND,
    fix="unsafe",
    only_if_keys=OUTPUT,
)
def required_not_declared(facts: SwenyFacts) -> Iterator[Finding]:
    """Required output field that isn't declared

    What:
        `required` of an output schema lists a name that isn't in its `properties` (or declared by a
        part of it). `summary` always exists and needs no declaration.
    Why:
        The node fails unless the model happens to return a field that it was never told about.
    Bad:
        output: {type: object, properties: {branch: {type: string}}, required: [branchName]}
    Good:
        output: {type: object, properties: {branch: {type: string}}, required: [branch]}
    Fix:
        Correct the name, or declare the property.
    Dry run:
        The node returns exactly the declared fields, and its gate fails.
    Source:
        sweny §5.6, §8.5
    """
    for node in facts.sound_nodes:
        ground = facts.declarations.output(node)
        if ground is None:
            continue
        known = tuple(node.properties)
        written = (node.output or {})["required"] if node.required else ()
        numbers = {
            each: at for at, each in reversed([*enumerate(written)]) if isinstance(each, str)
        }
        alone: _Alone | None = None
        for name in dict.fromkeys(node.required):
            if name in node.properties or name == SUMMARY:
                continue
            said = declared(ground.schema, (name,))
            if said.missing is None or said.unknown:
                continue
            place = facts.place((*ground.pointer, "required", numbers[name]))
            alone = alone or _alone(node)
            yield Finding(
                place,
                message(
                    "{} requires output field {} but doesn't declare it",
                    quote(node.id),
                    quote(name),
                ),
                meant(name, known, "declare it in `properties`, or remove it from `required`"),
                witness=_missing_witness(facts, node, name),
                claim=alone.missing(name),
                fix=respell(name, known, place),
            )


class _Alone(NamedTuple):
    """Data with exactly the declared fields of a node, if there is any, and what its gate says."""

    given: Any
    claim: Notes

    def missing(self, name: str) -> Notes | Undecided:
        """That the gate misses a field that isn't declared."""
        if not isinstance(self.given, dict) or has(self.given, name):
            return Undecided("no data with only the declared fields was found")
        return self.claim


def _alone(node: Node) -> _Alone:
    from phaselint.schema import minimal
    from phaselint_rules.sweny.samples import passing_answer

    given = minimal({**(node.output or {}), "type": "object", "required": list(node.properties)})
    held = given if isinstance(given, dict) else {}
    missing = ", ".join(each for each in node.required if not has(held, each))
    told = {"message": [f"required field(s) missing from emitted data: {missing}"]}
    answer = {**passing_answer(node), "data": held}
    return _Alone(given, Notes(node.id, "warn", holds=told, answers=(answer,), hostile=True))


def _missing_witness(facts: SwenyFacts, node: Node, name: str) -> Witness:
    steps = (
        WitnessStep(f"a run reaches {quote(node.id)}", node_place(facts, node.id), node.id),
        WitnessStep("the model returns only the declared fields"),
        WitnessStep(f"the gate fails: the required field {quote(name)} is missing"),
    )
    return Witness({"node": node.id, "field": name}, steps)


@rule("SW503", ERROR, complete_if=SOUND, only_if_keys=OUTPUT)
def output_not_object(facts: SwenyFacts) -> Iterator[Finding]:
    """Output schema for something other than an object

    What:
        `output.type` is given, but is neither `object` nor a list that contains it.
    Why:
        The data of a node is always a mapping. Gates and the router can't rely on any property, and
        no answer can match the schema.
    Bad:
        output: {type: array, items: {type: string}}
    Good:
        output: {type: object, properties: {names: {type: array, items: {type: string}}}}
    Fix:
        Put the value into a property.
    Source:
        sweny §5.6, §8.5
    """
    for node in facts.sound_nodes:
        if excludes_objects(node.output) and not facts.output_faults.get(node.id):
            kind = (node.output or {})["type"]
            words = kind if isinstance(kind, list) else [kind]
            yield Finding(
                facts.place((*node.pointer, "output", "type")),
                message(
                    "the output of {} is declared as {}, but a node's data is always a mapping",
                    quote(node.id),
                    joined(" or ", map(quote, words)),
                ),
                "use `type: object`, and put the value into a property",
            )


@rule("SW504", WARNING, claims="notes", complete_if=SOUND, only_if_keys=OUTPUT)
def reserved_output_field(facts: SwenyFacts) -> Iterator[Finding]:
    """Output field name that the runtime uses itself

    What:
        A declared property of an output is named `evals`, `error`, `fail_soft` or `skipped_reason`.
    Why:
        A field `evals` hides the results of the evaluators from `requires` and the router; with the
        option `target = "next"`, the field itself is dropped. The runtime overwrites the others. If
        nothing on the node makes it do so, they still read as if it had, and the confidence is
        medium.
    Bad:
        output: {type: object, properties: {evals: {type: object}}}
    Good:
        output: {type: object, properties: {evaluations: {type: object}}}
    Fix:
        Rename the property.
    Dry run:
        The node returns the field, and later nodes see the runtime's value.
    Source:
        sweny §5.4, §8.5, §11.5
    """
    for node in facts.sound_nodes:
        if facts.declarations.output(node) is None:
            continue
        for name in node.properties:
            if name in RESERVED:
                written = _written(node, name)
                fate = _fate(facts, name, written)
                place = facts.place((*node.pointer, "output", "properties", name), "key")
                taken = _taken_over(facts, node, name, written)
                yield Finding(
                    place,
                    message("output field {} of {} {}", quote(name), quote(node.id), message(fate)),
                    "rename it",
                    confidence="high" if written else "medium",
                    witness=Witness({"node": node.id, "field": name}),
                    claim=All((taken,), (Written(place),)),
                )


def _taken_over(facts: SwenyFacts, node: Node, name: str, written: bool) -> Notes | Undecided:
    """That later nodes see what the runtime makes of a field, whatever the model gives."""
    from phaselint_rules.sweny.samples import FAILED, failed_visit, failing_answer, with_value

    if not written:
        return Undecided("the runtime never writes the field for this node")
    if name == EVALS:
        return _hides(facts, node)
    at = ("result", "data", name)
    if name == "fail_soft":
        answer = with_value(FAILED, (name,), OWN)
        return Notes(node.id, "node:exit", {at: True}, answers=(answer,))
    if name == "error" and (node.evals or set(node.required) - {name}):
        answer = with_value(failing_answer(node) if node.evals else {"data": {}}, (name,), OWN)
        return Notes(
            node.id,
            "node:exit",
            lacks={at: [OWN]},
            provided={("result", "status"): ["failed"]},
            answers=failed_visit(node, answer),
            hostile=True,
        )
    begins = "requires failed:" if name == "error" else "requires not met:"
    return Notes(node.id, "node:exit", holds={at: [begins]}, given=_no_input(node))


def _no_input(node: Node) -> dict[str, Any]:
    """A run input without what `requires` of a node reads."""
    requires = node.requires
    if requires is None:
        return {}
    paths = [each.path for each in requires.required]
    paths += [each.path for each in requires.matches]
    read = [parse(path).segments for path in paths]
    return {each[1].name: None for each in read if len(each) > 1 and each[0].name == INPUT}


def _hides(facts: SwenyFacts, node: Node) -> Notes | Undecided:
    """That what the model gives takes the place of the results of evaluators; in the next release,
    that it is dropped."""
    from phaselint_rules.sweny.samples import visit_answers, with_value

    onward = facts.ways.out[node.id] if facts.graph_known else ()
    if not onward or not node.evals:
        return Undecided("no later node depends on the results of its evaluators")
    if node.id == INPUT:
        return Undecided("before its first visit, the run input takes the place of the node")
    answer, *verdicts = visit_answers(node)
    answers = (with_value(answer, (EVALS,), OWN), *verdicts)
    if any(edge.when for edge in onward):
        claim = Notes(node.id, "model:evaluate", answers=answers, asked=node.id, hostile=True)
    else:
        first, *others = dict.fromkeys(edge.target for edge in onward)
        claim = Notes(first, "model:run", answers=answers, asked=node.id, hostile=True)
        claim = claim._replace(others=tuple(others))
    given = {("context", node.id): [(EVALS, OWN)]}
    return claim._replace(lacks=given) if facts.is_next else claim._replace(holds=given)


def _fate(facts: SwenyFacts, name: str, written: bool) -> str:
    """What comes of declaring a field that the runtime writes itself."""
    if name == EVALS and facts.is_next:
        return "is dropped in favor of the evaluators' results"
    return (RESERVED if written else READS_AS)[name]


def _written(node: Node, name: str) -> bool:
    """Whether the runtime can write a field of its own on this node."""
    if name == EVALS:
        return bool(node.evals)
    if name == "fail_soft":
        return node.fail_soft
    skips = node.requires is not None and node.requires.on_fail == "skip"
    if name == "skipped_reason":
        return skips
    demanded = set(node.required) - {name}  # the gate that misses the field itself adds it
    return bool(node.evals or demanded or (node.requires is not None and not skips))
