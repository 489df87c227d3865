"""Whether inputs have a value when it is needed (reference climpt §4.6, §7.6a)."""

from __future__ import annotations

from phaselint.dialects.climpt.analysis.conditionvalues import handed, keys_of
from phaselint.dialects.climpt.analysis.variablesources import (
    GIVEN,
    RUNTIME,
    derived,
    inert,
    malformed,
    origin,
    plain,
)
from phaselint.dialects.climpt.reading.stepprompts import handler_step, sent
from phaselint.dialects.climpt.reading.values import last_segment, path_of
from phaselint.schema import Equals, Typed, always, satisfiable
from phaselint.vocabulary.finding import Witness
from phaselint.vocabulary.message import Message, message, quote
from phaselint.vocabulary.record import NamedTuple
from phaselint_rules.climpt.claiming import unbuilt
from phaselint_rules.climpt.data.declaredvariables import MISSING, declarations, used
from phaselint_rules.climpt.gates.schemas import is_property, written
from phaselint_rules.climpt.ways.transitiontext import way_to, witness_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any, Literal

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.analysis.variablesources import Source
    from phaselint.dialects.climpt.model import Input, Step
    from phaselint.vocabulary.claim import Ends
    from phaselint.vocabulary.finding import Place, Severity
    from phaselint_rules.climpt.data.declaredvariables import Declaration

    Defect = Literal[
        "",
        "input-from-format",
        "input-source-unknown",
        "input-never-supplied",
        "input-key-not-handed-off",
        "input-source-may-not-run",
        "input-field-optional",
    ]
    Left = Literal["never", "unnamed", "sometimes", "always"]
    """Whether a step leaves a key behind: in no run; in none as far as its `handoffFields` or its
    schema name it; in some; in all, or that isn't known."""


NULL = "null"
"""The text of a null value in a prompt."""

QUERY = "AGENT_QUERY_ERROR"
UNKNOWN = "PR-RESOLVE-005"
"""How a run ends for a variable that is used in a prompt, but isn't declared and has no value."""

ALWAYS_LEFT = ("iteration", "sessionId")
"""What every step leaves behind in addition to its answer, unless it hands something off."""

_OTHER_TYPES = ("object", "array", "boolean")

_VALUELESS = (
    "input-from-format",
    "input-source-unknown",
    "input-never-supplied",
    "input-key-not-handed-off",
)


def wanted(facts: ClimptFacts) -> Iterator[tuple[Step, Input]]:
    """Every input, with its step."""
    yield from _of(facts.sound_steps)


def met(facts: ClimptFacts) -> Iterator[tuple[Step, Input]]:
    """Every input that a run can reach, with its step."""
    yield from _of(facts.met_steps)


def _of(steps: Sequence[Step]) -> Iterator[tuple[Step, Input]]:
    for step in steps:
        for taken in step.inputs:
            yield step, taken


def from_place(facts: ClimptFacts, taken: Input) -> Place:
    """Where an input says what it reads."""
    return facts.place((*taken.pointer, "from"))


def has_default(taken: Input) -> bool:
    """Whether an input has a value if its source leaves none, even null."""
    return taken.has_default


def witness(facts: ClimptFacts, step: Step, taken: Input, code: str, **more: str) -> Witness:
    data = {"input": taken.name, "from": taken.source, "code": code, **more}
    if inert(step) or not facts.graph_known:
        return Witness({"step": step.key, **data})
    return witness_at(facts, step.key, **data)


def failing(step: Step, taken: Input, code: str) -> Ends | None:
    """That a run fails in a step because of an input, with a code; none without one."""
    name = taken.source if code == QUERY else derived(taken)
    return unbuilt(step, code, name) if code else None


class Reading(NamedTuple):
    """An input of a step that reads a key of another one."""

    step: Step
    taken: Input
    source: Step
    key: str


def reading(facts: ClimptFacts, step: Step, taken: Input) -> Reading | None:
    """What an input reads; none if it names no step."""
    found = origin(taken)
    source = facts.steps.get(found[0]) if found is not None else None
    return None if found is None or source is None else Reading(step, taken, source, found[1])


def field_of(facts: ClimptFacts, found: Reading) -> str:
    """The path of the answer of its source that an input reads."""
    path = handed(found.source, found.key) if handed_keys(facts, found.source) else None
    return found.key if path is None else path


# --- what is wrong with an input ---------------------------------------------------------------


