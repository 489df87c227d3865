"""Inputs that have no value when it is needed, or might have none (reference climpt §4.6,
§7.6a)."""

from __future__ import annotations

from phaselint.dialects.climpt.reading.values import path_of
from phaselint.schema import always
from phaselint.vocabulary.finding import Finding, Related
from phaselint.vocabulary.message import Message, arrows, message, quote
from phaselint.vocabulary.rule import ERROR, WARNING, rule
from phaselint_rules.climpt.data.inputs import left_place, missing_key
from phaselint_rules.climpt.data.inputsupply import (
    NULL,
    Reading,
    code,
    consequence,
    defect,
    failing,
    field_of,
    from_place,
    gives_null,
    handed_keys,
    met,
    reading,
)
from phaselint_rules.climpt.gates.requiring import own_requirement
from phaselint_rules.climpt.gates.schemas import property_place, written
from phaselint_rules.climpt.needs import GRAPH, INPUTS, RESOLVED, RUN
from phaselint_rules.climpt.ways.transitiontext import step_place, way_to, witness_along

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.vocabulary.finding import Witness
    from phaselint_rules.climpt.data.inputsupply import Defect


def _with(facts: ClimptFacts, name: Defect) -> Iterator[Reading]:
    """The inputs that have a defect."""
    for step, taken in met(facts):
        if defect(facts, step, taken) == name:
            found = reading(facts, step, taken)
            if found is not None:
                yield found


def _run(facts: ClimptFacts, found: Reading, way: Sequence[str]) -> Witness:
    """A run in which an input has no value."""
    step, taken = found.step, found.taken
    data = {"input": taken.name, "from": taken.source, "code": code(facts, step, taken)}
    return witness_along(facts, way, **data)


def _message(facts: ClimptFacts, found: Reading, why: Message) -> Message:
    return message(
        "input {} {}: {}",
        quote(found.taken.name),
        why,
        consequence(facts, found.step, found.taken),
    )


@rule(
    "CL532",
    ERROR,
    needs=(*RUN, *INPUTS),
    prove="data.proofs.unsupplied:never_supplied",
    complete_if=RESOLVED,
    fix="unsafe",
    ends="failure",
)
def input_never_supplied(facts: ClimptFacts) -> Iterator[Finding]:
    """Required input that never has a value

    What:
        An input has no default, and its value is needed: it is `required`, or its variable is
        declared or used in the prompt. But no run has a value: no run has passed the source when it
        first reaches the step, for example because the step is the entry or reads its own answer;
        or the source doesn't leave that key behind.
    Why:
        Every run that reaches the step ends with AGENT_QUERY_ERROR if the input is `required`, with
        PR-RESOLVE-003 if the variable is declared, or with PR-RESOLVE-005 if it is only used. In
        the last two cases, a closure step sends another prompt, if there is one. The variable is
        needed even if the input isn't `required`.
    Bad:
        // continuation.x comes after initial.x
        "initial.x": {"inputs": {"s": {"from": "continuation.x.state", "required": true}}}
    Good:
        "initial.x": {"inputs": {"s": {"from": "continuation.x.state", "default": "none"}}}
    Fix:
        Add a default, read it in a step after the source, or let the source hand it off.
    Dry run:
        A run reaches the step and can't build its prompt because of the input, and complete
        exploration finds no run that can.
    Source:
        climpt §4.6, §4.7, §7.6, §7.6a
    """
    for found in _with(facts, "input-never-supplied"):
        step, source = found.step, found.source
        if facts.order.never_before(source.key, step.key):
            reads = _too_early(found)
            remedy, fix = "give the input a default, or read it in a later step", None
            near = Related(step_place(facts, source.key), "the source")
        else:
            lost = missing_key(facts, source, found.key, found.taken)
            reads = message(
                "reads {} of {}, which {}", quote(found.key), quote(source.key), lost.why
            )
            remedy, fix, near = lost.remedy, lost.fix, left_place(facts, source)
        yield Finding(
            from_place(facts, found.taken),
            _message(facts, found, reads),
            remedy,
            related=(near,),
            witness=_run(facts, found, facts.way(step.key)),
            fix=fix,
        )


def _too_early(found: Reading) -> Message:
    """Why a source hasn't run when a step that reads it is first sent."""
    if found.source == found.step:
        return message("reads from the step itself, which hasn't run before")
    source, step = quote(found.source.key), quote(found.step.key)
    return message("reads from {}, which hasn't run when {} first runs", source, step)


