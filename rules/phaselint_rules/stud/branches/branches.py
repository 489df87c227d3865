"""Branches: what their conditions look at (reference §6.10)."""

from __future__ import annotations

import re

from phaselint.dialects.stud.analysis.branch_shadowing import always_taken
from phaselint.dialects.stud.analysis.coverage import (
    INTEGER,
    NUMBER,
    all_misfits,
    schema_known,
    types_of,
    values_of,
)
from phaselint.dialects.stud.analysis.payloads import lookup
from phaselint.dialects.stud.model import RESULT_FIELDS
from phaselint.dialects.stud.reading.texts import text_of
from phaselint.vocabulary.finding import Edit, Finding, Fix, Related
from phaselint.vocabulary.message import joined, message, quote, quote_all
from phaselint.vocabulary.rule import ERROR, Grade, rule
from phaselint.vocabulary.suggest import choice, suggest
from phaselint_rules.stud.needs import RESULTS
from phaselint_rules.stud.ways.run_descriptions import MOST_NAMED, specs, witness_at
from phaselint_rules.stud.wording import literal
from phaselint_rules.words import meant, rechoose, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.analysis.payloads import Lookup
    from phaselint.dialects.stud.model import Branch, Condition, Stage
    from phaselint.vocabulary.finding import Place

PARSED = "parsed"

ABSENT_OR_UNDECLARED = (
    Grade("error", "no result of the stage has this path"),
    Grade("warning", "the completion schema allows it undeclared, or `exists: false`"),
)


def _branches(facts: StudFacts) -> Iterator[tuple[Stage, int, Branch]]:
    """Every branch of every stage, with its number."""
    for stage, spec in specs(facts):
        for number, branch in enumerate(spec.branches):
            yield stage, number, branch


def _path_place(facts: StudFacts, condition: Condition) -> Place:
    return facts.place((*condition.pointer, "path"))


@rule("ST701", ABSENT_OR_UNDECLARED, complete_if=RESULTS, fix="unsafe", ends="unused")
def branch_path_missing(facts: StudFacts) -> Iterator[Finding]:
    """Branch on a missing field

    What:
        The `path` of a condition doesn't start with a field of a StageResult, or it points into
        `parsed` but the completion schema of the stage rules the path out. A warning if the schema
        allows the path without declaring it, and for `exists: false`.
    Why:
        The branch is never taken, whatever the payload of the stage is; `exists: false` always
        holds.
    Bad:
        # weigh: completionSchema: {type: object, properties: {grams: {type: integer}}, ...}
        weigh:
          branches: [{when: {path: grams, equals: 0}, nextStages: [weigh]}]
          default: {nextStages: []}
    Good:
        weigh:
          branches: [{when: {path: parsed.grams, equals: 0}, nextStages: [weigh]}]
          default: {nextStages: []}
    Fix:
        Correct the path, or declare the property. If a similar name exists, or only `parsed.` is
        missing, phaselint suggests the corrected path.
    Source:
        stud §2.6, §3.3, §6.2, §6.10
    """
    for stage, number, branch in _branches(facts):
        if not path_is_missing(facts, stage, branch.when):
            continue
        if branch.when.segments[0] not in RESULT_FIELDS:
            finding = _no_field(facts, stage, branch.when)
        else:
            found = lookup(stage.completion_schema, branch.when.segments[1:])
            finding = _no_property(facts, stage, branch.when, found)
        yield _with_default(facts, stage, number, finding)


def path_is_missing(facts: StudFacts, stage: Stage, when: Condition) -> bool:
    """Whether a condition looks at what a result of its stage doesn't have, or doesn't declare."""
    if not when.segments:
        return False
    if when.segments[0] != PARSED or not schema_known(facts, stage):
        return when.segments[0] not in RESULT_FIELDS
    return lookup(stage.completion_schema, when.segments[1:]).answer in ("no", "open")


def _with_default(facts: StudFacts, stage: Stage, number: int, finding: Finding) -> Finding:
    """The findings at a branch, and at the default that it prevents."""
    spec = facts.pipeline.specs[stage.id]
    if spec.default is None or always_taken(facts, stage.id) != number:
        return finding
    place = facts.place((*spec.pointer, "default"), "key")
    return finding._replace(related=(*finding.related, Related(place, "this is never taken")))


def _no_field(facts: StudFacts, stage: Stage, when: Condition) -> Finding:
    """A path that starts with no field of a StageResult."""
    place, path = _path_place(facts, when), when.path or ""
    first, rest = when.segments[0], when.segments[1:]
    inside = schema_known(facts, stage) and lookup(stage.completion_schema, when.segments).answer
    near = suggest(first, RESULT_FIELDS)
    better = ""
    if inside in ("yes", "optional"):
        better = f"{PARSED}.{path}"
    elif near:
        better = ".".join((near, *rest))
    no_field = message("{} isn't a field of a StageResult", quote(first))
    return Finding(
        place,
        message("`exists: false` of this branch of {} always holds: {}", quote(stage.id), no_field)
        if _always(when)
        else message("{}, so this condition of {} never holds", no_field, quote(stage.id)),
        f"use {quote(better)}" if better else f"start with one of {quote_all(RESULT_FIELDS)}",
        severity="warning" if _always(when) else "error",
        witness=witness_at(facts, stage.id, branch=path, fields=list(RESULT_FIELDS)),
        fix=replace(path, better, place, "unsafe") if better else None,
    )


