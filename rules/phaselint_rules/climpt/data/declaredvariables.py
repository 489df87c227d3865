"""Variables as steps declare them, as prompts use them, and the steps that share a prompt."""

from __future__ import annotations

from phaselint.dialects.climpt.analysis.variablesources import (
    inert,
    plain,
)
from phaselint.dialects.climpt.reading.stepprompts import handler_step, repeated, sent
from phaselint.javascript.spaces import trim
from phaselint.vocabulary.finding import Place, Range, Witness
from phaselint.vocabulary.pure import pure
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.suggest import suggest
from phaselint_rules.climpt.ways.transitiontext import way_to, witness_along, witness_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.filemodel import Text
    from phaselint.dialects.climpt.model import Step

NO_PROMPT = "PR-C3L-002"

NO_HANDLER = "PR-RESOLVE-001"
"""How a run ends for a closure step without a prompt, if no other prompt can be sent."""

SHELL = ";|&<>"

NO_INPUT = "PR-RESOLVE-004"

NO_SYSTEM = "PR-SYSTEM-002"

FILLED = ("agent_name", "verdict_criteria")
"""The only variables of a system prompt."""

LATER = ("completed_iterations", "previous_summary")
"""The names that have no value in the first iteration."""

MISSING = "PR-RESOLVE-003"
"""How a run ends for a declared variable without a value."""


def is_word(name: str) -> bool:
    """Whether the reference treats a name as a variable: letters, digits and `_`; one with a hyphen
    stays unchanged."""
    return name.isascii() and name.replace("_", "a").isalnum()


class Declaration(NamedTuple):
    """A variable that a step declares: where in its list, as written, and as runs know it."""

    step: Step
    number: int
    written: str
    name: str


def declarations(step: Step) -> tuple[Declaration, ...]:
    """The variables that a step declares, each once."""
    if not step.variables:
        return ()
    found: dict[str, Declaration] = {}
    for number, written in enumerate(step.variables):
        name = plain(written)
        found.setdefault(name, Declaration(step, number, written, name))
    return tuple(found.values())


def declared_place(facts: ClimptFacts, found: Declaration) -> Place:
    """Where a variable is declared."""
    return facts.place((*found.step.pointer, "uvVariables", found.number))


def text_place(facts: ClimptFacts, text: Text, start: int, end: int) -> Place:
    """A piece of a prompt file."""
    document = facts.contract.documents[text.file]
    return Place(text.file, (), "value", Range(document.position(start), document.position(end)))


def says_something(facts: ClimptFacts, text: Text) -> bool:
    """Whether a prompt has content, or can't be read and might have some."""
    return not is_blank(text) or not facts.contract.documents[text.file].readable


@pure
def is_blank(text: Text) -> bool:
    """Whether a prompt has no content."""
    return not trim(text.body)


@pure
def used(text: Text) -> Mapping[str, tuple[int, int]]:
    """The variables of a prompt below its leading block, each with its first place."""
    found: dict[str, tuple[int, int]] = {}
    for name, start, end in text.variables:
        if start >= text.body_start and is_word(name):
            found.setdefault(name, (start, end))
    return found


def named_in(text: Text) -> frozenset[str]:
    """The names of all variables of a prompt, in any form."""
    return frozenset(name for name, _, _ in text.variables)


def sent_by_prompt(facts: ClimptFacts) -> tuple[tuple[Text, tuple[Step, ...]], ...]:
    """Every prompt that runs can send, with the steps that send it."""
    return facts.once(_sent)


def _sent(facts: ClimptFacts) -> tuple[tuple[Text, tuple[Step, ...]], ...]:
    return tuple(_shared(facts, facts.sending_steps))


def _shared(facts: ClimptFacts, steps: Iterable[Step]) -> Iterator[tuple[Text, tuple[Step, ...]]]:
    found: dict[str, list[Step]] = {}
    for step in steps:
        for text in facts.texts(step):
            found.setdefault(text.file, []).append(step)
    for file, users in found.items():
        yield facts.contract.prompts[file], tuple(users)


def misspelt(facts: ClimptFacts, step: Step) -> Mapping[str, str]:
    """Declared names that are misspelled, or spelled right but misspelled in the prompt: declared
    name → the undeclared name in the prompt.

    Only one of the two has a source: the other one is misspelled.
    """
    found = facts.texts(step)
    if not facts.has_agent or not found or not step.variables:
        return {}
    known = facts.sources[step.key]
    names = {each.name for each in declarations(step)}
    written = frozenset[str]().union(*map(named_in, found))
    if names <= written:
        return {}
    open_ = [name for name in sorted(written - names) if name not in known]
    supplied = [name for name in sorted(written - names) if name in known]
    pairs = {}
    for name in sorted(names - written):
        near = suggest(name, open_ if name in known else supplied)
        if near is not None:
            pairs[name] = near
    return pairs


def only_given(facts: ClimptFacts, found: Declaration) -> bool:
    """Whether a declared variable is an argument of every run and nothing else."""
    known = facts.sources[found.step.key].get(found.name, ())
    return [each.channel for each in known] == ["run"] and not inert(found.step)


def run_to_prompt(facts: ClimptFacts, step: Step, text: Text, **data: Any) -> Witness:
    """A run that sends a certain prompt of a step, and what the finding says about it: if only a
    repeat sends it, the run repeats the step that often."""
    first = sent(facts.contract, step)
    again = repeated(facts.contract, step)
    way = way_to(facts, step.key) if facts.graph_known else ()
    if not way or text == first or text not in again:
        return run_to(facts, step, **data)
    return witness_along(facts, (*way, *[step.key] * (again.index(text) + 1)), **data)


def run_to(facts: ClimptFacts, step: Step, **data: Any) -> Witness:
    """A run to a step, and what the finding says about it; for a step whose prompt no run builds,
    the data only."""
    if inert(step) or not facts.graph_known:
        return Witness({"step": step.key, **data})
    return witness_at(facts, step.key, **data)


def dies_without_prompts(facts: ClimptFacts) -> str:
    """How a run ends that can't build any prompt, by the step in which it starts; empty if that
    needs none (reference §4.7)."""
    first = facts.steps.get(facts.active) if facts.registry_read else None
    if first is None or first.kind != "closure":
        return NO_PROMPT
    if inert(first):
        return ""
    other = handler_step(facts.registry, facts.agent)
    return NO_PROMPT if other in facts.steps else NO_HANDLER


def ends(facts: ClimptFacts, step: Step, code: str) -> str:
    """What happens with a run that can't build the prompt of a step."""
    if step.kind == "closure" and not facts.handled:
        return "so no run sends its prompt"
    return f"so a run that reaches the step ends with {code}"