@rule(
    "CL517",
    WARNING,
    needs=(*GRAPH, *INPUTS),
    claims="ends",
    complete_if=RESOLVED,
    ends="failure",
)
def input_source_may_not_run(facts: ClimptFacts) -> Iterator[Finding]:
    """Input whose source hasn't run on some path

    What:
        An input has no default, its value is needed, and it reads from a step that is on some paths
        from the entry, but not on others. Silent if another rule reports that it never has a
        value.
    Why:
        A run on such a path has no value: it ends with AGENT_QUERY_ERROR if the input is
        `required`, with PR-RESOLVE-003 if its variable is declared, or with PR-RESOLVE-005 if it is
        only used; in the last two cases, a closure step sends another prompt.
    Bad:
        // initial.x -> closure.x passes no verification.x
        "closure.x": {"inputs": {"r": {"from": "verification.x.result", "required": true}}}
    Good:
        "closure.x": {"inputs": {"r": {"from": "verification.x.result", "default": "none"}}}
    Fix:
        Add a default, or lead every path through the source.
    Dry run:
        A run takes the path and can't build the prompt of the step.
    Source:
        climpt §4.6, §6.1, §7.6, §7.6a
    """
    for found in _with(facts, "input-source-may-not-run"):
        way = facts.order.way_without(found.source.key, found.step.key)
        yield Finding(
            from_place(facts, found.taken),
            _message(facts, found, _past(found, way)),
            f"add a default to the input, or route all paths through {quote(found.source.key)}",
            related=(Related(step_place(facts, found.source.key), "the source"),),
            witness=_run(facts, found, way),
            claim=failing(found.step, found.taken, code(facts, found.step, found.taken)),
        )


def _past(found: Reading, way: Sequence[str]) -> Message:
    """Why a source might not have run, given a path without it."""
    reads = message("reads from {}, which might not have run", quote(found.source.key))
    return reads if len(way) < 2 else message("{}, as on {}", reads, arrows(way))


@rule(
    "CL533",
    WARNING,
    needs=(*GRAPH, *INPUTS),
    prove="data.proofs.unsupplied:may_be_lacking",
    complete_if=RESOLVED,
    fix="safe",
    ends="failure",
)
def input_field_optional(facts: ClimptFacts) -> Iterator[Finding]:
    """Input that reads an optional field

    What:
        An input has no default, its value is needed, and every path to the step passes its source;
        but the schema of the source accepts answers without the value: it isn't required at every
        level, or it is only left behind if nothing is handed off. Or the schema of the source
        allows null for the value of an input that the prompt uses.
    Why:
        Without the value a run ends at the prompt of the step: with AGENT_QUERY_ERROR if the input
        is `required`, with PR-RESOLVE-003 if its variable is declared, or with PR-RESOLVE-005 if it
        is only used; in the last two cases, a closure step sends another prompt. A null value
        counts as present: the model reads the word `null`, and the default isn't used.
    Bad:
        "required": ["next_action"], "properties": {"next_action": …, "state": {"type": "string"}}
    Good:
        "required": ["next_action", "state"], "properties": {"next_action": …, "state": …}
    Fix:
        Require the property, or add a default to the input. A fix is suggested for the first if no
        other step has the schema.
    Dry run:
        The source gives an answer without the value, and the run can't build the prompt of the
        step; or it answers null, and the prompt contains that word.
    Source:
        climpt §4.3, §4.6, §7.6, §7.6a
    """
    for found in _with(facts, "input-field-optional"):
        field, schema = field_of(facts, found), facts.schema(found.source) or {}
        declared = written(schema, field)
        place = property_place(facts, found.source, declared)
        absent = always(schema, path_of(field)).answer != "yes"
        fix = own_requirement(facts, found.source, field) if absent else None
        near = Related(place, "the field it reads") if place else left_place(facts, found.source)
        remedy = "require it in the schema of the source, or add a default to the input"
        yield Finding(
            from_place(facts, found.taken),
            _message(facts, found, _lacking(facts, found, field)),
            fix.title if fix else remedy,
            related=(near,),
            witness=_run(facts, found, way_to(facts, found.step.key)),
            fix=fix,
        )
    yield from _nullable(facts)


def _nullable(facts: ClimptFacts) -> Iterator[Finding]:
    """The inputs whose value can be null where the model reads it."""
    for step, taken in met(facts):
        found = gives_null(facts, step, taken)
        if found is None or not (facts.way(step.key) or way_to(facts, step.key)):
            continue
        field, schema = field_of(facts, found), facts.schema(found.source) or {}
        place = property_place(facts, found.source, written(schema, field))
        data = {"input": taken.name, "from": taken.source, "reads": NULL}
        told = "not its default" if taken.has_default else "because null counts as present"
        yield Finding(
            from_place(facts, taken),
            message(
                "input {} reads {} of {}, which can be null: the model reads the word `null`, {}",
                *map(quote, (taken.name, field, found.source.key)),
                told,
            ),
            "remove `null` from the schema of the source",
            related=(Related(place, "the field it reads"),) if place else (),
            witness=witness_along(facts, way_to(facts, step.key), **data),
        )


def _lacking(facts: ClimptFacts, found: Reading, field: str) -> Message:
    """Why an answer of a source can lack what an input reads."""
    source, key = quote(found.source.key), quote(found.key)
    keys = handed_keys(facts, found.source)
    if keys and found.key not in keys:
        return message(
            "reads {} of {}, which is lost if that step hands something off", key, source
        )
    return message("reads {} of {}, but its schema doesn't require it", quote(field), source)