def defect(facts: ClimptFacts, step: Step, taken: Input) -> Defect:
    """The one rule that reports an input; empty if none does."""
    if malformed(taken):
        return "input-from-format"
    found = origin(taken)
    if found is None:
        return ""
    source = facts.steps.get(found[0])
    if source is None:
        return "input-source-unknown"
    left = left_under(facts, source, found[1])
    if not needed(facts, step, taken) or not facts.graph_known:
        return "input-key-not-handed-off" if left in ("never", "unnamed") else ""
    return _unreliable(facts, step, source, left)


def _unreliable(facts: ClimptFacts, step: Step, source: Step, left: Left) -> Defect:
    """Why a needed input might lack a value, if it might."""
    comes = facts.way(step.key) if facts.active else way_to(facts, step.key)
    if left in ("never", "unnamed") and not (facts.active and comes):
        return "input-key-not-handed-off"
    if not comes:
        return ""
    if facts.active and (left == "never" or facts.order.never_before(source.key, step.key)):
        return "input-never-supplied"
    if facts.order.way_without(source.key, step.key):
        return "input-source-may-not-run"
    return "" if left == "always" else "input-field-optional"


def is_valueless(facts: ClimptFacts, step: Step, taken: Input) -> bool:
    """Whether a rule reports that an input never gets a value from its source."""
    return defect(facts, step, taken) in _VALUELESS


def left_under(facts: ClimptFacts, source: Step, key: str) -> Left:
    """Whether a step leaves a key behind, even with null."""
    schema = facts.schema(source)
    if not source.sound or source.key in facts.unanswerable:
        return "always"
    keys = handed_keys(facts, source)
    if schema is None:
        return "unnamed" if keys and key not in keys else "always"
    if not keys:
        return _left_whole(facts, source, key)
    fields = source.gate.handoff_fields if source.gate else ()
    paths = [field for field in fields if last_segment(field) == key]
    if paths:
        return "always" if _is_sure(facts, source, paths[-1]) else "sometimes"
    if any(_is_sure(facts, source, field) for field in fields):
        return "never"
    return "never" if _left_whole(facts, source, key) == "never" else "unnamed"


def _left_whole(facts: ClimptFacts, source: Step, key: str) -> Left:
    """Whether an unchanged answer of a step has a key, by the output schema of the step."""
    schema = facts.schema(source)
    if key in ALWAYS_LEFT:
        return "always"
    if schema is None or not is_property(written(schema, key)):
        return "never"
    return "always" if _is_sure(facts, source, key) else "sometimes"


def _is_sure(facts: ClimptFacts, source: Step, field: str) -> bool:
    """Whether every answer that the output schema of a step allows has a value at a path. Several
    rules ask about the same step and path."""
    known, asked = facts.once(_none_asked), (source.key, field)
    if asked not in known:
        known[asked] = always(facts.schema(source), path_of(field)).answer == "yes"
    return known[asked]


def _none_asked(_facts: ClimptFacts) -> dict[tuple[str, str], bool]:
    return {}


def gives_null(facts: ClimptFacts, step: Step, taken: Input) -> Reading | None:
    """What an input reads that can be null by its schema, if the model reads it: its prompt uses
    the variable, and only the input supplies it. Not if a rule reports the input."""
    found = reading(facts, step, taken)
    if found is None or inert(step) or defect(facts, step, taken):
        return None
    name, text = derived(taken), sent(facts.contract, step)
    if text is None or name not in used(text):
        return None
    others = facts.sources[step.key].get(name, ())
    if any(each.channel != "input" and not each.lacking for each in others):
        return None
    keys = handed_keys(facts, found.source)
    schema = facts.schema(found.source)
    if schema is None or not found.source.sound or (keys and found.key not in keys):
        return None
    return found if _is_nullable(schema, field_of(facts, found)) else None


def _is_nullable(schema: Mapping[str, Any], field: str) -> bool:
    """Whether a schema allows null at a path, without allowing everything."""
    path = path_of(field)
    if not is_property(written(schema, field)):
        return False
    if satisfiable(schema, path, Equals(None)).answer != "yes":
        return False
    return any(satisfiable(schema, path, Typed(each)).answer != "yes" for each in _OTHER_TYPES)


def handed_keys(facts: ClimptFacts, source: Step) -> tuple[str, ...]:
    """The keys that replace what a step leaves behind; none if it leaves everything: a closure step
    never hands off, and neither does any step without gates."""
    if source.kind == "closure" or not facts.gated:
        return ()
    return keys_of(source)


def unsupplied(facts: ClimptFacts, step: Step) -> tuple[Declaration, ...]:
    """The variables that a step declares and that have neither a source nor a defective input."""
    known = facts.sources[step.key]
    lacking = [each for each in declarations(step) if each.name not in known]
    inputs = step.inputs if lacking else ()
    lost = [taken for taken in inputs if is_valueless(facts, step, taken)]
    return tuple(e for e in lacking if not any(_meant_for(taken, e.name) for taken in lost))


