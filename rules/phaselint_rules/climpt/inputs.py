"""What steps read of earlier steps: `inputs` (reference climpt §4.6, §7.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from phaselint.dialects.climpt.analysis.variablesources import (
    derived,
    inert,
    malformed,
    origin,
    plain,
)
from phaselint.vocabulary.finding import Finding, Fix, Related, Witness
from phaselint.vocabulary.message import say, tick, ticks
from phaselint.vocabulary.rule import ERROR, Grade, Rule
from phaselint.vocabulary.suggest import suggest
from phaselint_rules.climpt import proofs
from phaselint_rules.climpt.conditionvalues import keys_of
from phaselint_rules.climpt.edits import add_item
from phaselint_rules.climpt.needs import RESOLVED, SOUND, STEPS
from phaselint_rules.climpt.schemas import is_property, written
from phaselint_rules.climpt.walks import at, step_place
from phaselint_rules.words import meant, replace

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Input, Step
    from phaselint.vocabulary.finding import Place, Severity

    Defect = Literal["", "input-from-format", "input-source-unknown", "input-key-not-handed-off"]

QUERY = "AGENT_QUERY_ERROR"
MISSING = "PR-RESOLVE-003"
ALWAYS_LEFT = ("iteration", "sessionId")
"""What every step leaves behind beside its answer, unless it hands something off."""

MOST_PATHS = 200
"""Properties of a schema that are looked at for one of a name."""


def defect(facts: ClimptFacts, taken: Input) -> Defect:
    """The rule that says why an input never has a value of its source; empty if none does."""
    if malformed(taken):
        return "input-from-format"
    found = origin(taken)
    if found is None:
        return ""
    source = facts.steps.get(found[0])
    if source is None:
        return "input-source-unknown"
    return "" if _leaves(facts, source, found[1]) else "input-key-not-handed-off"


def _leaves(facts: ClimptFacts, source: Step, key: str) -> bool:
    """Whether a step may leave something behind under a key, as far as that is known."""
    keys = handed_keys(facts, source)
    if keys:
        return key in keys
    schema = facts.schema(source)
    return not source.sound or schema is None or key in ALWAYS_LEFT or _is_member(schema, key)


def _is_member(schema: Mapping[str, Any], key: str) -> bool:
    return is_property(written(schema, key))


def handed_keys(facts: ClimptFacts, source: Step) -> tuple[str, ...]:
    """The keys that take the place of what a step leaves behind; none where it leaves all: a
    closure step never hands off, nor does any without gates."""
    if source.kind == "closure" or not facts.gated:
        return ()
    return keys_of(source)


def wanted(facts: ClimptFacts) -> Iterator[tuple[Step, Input]]:
    """Every input, with its step."""
    for step in facts.sound_steps:
        for taken in step.inputs:
            yield step, taken


def from_place(facts: ClimptFacts, taken: Input) -> Place:
    """Where an input says what it reads."""
    return facts.place((*taken.pointer, "from"))


def _demanded(taken: Input) -> bool:
    """Whether a run ends where an input has no value."""
    return taken.required is True and not has_default(taken)


def has_default(taken: Input) -> bool:
    return taken.has_default and taken.default is not None


def _severity(taken: Input) -> Severity:
    return "error" if _demanded(taken) else "warning"


def _consequence(step: Step, taken: Input) -> str:
    """What becomes of a run in which an input has no value."""
    if _demanded(taken):
        other = "the step sends another prompt than its own"
        return other if step.kind == "closure" else f"runs end with {QUERY}"
    return "its default is always used" if has_default(taken) else "it never has a value"


def code(step: Step, taken: Input) -> str:
    """The code of such a run; empty where it goes on."""
    if _demanded(taken):
        return QUERY
    declares = derived(taken) in map(plain, step.variables)
    return MISSING if declares and not has_default(taken) else ""


def witness(facts: ClimptFacts, step: Step, taken: Input, code: str, **more: str) -> Witness:
    data = {"input": taken.name, "from": taken.source, "code": code, **more}
    if inert(step) or not facts.graph_known:
        return Witness({"step": step.key, **data})
    return at(facts, step.key, **data)


def input_from_format(facts: ClimptFacts) -> Iterator[Finding]:
    """An input does not say of which step it reads.

    What:
        `from` has no dot behind its first character, so that there is no step in front of the
        last one.
    Why:
        Building the prompt raises an exception, whether or not the input is required: the run
        ends with AGENT_QUERY_ERROR.
    Bad:
        "inputs": {"summary": {"from": "summary"}}
    Good:
        "inputs": {"summary": {"from": "initial.issue.summary"}}
    Fix:
        Write the name of the step, a dot, and the key.
    Dry run:
        A run comes to the step and ends with AGENT_QUERY_ERROR.
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
            say(
                "{} names no step: the input {} ends runs with {}",
                tick(taken.source),
                tick(taken.name),
                QUERY,
            ),
            f"did you mean {tick(f'{givers[0]}.{key}')}?"
            if len(givers) == 1
            else "write the name of a step, a dot, and the key of what it hands off",
            witness=witness(facts, step, taken, QUERY),
            fix=replace(taken.source, f"{givers[0]}.{key}", from_place(facts, taken))
            if len(givers) == 1
            else None,
        )


