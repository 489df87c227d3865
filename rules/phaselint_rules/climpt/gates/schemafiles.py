"""Output schemas that cannot be found or put together (reference climpt §7.4)."""

from __future__ import annotations

from phaselint.vocabulary.finding import Edit, Finding, Fix, Place, Related, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, rule
from phaselint.vocabulary.suggest import suggest
from phaselint_rules.climpt.edits import remove, spelt
from phaselint_rules.climpt.gates.schemas import no_list
from phaselint_rules.climpt.needs import RESOLVED, SCHEMA_FILES
from phaselint_rules.climpt.pointertext import value_at
from phaselint_rules.words import meant, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.filemodel import Expanded
    from phaselint.dialects.climpt.model import Step

MALFORMED = ("##", "//")
"""What the reference refuses in the name of a schema (reference §4.5)."""


def _faulty(facts: ClimptFacts, fault: str) -> Iterator[tuple[Place, list[Step]]]:
    """The places of a fault, each with the steps whose schema has it."""
    found: dict[Place, list[Step]] = {}
    for step, expanded in facts.once(_all_faulty):
        if expanded.fault == fault:
            found.setdefault(Place(*expanded.place), []).append(step)
    yield from found.items()


def _all_faulty(facts: ClimptFacts) -> tuple[tuple[Step, Expanded], ...]:
    """The steps whose schema has some fault."""
    schemas = ((step, facts.expanded(step)) for step in facts.steps.values())
    return tuple((step, found) for step, found in schemas if found is not None and found.fault)


def _reference(facts: ClimptFacts, step: Step, member: str) -> Place:
    return facts.place((*step.pointer, "outputSchemaRef", member))


def _users(facts: ClimptFacts, steps: list[Step], member: str) -> tuple[Related, ...]:
    return tuple(
        Related(_reference(facts, step, member), f"step {quote(step.key)} uses it")
        for step in steps
    )


def _witness(steps: list[Step], **more: Any) -> Witness:
    """The steps concerned, a gated one first: only their schemas are looked at before a run."""
    ordered = sorted(steps, key=lambda step: step.gate is None)
    keys = [step.key for step in ordered]
    return Witness({"step": keys[0], "steps": keys, "gated": ordered[0].gate is not None, **more})


def _by_name(facts: ClimptFacts, fault: str) -> Iterator[list[Step]]:
    """The steps with a fault of file or name, those with the same file and name together."""
    found: dict[tuple[str, str], list[Step]] = {}
    for _, steps in _faulty(facts, fault):
        for step in steps if not no_list(facts, steps[0]) else ():
            name = step.schema_name if fault == "output-schema-unresolved" else ""
            found.setdefault((step.schema_file, name), []).append(step)
    yield from found.values()


@rule(
    "CL308",
    ERROR,
    needs=SCHEMA_FILES,
    prove="gates.proofs.refusals:no_schema_file",
    complete_if=RESOLVED,
    fix="unsafe",
)
def output_schema_file_missing(facts: ClimptFacts) -> Iterator[Finding]:
    """The schema file of a step is not there.

    What:
        `outputSchemaRef.file` names no file below `schemas/` of the agent. Reported once for each
        file. Silent where the agent has no `schemas` folder at all.
    Why:
        An agent with a gated step of this kind does not start. A step without gate runs without
        its schema, and the run cannot succeed.
    Bad:
        "outputSchemaRef": {"file": "audits.schema.json", "schema": "audit"}
    Good:
        "outputSchemaRef": {"file": "audit.schema.json", "schema": "audit"}
    Fix:
        Write the name of the file, or add it.
    Dry run:
        The start is refused with SR-VALID-003; without gates, it is not proved.
    Source:
        climpt §1.2, §3.1, §7.4
    """
    for steps in _by_name(facts, "output-schema-file-missing"):
        first = steps[0]
        place = _reference(facts, first, "file")
        others = sorted({s.schema_file for s in facts.steps.values() if facts.schema(s)})
        better = suggest(first.schema_file, others)
        yield Finding(
            place,
            message(
                "there is no schema file {}, which step {} refers to",
                quote(first.schema_file),
                quote(first.key),
            ),
            meant(first.schema_file, others, "add the file to `schemas`, or name another one"),
            related=_users(facts, steps[1:], "file"),
            witness=_witness(steps, file=first.schema_file),
            fix=replace(first.schema_file, better, place) if better else None,
        )


