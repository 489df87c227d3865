"""What steps read from earlier steps: `inputs` (reference climpt §4.6, §7.6)."""

from __future__ import annotations

from phaselint.dialects.climpt.analysis.conditionvalues import keys_of
from phaselint.dialects.climpt.analysis.variablesources import malformed, origin
from phaselint.vocabulary.finding import Finding, Fix, Related
from phaselint.vocabulary.message import Message, message, quote, quote_all
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.rule import ERROR, Grade, rule
from phaselint.vocabulary.suggest import suggest
from phaselint_rules.climpt.claiming import unbuilt
from phaselint_rules.climpt.data.inputsupply import (
    QUERY,
    code,
    consequence,
    defect,
    failing,
    from_place,
    handed_keys,
    met,
    severity,
    wanted,
    witness,
)
from phaselint_rules.climpt.edits import add_item
from phaselint_rules.climpt.gates.schemas import written
from phaselint_rules.climpt.needs import INPUTS, RESOLVED, SOUND, STEPS
from phaselint_rules.climpt.ways.transitiontext import step_place
from phaselint_rules.words import meant, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Input, Step

MOST_PATHS = 200
"""The number of properties of a schema that are searched for a name."""

DEFECT_GRADES = (
    Grade("error", "the value is needed, and the input has no default"),
    Grade("warning", "it isn't needed, or the input has a default"),
)


@rule(
    "CL514",
    ERROR,
    needs=(*STEPS, *INPUTS),
    claims="ends",
    complete_if=SOUND,
    fix="unsafe",
    ends="failure",
)
def input_from_format(facts: ClimptFacts) -> Iterator[Finding]:
    """Input that doesn't name a step

    What:
        `from` has no dot after its first character, so it names no step before the key.
    Why:
        Building the prompt raises an exception, even if the input isn't required: the run ends with
        AGENT_QUERY_ERROR.
    Bad:
        "inputs": {"summary": {"from": "summary"}}
    Good:
        "inputs": {"summary": {"from": "initial.issue.summary"}}
    Fix:
        Write the name of the step, a dot, and the key.
    Dry run:
        A run reaches the step and ends with AGENT_QUERY_ERROR.
    Source:
        climpt §4.6, §7.6
    """
    for step, taken in wanted(facts):
        if not malformed(taken):
            continue
        key = taken.source.lstrip(".")
        givers = [each.key for each in facts.steps.values() if key in keys_of(each)]
        yield Finding(
            from_place(facts, taken),
            message(
                "{} doesn't name a step, so input {} ends runs with {}",
                quote(taken.source),
                quote(taken.name),
                QUERY,
            ),
            f"use {quote(f'{givers[0]}.{key}')}"
            if len(givers) == 1
            else "write the name of a step, a dot, and a key that it hands off",
            witness=witness(facts, step, taken, QUERY),
            claim=failing(step, taken, QUERY),
            fix=replace(taken.source, f"{givers[0]}.{key}", from_place(facts, taken))
            if len(givers) == 1
            else None,
        )


@rule(
    "CL515",
    DEFECT_GRADES,
    needs=(*STEPS, *INPUTS),
    claims="ends",
    complete_if=SOUND,
    fix="unsafe",
    ends="failure",
)
def input_source_unknown(facts: ClimptFacts) -> Iterator[Finding]:
    """Input from an unknown step

    What:
        The part before the last dot of `from` isn't a step. An error if there is no default and the
        value is needed: the input is `required`, or its variable is declared or used.
    Why:
        There is never a value: a run with a required input ends with AGENT_QUERY_ERROR, a run with
        a declared variable with PR-RESOLVE-003, and a run whose prompt uses it with PR-RESOLVE-005.
        In the last two cases, a closure step sends another prompt.
    Bad:
        "inputs": {"plan": {"from": "initial.isue.plan", "required": true}}
    Good:
        "inputs": {"plan": {"from": "initial.issue.plan", "required": true}}
    Fix:
        Correct the name.
    Dry run:
        A run reaches the step and can't build its prompt. Not confirmed with a default, or if the
        value isn't needed.
    Source:
        climpt §3.2, §4.6, §7.6
    """
    for step, taken in wanted(facts):
        found = origin(taken)
        if found is None or defect(facts, step, taken) != "input-source-unknown":
            continue
        near = suggest(found[0], facts.steps)
        place = from_place(facts, taken)
        yield Finding(
            place,
            message(
                "input {} reads from {}, which isn't a step: {}",
                quote(taken.name),
                quote(found[0]),
                consequence(facts, step, taken),
            ),
            meant(found[0], tuple(facts.steps), "name a step, or remove the input"),
            severity=severity(facts, step, taken),
            witness=witness(facts, step, taken, code(facts, step, taken)),
            claim=failing(step, taken, code(facts, step, taken)),
            fix=replace(taken.source, f"{near}.{found[1]}", place) if near else None,
        )


