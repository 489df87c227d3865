"""Output schemas that can't be found or resolved (reference climpt §7.4)."""

from __future__ import annotations

from phaselint.vocabulary.finding import Edit, Finding, Fix, Place, Related, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, rule
from phaselint.vocabulary.suggest import suggest
from phaselint_rules.climpt.edits import remove, spelt
from phaselint_rules.climpt.gates.schemas import no_list
from phaselint_rules.climpt.needs import RESOLVED, SCHEMA_FILES
from phaselint_rules.climpt.pointertext import value_at
from phaselint_rules.climpt.refusing import SCHEMA, refused_for
from phaselint_rules.words import meant, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.filemodel import Expanded
    from phaselint.dialects.climpt.model import Step
    from phaselint.vocabulary.claim import Refused

MALFORMED = ("##", "//")
"""What climpt refuses in the name of a schema (reference §4.5)."""


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
    """The steps concerned, a gated one first: only their schemas are checked before a run."""
    ordered = sorted(steps, key=lambda step: step.gate is None)
    keys = [step.key for step in ordered]
    return Witness({"step": keys[0], "steps": keys, "gated": ordered[0].gate is not None, **more})


def _refused(facts: ClimptFacts, steps: list[Step], place: Place) -> Refused | None:
    """That the start is refused, because of the schemas of gated steps; they are resolved one by
    one, and a name is at fault in each."""
    gated = [step for step in steps if step.gate is not None]
    if not gated:
        return None
    schemas = [facts.place((*step.pointer, "outputSchemaRef")) for step in gated]
    found = (facts.expanded(step) for step in gated)
    faults = [Place(*each.place) for each in found if each is not None]
    named = [place] if place == faults[0]._replace(part=place.part) or steps[0] in gated else []
    return refused_for(facts, SCHEMA, *schemas, *named)


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
    claims="refused",
    complete_if=RESOLVED,
    fix="unsafe",
)
def output_schema_file_missing(facts: ClimptFacts) -> Iterator[Finding]:
    """Missing schema file of a step

    What:
        `outputSchemaRef.file` names a file that doesn't exist below `schemas/` of the agent.
        Reported once for each file. Silent if the agent has no `schemas` directory at all.
    Why:
        An agent with such a gated step doesn't start. A step without a gate runs without its
        schema, and the run can't succeed.
    Bad:
        "outputSchemaRef": {"file": "audits.schema.json", "schema": "audit"}
    Good:
        "outputSchemaRef": {"file": "audit.schema.json", "schema": "audit"}
    Fix:
        Correct the name of the file, or add the file.
    Dry run:
        The start is refused with SR-VALID-003; not confirmed without gates.
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
                "schema file {} of step {} doesn't exist",
                quote(first.schema_file),
                quote(first.key),
            ),
            meant(first.schema_file, others, "add the file to `schemas`, or use another file"),
            related=_users(facts, steps[1:], "file"),
            witness=_witness(steps, file=first.schema_file),
            claim=_refused(facts, steps, place),
            fix=replace(first.schema_file, better, place) if better else None,
        )


@rule(
    "CL309",
    ERROR,
    needs=SCHEMA_FILES,
    claims="refused",
    complete_if=RESOLVED,
    fix="unsafe",
)
def output_schema_unresolved(facts: ClimptFacts) -> Iterator[Finding]:
    """Missing or unresolvable schema of a step

    What:
        `outputSchemaRef.schema` is neither the name of a schema in `definitions`, in `$defs` or at
        the root of the file, nor a pointer to one; or it is malformed: it starts with `##` or
        contains `//`. Reported once for each name. Or the schema can't be resolved because a
        `required` in an `allOf`, or next to one, isn't a list.
    Why:
        An agent with such a gated step doesn't start. A step without a gate runs without its
        schema, and the run can't succeed.
    Bad:
        "outputSchemaRef": {"file": "audit.schema.json", "schema": "##/definitions/audit"}
    Good:
        "outputSchemaRef": {"file": "audit.schema.json", "schema": "#/definitions/audit"}
    Fix:
        Use the name of a schema in the file. List the names of properties in `required`.
    Dry run:
        The start is refused with SR-VALID-003; not confirmed without gates.
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
                    "starts with" if name.startswith("##") else "contains",
                    quote("##" if name.startswith("##") else "//"),
                )
                if malformed
                else message(
                    "schema {} isn't in {}, which step {} uses",
                    quote(name),
                    quote(first.schema_file),
                    quote(first.key),
                )
            ),
            f"use {quote(better)}" if better else "use a schema of this file",
            related=_users(facts, steps[1:], "schema"),
            witness=_witness(steps, file=first.schema_file, name=name),
            claim=_refused(facts, steps, place),
            fix=replace(name, better, place) if better else None,
        )