def input_source_unknown(facts: ClimptFacts) -> Iterator[Finding]:
    """An input reads from a step that does not exist.

    What:
        What stands before the last dot of `from` is no step. An error where the input is
        `required` and has no default.
    Why:
        There never is a value: a run in which the input is required ends with AGENT_QUERY_ERROR,
        one in which its variable is declared with PR-RESOLVE-003.
    Bad:
        "inputs": {"plan": {"from": "initial.isue.plan", "required": true}}
    Good:
        "inputs": {"plan": {"from": "initial.issue.plan", "required": true}}
    Fix:
        Correct the name.
    Dry run:
        A run comes to the step and cannot build its prompt. With a default, or where nothing
        demands the value, it is not proved.
    Source:
        climpt §3.2, §4.6, §7.6
    """
    for step, taken in wanted(facts):
        found = origin(taken)
        if found is None or defect(facts, taken) != "input-source-unknown":
            continue
        near = suggest(found[0], facts.steps)
        place = from_place(facts, taken)
        yield Finding(
            place,
            say(
                "the input {} reads from {}, which is no step: {}",
                tick(taken.name),
                tick(found[0]),
                _consequence(step, taken),
            ),
            meant(found[0], tuple(facts.steps), "name a step, or remove the input"),
            severity=_severity(taken),
            witness=witness(facts, step, taken, code(step, taken)),
            fix=replace(taken.source, f"{near}.{found[1]}", place) if near else None,
        )


def input_key_not_handed_off(facts: ClimptFacts) -> Iterator[Finding]:
    """An input reads what its source does not leave behind.

    What:
        The source has `handoffFields` and none of them ends in the key; or it has none, and the
        key is no property of its answer, nor `iteration` or `sessionId`. An error where the input
        is `required` and has no default.
    Why:
        What is handed off takes the place of everything else a step leaves behind. There never is
        a value: a run in which the input is required ends with AGENT_QUERY_ERROR, one in which
        its variable is declared with PR-RESOLVE-003.
    Bad:
        "handoffFields": ["analysis.plan"], … "from": "initial.issue.summary"
    Good:
        "handoffFields": ["analysis.plan", "summary"], … "from": "initial.issue.summary"
    Fix:
        Hand the value off, or read another key.
    Dry run:
        A run comes through the source to the step and cannot build its prompt. With a default, or
        where nothing demands the value, it is not proved.
    Source:
        climpt §3.2, §4.6, §7.6
    """
    for step, taken in wanted(facts):
        found = origin(taken)
        if found is None or defect(facts, taken) != "input-key-not-handed-off":
            continue
        source, key = facts.steps[found[0]], found[1]
        keys = handed_keys(facts, source)
        what = (
            say("hands off {} only", ticks(keys)) if keys else "has no such property in its answer"
        )
        known = keys or written(facts.schema(source) or {}, key).names
        near = suggest(key, known)
        place = from_place(facts, taken)
        path = _path_to(facts, source, key) if keys and not near else None
        yield Finding(
            place,
            say(
                "the input {} reads {} of {}, which {}: {}",
                tick(taken.name),
                tick(key),
                tick(source.key),
                what,
                _consequence(step, taken),
            ),
            meant(key, known, _advice(source, keys, path)),
            severity=_severity(taken),
            related=(_left_place(facts, source),),
            witness=witness(facts, step, taken, code(step, taken)),
            fix=replace(taken.source, f"{source.key}.{near}", place)
            if near
            else _hand_off(facts, source, path),
        )


def _advice(source: Step, keys: Sequence[str], path: str | None) -> str:
    """How an input may get a value that its source does not leave behind."""
    if path is not None:
        return f"add {tick(path)} to `handoffFields` of {tick(source.key)}"
    if keys:
        return f"hand off such a value in {tick(source.key)}, or read another key"
    return f"add the property to the output schema of {tick(source.key)}, or read another one"


def _left_place(facts: ClimptFacts, source: Step) -> Related:
    if source.gate is not None and source.gate.fields_given:
        place = facts.place((*source.gate.pointer, "handoffFields"), "key")
        return Related(place, "what is handed off")
    return Related(step_place(facts, source.key), "the source")


def _path_to(facts: ClimptFacts, source: Step, key: str) -> str | None:
    """The only property of a name in an answer, as a path; none where there is not just one."""
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
    return Fix("unsafe", f"hand off {tick(path)}", (edit,)) if edit else None


DEFECT_GRADES = (
    Grade("error", "the input is `required` and has no default"),
    Grade("warning", "it is not, or has one"),
)

RULES = (
    Rule(
        "CL514", input_from_format, ERROR, STEPS, proofs.inputs.no_step, whole=SOUND, fix="unsafe"
    ),
    Rule(
        "CL515",
        input_source_unknown,
        DEFECT_GRADES,
        STEPS,
        proofs.inputs.unknown_source,
        whole=SOUND,
        fix="unsafe",
    ),
    Rule(
        "CL516",
        input_key_not_handed_off,
        DEFECT_GRADES,
        STEPS,
        proofs.inputs.not_left,
        whole=RESOLVED,
        fix="unsafe",
    ),
)