@rule(
    "CL516",
    DEFECT_GRADES,
    needs=(*STEPS, *INPUTS),
    claims="ends",
    complete_if=RESOLVED,
    fix="unsafe",
)
def input_key_not_handed_off(facts: ClimptFacts) -> Iterator[Finding]:
    """Input that its source never hands off

    What:
        The source has `handoffFields`, but none of them ends in the key; or it has none, and the
        key isn't a property of its answer, `iteration` or `sessionId`. An error if the value is
        needed and agent.json isn't known; if it is known, `input-never-supplied` reports it.
    Why:
        The handed-off fields replace everything else that a step leaves behind. There is never a
        value.
    Bad:
        "handoffFields": ["analysis.plan"], … "from": "initial.issue.summary"
    Good:
        "handoffFields": ["analysis.plan", "summary"], … "from": "initial.issue.summary"
    Fix:
        Hand the value off, or read another key.
    Dry run:
        A run goes through the source to the step and can't build its prompt. Not confirmed with a
        default, or if the value isn't needed.
    Source:
        climpt §3.2, §4.6, §7.6, §7.6a
    """
    for step, taken in met(facts):
        found = origin(taken)
        if found is None or defect(facts, step, taken) != "input-key-not-handed-off":
            continue
        source = facts.steps[found[0]]
        lost, ends = missing_key(facts, source, found[1], taken), code(facts, step, taken)
        yield Finding(
            from_place(facts, taken),
            message(
                "input {} reads {} of {}, which {}: {}",
                quote(taken.name),
                quote(found[1]),
                quote(source.key),
                lost.why,
                consequence(facts, step, taken),
            ),
            lost.remedy,
            severity=severity(facts, step, taken),
            related=(left_place(facts, source),),
            witness=witness(facts, step, taken, ends),
            claim=unbuilt(step, ends) if ends else None,
            fix=lost.fix,
        )


class Lost(NamedTuple):
    """Why a step doesn't leave a key behind, as the end of a sentence, and what to do about it."""

    why: Message
    remedy: str
    fix: Fix | None


def missing_key(facts: ClimptFacts, source: Step, key: str, taken: Input) -> Lost:
    """What to say about a key that an input reads but its source doesn't leave behind."""
    keys = handed_keys(facts, source)
    known = keys or written(facts.schema(source) or {}, key).names
    near = suggest(key, known)
    path = _path_to(facts, source, key) if keys and not near else None
    absent = message("has no such property in its answer")
    return Lost(
        message("hands off {} only", quote_all(keys)) if keys else absent,
        meant(key, known, _advice(source, keys, path)),
        replace(taken.source, f"{source.key}.{near}", from_place(facts, taken))
        if near
        else _hand_off(facts, source, path),
    )


def _advice(source: Step, keys: Sequence[str], path: str | None) -> str:
    """How an input can get a value that its source doesn't leave behind."""
    if path is not None:
        return f"add {quote(path)} to `handoffFields` of {quote(source.key)}"
    if keys:
        return f"hand off such a value in {quote(source.key)}, or read another key"
    return f"add the property to the output schema of {quote(source.key)}, or read another property"


def left_place(facts: ClimptFacts, source: Step) -> Related:
    if source.gate is not None and source.gate.fields_given:
        place = facts.place((*source.gate.pointer, "handoffFields"), "key")
        return Related(place, "the handed-off fields")
    return Related(step_place(facts, source.key), "the source")


def _path_to(facts: ClimptFacts, source: Step, key: str) -> str | None:
    """The only property with a name in an answer, as a path; none if there isn't exactly one."""
    schema = facts.schema(source)
    waiting: list[tuple[tuple[str, ...], Any]] = [((), schema)]
    found = []
    for path, node in waiting:
        properties = node.get("properties") if isinstance(node, dict) else None
        for name, below in properties.items() if isinstance(properties, dict) else ():
            if name == key:
                found.append(".".join((*path, name)))
            if len(waiting) < MOST_PATHS:
                waiting.append(((*path, name), below))
    return found[0] if len(found) == 1 else None


def _hand_off(facts: ClimptFacts, source: Step, path: str | None) -> Fix | None:
    if path is None or source.gate is None:
        return None
    pointer = (*source.gate.pointer, "handoffFields")
    edit = add_item(facts.contract.documents, facts.registry.file, pointer, path)
    return Fix("unsafe", f"hand off {quote(path)}", (edit,)) if edit else None