def _not_put_together(facts: ClimptFacts) -> Iterator[Finding]:
    """The `required` that an `allOf` can't be merged with."""
    for place, steps in _faulty(facts, "output-schema-unresolved"):
        if not no_list(facts, steps[0]):
            continue
        edit = remove(facts.contract.documents, place.file, place.pointer)
        yield Finding(
            place,
            message(
                "{} is {}, not a list, so the {} can't be resolved",
                quote("required"),
                quote(spelt(value_at(facts, place))),
                quote("allOf"),
            ),
            "list the names of the required properties, or remove it",
            related=_users(facts, steps, "schema"),
            witness=_witness(steps),
            claim=_refused(facts, steps, place),
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
    """The intended name or pointer; empty if that can't be told."""
    last = name.rpartition("/")[2]
    if last in known and name != last:
        return f"#/{name.lstrip('#/')}".replace("//", "/") if "/" in name else last
    return suggest(last, known) or ""


@rule(
    "CL310",
    ERROR,
    needs=SCHEMA_FILES,
    claims="refused",
    complete_if=RESOLVED,
)
def schema_ref_unresolved(facts: ClimptFacts) -> Iterator[Finding]:
    """Schema reference to a missing definition

    What:
        A `$ref` reached from the schema of a step names a file that doesn't exist, or a place that
        the file doesn't have. Other addresses aren't supported. Reported once for each reference.
    Why:
        The schema can't be resolved. An agent with such a gated step doesn't start.
    Bad:
        {"$ref": "common.json#/definitions/verdit"}
    Good:
        {"$ref": "common.json#/definitions/verdict"}
    Fix:
        Write the path to the definition.
    Dry run:
        The start is refused with SR-VALID-003; not confirmed without gates.
    Source:
        climpt §1.2, §4.5, §7.4
    """
    for place, steps in _faulty(facts, "schema-ref-unresolved"):
        text = _text(facts, place)
        yield Finding(
            place,
            message("`$ref` {} points to a definition that doesn't exist", quote(text)),
            "write the path to the definition: a file in the same directory, `#`, and a pointer "
            "into it",
            related=_users(facts, steps, "schema"),
            witness=_witness(steps, ref=text),
            claim=_refused(facts, steps, place),
        )


def _text(facts: ClimptFacts, place: Place) -> str:
    return str(value_at(facts, place) or "")


@rule(
    "CL311",
    ERROR,
    needs=SCHEMA_FILES,
    claims="refused",
    complete_if=RESOLVED,
    fix="unsafe",
)
def schema_ref_reused(facts: ClimptFacts) -> Iterator[Finding]:
    """Repeated schema reference, which climpt mistakes for a cycle

    What:
        The text of a `$ref` occurs a second time in the part of the schema that is read without
        following a reference, or again below one of the references there, although there is no real
        cycle. Reported once for each reference.
    Why:
        It is legal JSON Schema. But climpt's resolver remembers each reference for the whole schema
        and refuses the second one: the agent doesn't start.
    Bad:
        "title": {"$ref": "#/definitions/text"}, "summary": {"$ref": "#/definitions/text"}
    Good:
        "title": {"$ref": "#/definitions/text"},
        "summary": {"$ref": "audit.schema.json#/definitions/text"}
    Fix:
        Write the second one differently, with the name of the file, or copy the definition.
    Dry run:
        The start is refused with SR-VALID-003; not confirmed without gates.
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
            message("`$ref` {} is used twice, which the runtime mistakes for a cycle", quote(text)),
            f"write it as {quote(better)}" if better and not taken else "copy the definition",
            related=_users(facts, steps, "schema"),
            witness=_witness(steps, ref=text),
            claim=_refused(facts, steps, place),
            fix=Fix("unsafe", f"write {quote(better)}", (edit,)) if better and not taken else None,
        )


@rule("CL312", ERROR, needs=SCHEMA_FILES, claims="refused", complete_if=RESOLVED)
def schema_ref_circular(facts: ClimptFacts) -> Iterator[Finding]:
    """Circular schema references

    What:
        Following the `$ref`s from the schema of a step arrives at one of them again. Reported once
        for each cycle.
    Why:
        References are replaced by their targets, which never ends here: the agent doesn't start.
    Bad:
        "task": {"properties": {"parts": {"items": {"$ref": "#/definitions/task"}}}}
    Good:
        "task": {"properties": {"parts": {"items": {"type": "string"}}}}
    Fix:
        Write out as many levels as you need.
    Dry run:
        The start is refused with SR-VALID-003; not confirmed without gates.
    Source:
        climpt §4.5, §7.4
    """
    for place, steps in _faulty(facts, "schema-ref-circular"):
        text = _text(facts, place)
        yield Finding(
            place,
            message("`$ref` {} refers back to itself", quote(text)),
            "write out as many levels as you need",
            related=_users(facts, steps, "schema"),
            witness=_witness(steps, ref=text),
            claim=_refused(facts, steps, place),
        )
