"""What findings claim of runs, from their places (`phaselint.vocabulary.claim`)."""

from __future__ import annotations

from phaselint.dialects.climpt.reading.values import path_of
from phaselint.vocabulary.claim import Ends, Never, Notes, Same, Undecided
from phaselint.vocabulary.finding import Edit
from phaselint_rules.climpt.edits import remove, spelt
from phaselint_rules.edits import remove_items

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, TypeVar

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.filemodel import Text
    from phaselint.dialects.climpt.model import Gate, Step, Transition
    from phaselint.vocabulary.finding import Place
    from phaselint_rules.climpt.vocabulary import Words

    ClaimT = TypeVar("ClaimT", Ends, Notes)

UNREAD = "GATE_INTERPRETATION_ERROR"
"""How a run ends whose gate finds no intent."""

EXHAUSTED = "AGENT_ADAPTATION_CHAIN_EXHAUSTED"
"""How a run ends that repeats a step more often than its chain allows."""

LIMIT = "AGENT_MAX_ITERATIONS"
"""How a run ends that used all its iterations."""

ABORTED = "AGENT_VALIDATION_ABORT"
"""How a run ends whose answers have failed as often as they may."""

NO_CLOSURE = "no run of this agent reaches a closure step that asks its model"

NO_QUERY = "AGENT_QUERY_ERROR"
"""How a run ends that can't ask for the value of an input."""

VARIABLE = "{uv-"
"""How the name of a variable starts in a prompt."""


def first_step(facts: ClimptFacts) -> str:
    """The step in which runs start, or that with the first entry; empty if that isn't known."""
    return (facts.active or next(iter(facts.entries), "")) if facts.graph_known else ""


def at_start(facts: ClimptFacts, claim: ClaimT) -> ClaimT | Undecided:
    """A claim about the step in which runs start; that none does, if that step isn't known."""
    return claim if first_step(facts) else Undecided("no run of this agent reaches the step")


def same_with(facts: ClimptFacts, place: Place, edit: Edit) -> Same:
    """That runs are the same with an edit of what is at a place, and reach the step that the place
    is in, if it is in one."""
    inner = place.pointer[len(facts.registry.base) :]
    in_step = place.file == facts.registry.file and inner[:1] == ("steps",) and len(inner) > 1
    return Same((edit,), after=str(inner[1]) if in_step else "")


def same_without(facts: ClimptFacts, place: Place) -> Same | None:
    """The same without what is at a place; none if it can't be removed."""
    edit = remove(facts.contract.documents, place.file, place.pointer)
    return same_with(facts, place, edit) if edit else None


def same_without_condition(facts: ClimptFacts, step: Step, transition: Transition) -> Same | None:
    """That runs which reach a step are the same without the condition of a transition and the steps
    that it chooses among; none if these can't be removed."""
    document = facts.contract.documents[facts.registry.file]
    edits = remove_items(document, transition.pointer, ["condition", "targets"])
    return Same(edits, after=step.key) if edits else None


def same_to(facts: ClimptFacts, step: Step, transition: Transition, target: str | None) -> Same:
    """That a run takes a transition, and all runs are the same where it has a target alone."""
    edit = Edit(facts.place(transition.pointer), spelt({"target": target}))
    return Same((edit,), after=step.key, via=noted(step.key, intent=transition.intent))


def noted(
    step: str,
    *,
    holds: Mapping[str, Sequence[Any]] = {},
    amended: Mapping[str, Any] = {},
    **fields: Any,
) -> Notes:
    """That an iteration of a step is recorded with some values."""
    return Notes(step, "iteration", fields, holds=holds, amended=amended)


def taking(words: Words, word: str, **fields: Any) -> Notes:
    """The same of an iteration that is answered a word where the step's gate looks for the intent,
    whatever its schema says."""
    said = answering((words.gate.field, word))
    return noted(words.step.key, amended=said, **fields)._replace(hostile=True)


def answering(*said: tuple[str, Any]) -> dict[str, Any]:
    """Members of the output of an answer: some values, each at the path of a field."""
    so: dict[str, Any] = {}
    for field, value in said:
        *above, last = path_of(field) or ("",)
        inner = so
        for name in above:
            inner = inner.setdefault(name, {})
        inner[last] = value
    return {"so": so}


def without_intent(step: str, gate: Gate) -> Ends | Notes:
    """That the gate of a step finds no intent in an answer, which ends the run or is taken for
    another."""
    return Ends(step, UNREAD) if gate.fail_fast else noted(step, used_fallback=True)


def sends(step: str, text: Text) -> Notes:
    """That a step sends a prompt, as far as its text has no variables."""
    body = text.body.partition(VARIABLE)[0]
    return noted(step, model_called=True, holds={"prompt": (body,)})


def denying(step: str, tool: str, **fields: Any) -> Notes:
    """That a step is denied the call of a tool."""
    call = {"toolCalls": [{"tool": tool}]}
    return noted(step, holds={"denied": (tool,)}, amended=call, **fields)


def unbuilt(step: Step, code: str, name: str = "") -> Ends:
    """That a step can't build its prompt, because of what a name stands for. If the handler of a
    closure step replaces the prompt, runs don't say why."""
    replaced = step.kind == "closure" and code != NO_QUERY
    return Ends(step.key, code, "" if replaced or not name else f"`{name}`")


def unused(facts: ClimptFacts, step: str, *others: str) -> Never | Undecided:
    """That no run reaches some steps; runs of a registry alone may begin anywhere."""
    if not facts.active:
        return Undecided("no run starts without agent.json")
    return Never(step, others)


def after_failure(facts: ClimptFacts, claim: ClaimT, validator: str = "") -> ClaimT | Undecided:
    """A claim about what comes of a validator, or of any, that fails in the closure step nearest to
    the start: where none can fail, that decides nothing."""
    found = at_closure(facts, claim)
    if isinstance(found, Undecided):
        return found
    named = {"name": validator} if validator else {}
    failed = Notes(found.phase, "validator", {**named, "holds": False})
    return found._replace(via=failed)


def at_closure(facts: ClimptFacts, claim: ClaimT) -> ClaimT | Undecided:
    """A claim about the closure step nearest to the start whose model is asked; that no run reaches
    one, if there is none."""
    step = nearest_closure(facts)
    return claim._replace(phase=step) if step else Undecided(NO_CLOSURE)


def nearest_closure(facts: ClimptFacts) -> str:
    """The closure step nearest to the start whose model is asked; empty if no run reaches one."""
    ends = (s for s in facts.steps.values() if s.kind == "closure" and s.runner is None)
    ways = (facts.way(step.key, start=facts.active) for step in ends if facts.active)
    return min(filter(None, ways), key=len, default=("",))[-1]


def never_there(facts: ClimptFacts, claim: Notes) -> Never | Undecided:
    """That no run does something in that step, not even if a validator fails there."""
    step = nearest_closure(facts)
    failed = Notes(step, "validator", {"holds": False})
    if not step:
        return Undecided(NO_CLOSURE)
    return Never(claim._replace(phase=step), after=step, via=failed)


def same_after_failure(
    facts: ClimptFacts, validator: str, edits: Sequence[Edit]
) -> Same | Undecided:
    """That a validator fails there in a run, and all runs are the same with some edits."""
    step = nearest_closure(facts)
    failed = Notes(step, "validator", {"name": validator, "holds": False})
    return Same(tuple(edits), after=step, via=failed) if step else Undecided(NO_CLOSURE)