@rule(
    "CL309",
    ERROR,
    needs=SCHEMA_FILES,
    prove="gates.proofs.refusals:no_schema",
    complete_if=RESOLVED,
    fix="unsafe",
)
def output_schema_unresolved(facts: ClimptFacts) -> Iterator[Finding]:
    """The schema of a step is not in its file.

    What:
        `outputSchemaRef.schema` is neither the name of a schema in `definitions`, in `$defs` or
        at the root of the file, nor a pointer to one; or it is malformed: it starts with `##` or
        has `//` in it. Reported once for each name. Or the schema cannot be put together: in an
        `allOf`, or beside one, stands a `required` that is no list.
    Why:
        An agent with a gated step of this kind does not start. A step without gate runs without
        its schema, and the run cannot succeed.
    Bad:
        "outputSchemaRef": {"file": "audit.schema.json", "schema": "##/definitions/audit"}
    Good:
        "outputSchemaRef": {"file": "audit.schema.json", "schema": "#/definitions/audit"}
    Fix:
        Write the name of a schema in the file. List the names of properties in `required`.
    Dry run:
        The start is refused with SR-VALID-003; without gates, it is not proved.
    Source:
        climpt §3.1, §4.5, §7.4
    """
    yield from _not_put_together(facts)
    for steps in _by_name(facts, "output-schema-unresolved"):
        first = steps[0]
        name, place = first.schema_name, _reference(facts, first, "schema")
        known = _names(facts, first)
        better = _better(name, known)
        malformed = name.startswith(MALFORMED[0]) or MALFORMED[1] in name
        yield Finding(
            place,
            (
                message(
                    "{} of step {} is malformed: it {} {}",
                    quote(name),
                    quote(first.key),
                    "starts with" if name.startswith("##") else "has",
                    quote("##" if name.startswith("##") else "//"),
                )
                if malformed
                else message(
                    "there is no schema {} in {}, which step {} refers to",
                    quote(name),
                    quote(first.schema_file),
                    quote(first.key),
                )
            ),
            f"did you mean {quote(better)}?" if better else "name a schema that is in the file",
            related=_users(facts, steps[1:], "schema"),
            witness=_witness(steps, file=first.schema_file, name=name),
            fix=replace(name, better, place) if better else None,
        )


def _not_put_together(facts: ClimptFacts) -> Iterator[Finding]:
    """The `required` that an `allOf` cannot be put together with."""
    for place, steps in _faulty(facts, "output-schema-unresolved"):
        if not no_list(facts, steps[0]):
            continue
        edit = remove(facts.contract.documents, place.file, place.pointer)
        yield Finding(
            place,
            message(
                "{} is {} here, no list, so that the {} cannot be put together",
                quote("required"),
                quote(spelt(value_at(facts, place))),
                quote("allOf"),
            ),
            "list the names of the properties that are required, or take it out",
            related=_users(facts, steps, "schema"),
            witness=_witness(steps),
            fix=Fix("unsafe", "remove `required`", (edit,)) if edit else None,
        )


def _names(facts: ClimptFacts, step: Step) -> list[str]:
    """The names of the schemas in the file of a step."""
    tail = f"/schemas/{step.schema_file}"
    root: Any = next((d.value for f, d in facts.contract.documents.items() if f.endswith(tail)), {})
    if not isinstance(root, dict):
        return []
    homes = [root.get("definitions"), root.get("$defs")]
    return [name for home in homes if isinstance(home, dict) for name in home]


def _better(name: str, known: list[str]) -> str:
    """The name or pointer that is meant; empty if that cannot be told."""
    last = name.rpartition("/")[2]
    if last in known and name != last:
        return f"#/{name.lstrip('#/')}".replace("//", "/") if "/" in name else last
    return suggest(last, known) or ""