def _meant_for(taken: Input, name: str) -> bool:
    """Whether a defective input should supply a variable."""
    found = origin(taken)
    key = found[1] if found else taken.source.lstrip(".")
    if name in (taken.name, key) or name.endswith(f"_{key}"):
        return True
    above = derived(taken).removesuffix(key) if found and key else ""
    return bool(above) and name.startswith(above)


# --- what happens with a run without a value ---------------------------------------------------


def needed(facts: ClimptFacts, step: Step, taken: Input) -> bool:
    """Whether a run needs a value from an input's source."""
    return not has_default(taken) and not inert(step) and bool(code(facts, step, taken))


def code(facts: ClimptFacts, step: Step, taken: Input) -> str:
    """The code with which the prompt of a step can't be built if an input has no value; empty if it
    can."""
    if has_default(taken):
        return ""
    if taken.required is True:
        return QUERY
    name = derived(taken)
    others = facts.sources[step.key].get(name, ())
    if not name or any(each.channel != "input" and not each.lacking for each in others):
        return ""
    if any(each.has_default and derived(each) == name for each in step.inputs):
        return ""
    if name in map(plain, step.variables):
        return MISSING
    text = sent(facts.contract, step)
    return UNKNOWN if text is not None and name in used(text) else ""


def severity(facts: ClimptFacts, step: Step, taken: Input) -> Severity:
    """How severe it is that an input never gets a value from its source."""
    return "error" if needed(facts, step, taken) else "warning"


def consequence(facts: ClimptFacts, step: Step, taken: Input) -> Message:
    """What happens with a run in which an input has no value."""
    if has_default(taken):
        return message("its default is always used")
    found = code(facts, step, taken)
    if not found or inert(step):
        return message("it never has a value")
    if step.kind != "closure" or found == QUERY or facts.handled:
        return message("runs end with {}", found)
    if not facts.has_agent:
        return message("another prompt is sent, if there is one")
    other = handler_step(facts.registry, facts.agent)
    if other in facts.steps:
        return message("the prompt of {} is sent instead", quote(other))
    ending = "runs look for the prompt of {}, which isn't a step, and end with PR-RESOLVE-001"
    return message(ending, quote(other))


def is_free(schema: Mapping[str, Any], field: str) -> bool:
    """Whether a path points to a string that can be anything."""
    found = written(schema, field)
    if found.missing is not None or not found.pointers:
        return False
    node: Any = schema
    for part in found.pointers[0]:
        node = node[part]
    if not isinstance(node, dict) or node.get("type") != "string":
        return False
    return not {"enum", "const", "pattern"} & node.keys()


def is_left_out(facts: ClimptFacts, name: str, known: Sequence[Source]) -> bool:
    """Whether a parameter supplies a variable, and a run can be started without its value."""
    always_there = (*RUNTIME, *GIVEN[facts.contract.generation])
    return name not in always_there and any(each.parameter is not None for each in known)


def declarers(facts: ClimptFacts, name: str) -> tuple[Step, ...]:
    """The steps that declare a variable and whose prompt runs can build."""
    return tuple(
        step
        for step in facts.sending_steps
        if not inert(step) and name in map(plain, step.variables)
    )


def left_alone(facts: ClimptFacts, steps: Sequence[Step], name: str) -> tuple[Step, ...]:
    """Those of some steps that get no value for a variable from an input (reference §4.6)."""
    return tuple(step for step in steps if not any(_gives(facts, step, name)))


def _gives(facts: ClimptFacts, step: Step, name: str) -> Iterator[bool]:
    """For each input of a step that makes a variable, whether it certainly has a value."""
    for taken in step.inputs:
        if derived(taken) == name:
            found = reading(facts, step, taken)
            yield has_default(taken) or (found is not None and _is_there(facts, found))


def _is_there(facts: ClimptFacts, found: Reading) -> bool:
    """Whether the source of an input has left the key whenever a run reaches the step."""
    if not facts.graph_known or left_under(facts, found.source, found.key) != "always":
        return False
    return not facts.order.way_without(found.source.key, found.step.key)


def other_source(facts: ClimptFacts, step: Step, taken: Input) -> str:
    """What else supplies the variable of an input, in words; empty if there is nothing else."""
    name = derived(taken)
    if name in facts.agent.parameters:
        return "is a parameter"
    if name in RUNTIME and not facts.sources[step.key][name][0].lacking:
        return "the runtime supplies"
    return ""