def _no_property(facts: StudFacts, stage: Stage, when: Condition, found: Lookup) -> Finding:
    """A path into the payload that the completion schema does not have."""
    place, path = _path_place(facts, when), when.path or ""
    missing = found.missing if found.missing is not None else len(when.segments) - 2
    name = when.segments[missing + 1] if len(when.segments) > missing + 1 else PARSED
    near = suggest(name, found.names)
    better = ".".join((*when.segments[: missing + 1], near or "", *when.segments[missing + 2 :]))
    allowed = found.answer == "open"
    schema = facts.stage_place(stage, "completionSchema", part="key")
    return Finding(
        place,
        message(_wording(when, allowed), quote(stage.id), quote(path)),
        meant(name, found.names, _declared(found.names)),
        severity="warning" if allowed or _always(when) else "error",
        related=(Related(schema, "this schema defines the payload"),),
        witness=witness_at(
            facts, stage.id, branch=path, lookup=found.answer, names=list(found.names)
        ),
        fix=replace(path, better, place, "unsafe") if near else None,
    )


def _always(when: Condition) -> bool:
    """Whether a condition on a missing path holds."""
    return when.exists is False and when.values is None


def _wording(when: Condition, allowed: bool) -> str:
    """What is said about a stage whose completion schema doesn't have a path, or doesn't declare it
    and allows it."""
    if allowed and _always(when):
        return (
            "the completion schema of {} doesn't declare {}, "
            "so `exists: false` of this branch might always hold"
        )
    if allowed:
        return "the completion schema of {} doesn't declare {}, so this branch might never be taken"
    if _always(when):
        return "`exists: false` of this branch always holds: no payload of {} has {}"
    return "no payload of {} has {}, so the condition of this branch never holds"


def _declared(names: Sequence[str]) -> str:
    if not 0 < len(names) <= MOST_NAMED:
        return "declare the property, or correct the path"
    return f"use {'' if len(names) == 1 else 'one of '}{quote_all(names)}"


@rule("ST702", ERROR, complete_if=RESULTS, fix="unsafe", ends="unused")
def branch_value_not_in_enum(facts: StudFacts) -> Iterator[Finding]:
    """Branch on a value that never occurs

    What:
        A value of `equals` or `in` isn't one of the finite set of values that the path can have (an
        enum, a constant, a boolean), or it has another type. Values are compared with their types:
        `"1"` isn't `1`.
    Why:
        No payload takes the branch for that value.
    Bad:
        # weigh: properties: {class: {enum: [letter, parcel]}}
        weigh:
          branches: [{when: {path: parsed.class, equals: parcels}, nextStages: [stamp]}]
          default: {nextStages: []}
    Good:
        weigh:
          branches: [{when: {path: parsed.class, equals: parcel}, nextStages: [stamp]}]
          default: {nextStages: []}
    Fix:
        Correct the value. If a similar value exists, phaselint suggests it.
    Source:
        stud §2.6, §3.3, §6.2, §6.10
    """
    asked = [(stage, branch.when) for stage, _, branch in _branches(facts)]
    asked = [(stage, when) for stage, when in asked if when.path is not None and when.values]
    for stage, when, number in all_misfits(facts, asked):
        key = ("equals",) if when.single else ("in", number)
        place = facts.place((*when.pointer, *key))
        yield _impossible(facts, stage, when, (when.values or ())[number], place)


def _impossible(
    facts: StudFacts, stage: Stage, when: Condition, value: Any, place: Place
) -> Finding:
    known = values_of(facts, stage, when.segments)
    texts = [each for each in known or () if isinstance(each, str)]
    types = types_of(facts, stage, when.segments)
    said = message("")
    if known is None:
        said = message(": its type is {}", joined(" or ", map(quote, types))) if types else said
    elif len(known) <= MOST_NAMED:
        said = message(": it is {}", joined(" or ", map(literal, known)))
    better = _retyped(value, known, types)
    word = value if isinstance(value, str) else ""
    near = choice(word, texts)
    help_text = f"use {quote(near)}" if near else "use an allowed value of its type"
    data = {"domain": list(known)} if known is not None else {"types": list(types)}
    return Finding(
        place,
        message(
            "{} of {} is never {}{}",
            quote(when.path or ""),
            quote(stage.id),
            literal(value),
            said,
        ),
        f"write {quote(better)}" if better else help_text,
        witness=witness_at(facts, stage.id, branch=when.path, value=value, **data),
        fix=Fix("unsafe", f"write {quote(better)}", (Edit(place, better),))
        if better
        else rechoose(word, texts, place),
    )


def _retyped(value: Any, known: Sequence[Any] | None, types: Sequence[str]) -> str:
    """A value that is written with the wrong quotes, or without, as it must be written; empty
    where that is not what is wrong with it."""
    from phaselint.javascript.texts import json_of

    for each in known or ():
        if type(each) is not type(value) and text_of(each) == text_of(value):
            return json_of(each)
    number = isinstance(value, str) and re.fullmatch(r"-?(?:0|[1-9]\d*)", value)
    wanted = bool({INTEGER, NUMBER} & {*types}) and "string" not in types
    return str(value) if number and wanted else ""