@rule(
    "CL310",
    ERROR,
    needs=SCHEMA_FILES,
    prove="gates.proofs.refusals:no_target",
    complete_if=RESOLVED,
)
def schema_ref_unresolved(facts: ClimptFacts) -> Iterator[Finding]:
    """A reference in a schema leads nowhere.

    What:
        A `$ref` that is reached from the schema of a step names a file that is not there, or a
        place that the file does not have. Other addresses are not supported. Reported once for
        each reference.
    Why:
        The schema cannot be resolved. An agent with a gated step of this kind does not start.
    Bad:
        {"$ref": "common.json#/definitions/verdit"}
    Good:
        {"$ref": "common.json#/definitions/verdict"}
    Fix:
        Write the way to the definition.
    Dry run:
        The start is refused with SR-VALID-003; without gates, it is not proved.
    Source:
        climpt §1.2, §4.5, §7.4
    """
    for place, steps in _faulty(facts, "schema-ref-unresolved"):
        text = _text(facts, place)
        yield Finding(
            place,
            message("the `$ref` {} leads nowhere", quote(text)),
            "write the way to the definition: a file beside this one, `#`, and a pointer into it",
            related=_users(facts, steps, "schema"),
            witness=_witness(steps, ref=text),
        )


def _text(facts: ClimptFacts, place: Place) -> str:
    return str(value_at(facts, place) or "")


@rule(
    "CL311",
    ERROR,
    needs=SCHEMA_FILES,
    prove="gates.proofs.refusals:used_twice",
    complete_if=RESOLVED,
    fix="unsafe",
)
def schema_ref_reused(facts: ClimptFacts) -> Iterator[Finding]:
    """A reference is used twice in one schema, which the reference takes for a cycle.

    What:
        The text of a `$ref` occurs a second time in what can be walked without following a
        reference, or again below one of the references there, and there is no real cycle.
        Reported once for each reference.
    Why:
        It is legal JSON Schema. But the resolver remembers the texts it has met, for the whole of
        a schema, and refuses the second one: the agent does not start.
    Bad:
        "title": {"$ref": "#/definitions/text"}, "summary": {"$ref": "#/definitions/text"}
    Good:
        "title": {"$ref": "#/definitions/text"},
        "summary": {"$ref": "audit.schema.json#/definitions/text"}
    Fix:
        Write the second one differently, with the name of the file, or copy the definition.
    Dry run:
        The start is refused with SR-VALID-003; without gates, it is not proved.
    Source:
        climpt §4.5, §7.4
    """
    for place, steps in _faulty(facts, "schema-ref-reused"):
        text = _text(facts, place)
        better = place.file.rpartition("/")[2] + text if text.startswith("#") else ""
        document = facts.contract.documents.get(place.file)
        taken = document is None or spelt(better) in document.text
        edit = Edit(place, spelt(better))
        yield Finding(
            place,
            message(
                "the `$ref` {} is used twice, which the runtime takes for a cycle", quote(text)
            ),
            f"write it as {quote(better)}" if better and not taken else "copy the definition",
            related=_users(facts, steps, "schema"),
            witness=_witness(steps, ref=text),
            fix=Fix("unsafe", f"write {quote(better)}", (edit,)) if better and not taken else None,
        )


@rule(
    "CL312", ERROR, needs=SCHEMA_FILES, prove="gates.proofs.refusals:circular", complete_if=RESOLVED
)
def schema_ref_circular(facts: ClimptFacts) -> Iterator[Finding]:
    """The references of a schema go round in a circle.

    What:
        Following the `$ref`s from the schema of a step leads back to one of them. Reported once
        for each circle.
    Why:
        References are replaced by what they lead to, which has no end here: the agent does not
        start.
    Bad:
        "task": {"properties": {"parts": {"items": {"$ref": "#/definitions/task"}}}}
    Good:
        "task": {"properties": {"parts": {"items": {"type": "string"}}}}
    Fix:
        Write out as many levels as are needed.
    Dry run:
        The start is refused with SR-VALID-003; without gates, it is not proved.
    Source:
        climpt §4.5, §7.4
    """
    for place, steps in _faulty(facts, "schema-ref-circular"):
        text = _text(facts, place)
        yield Finding(
            place,
            message("the `$ref` {} leads back to itself", quote(text)),
            "write out as many levels as are needed",
            related=_users(facts, steps, "schema"),
            witness=_witness(steps, ref=text),
        )
