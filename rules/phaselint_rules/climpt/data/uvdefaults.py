"""Parameters and inputs as suppliers of variables (reference climpt §4.6, §7.6)."""

from __future__ import annotations

from phaselint.dialects.climpt.analysis.variablesources import (
    RUNTIME,
    derived,
    is_empty,
)
from phaselint.vocabulary.claim import Ends, Same
from phaselint.vocabulary.finding import Edit, Finding, Fix, Related, Witness
from phaselint.vocabulary.message import message, quote, quote_all
from phaselint.vocabulary.rule import ERROR, WARNING, rule
from phaselint_rules.climpt.claiming import at_start, first_step, unbuilt
from phaselint_rules.climpt.data.declaredvariables import (
    MISSING,
    SHELL,
    dies_without_prompts,
    run_to,
)
from phaselint_rules.climpt.data.inputsupply import (
    declarers,
    is_valueless,
    left_alone,
    met,
    other_source,
)
from phaselint_rules.climpt.edits import add_member, remove
from phaselint_rules.climpt.needs import AGENT, BOTH, SOUND
from phaselint_rules.climpt.pointertext import texts_in
from phaselint_rules.climpt.ways.transitiontext import first_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Input, Parameter, Step


def _parameters(facts: ClimptFacts) -> Iterator[Parameter]:
    """The parameters that no name of the runtime replaces."""
    yield from (p for p in facts.agent.parameters.values() if p.name not in RUNTIME)


def _declared_at(facts: ClimptFacts, steps: Sequence[Step]) -> tuple[Related, ...]:
    return tuple(
        Related(facts.place((*step.pointer, "uvVariables"), "key"), "declares it") for step in steps
    )


def _first_reached(facts: ClimptFacts, steps: Sequence[Step]) -> str:
    """The step of some steps that a run reaches first, or else the first step."""
    ways = [facts.way(step.key) for step in steps] if facts.graph_known else []
    reached = [way for way in ways if way]
    return min(reached, key=len)[-1] if reached else steps[0].key


def _witness(facts: ClimptFacts, parameter: Parameter, steps: Sequence[Step]) -> Witness:
    first = facts.steps[_first_reached(facts, steps)]
    named = [step.key for step in steps]
    return run_to(facts, first, parameter=parameter.name, steps=named, code=MISSING)


def _unbuilt(facts: ClimptFacts, parameter: Parameter, steps: Sequence[Step]) -> Ends:
    """That the first of some steps can't build its prompt without a parameter."""
    return unbuilt(facts.steps[_first_reached(facts, steps)], MISSING, parameter.name)


@rule(
    "CL506",
    WARNING,
    needs=BOTH,
    claims="ends",
    complete_if=SOUND,
    fix="unsafe",
    ends="failure",
)
def uv_optional_no_default(facts: ClimptFacts) -> Iterator[Finding]:
    """Optional parameter that steps need

    What:
        A step declares a variable that is a parameter without `required` and without a default, and
        no input of the step has a value for it. Reported once, at the parameter. Silent for `issue`
        with the verdict `poll:state`, which `poll-state-without-issue-parameter` reports.
    Why:
        A run without the parameter ends with PR-RESOLVE-003 as soon as it reaches the step, even if
        the prompt doesn't use it.
    Bad:
        "label": {"type": "string", "cli": "--label"}
    Good:
        "label": {"type": "string", "cli": "--label", "default": "triage"}
    Fix:
        Add a default to the parameter, or make it required; a fix does the second.
    Dry run:
        A run without the parameter can't build the prompt of the step.
    Source:
        climpt §3.2, §4.6, §7.6
    """
    for parameter in _parameters(facts):
        if not _may_lack(parameter) or _polled(facts, parameter):
            continue
        steps = left_alone(facts, declarers(facts, parameter.name), parameter.name)
        if not steps:
            continue
        yield Finding(
            facts.agent_place(parameter.pointer, "key"),
            message(
                "{} is optional and has no default, but {} can't run without it",
                quote(parameter.name),
                first_names([step.key for step in steps]),
            ),
            "add a default, or make it `required`",
            related=_declared_at(facts, steps),
            witness=_witness(facts, parameter, steps),
            claim=_unbuilt(facts, parameter, steps),
            fix=_require(facts, parameter),
        )


def _polled(facts: ClimptFacts, parameter: Parameter) -> bool:
    return facts.agent.verdict == "poll:state" and parameter.name == "issue"


def _require(facts: ClimptFacts, parameter: Parameter) -> Fix | None:
    """Make a parameter required."""
    place = facts.agent_place(parameter.pointer)
    document = facts.contract.documents.get(place.file)
    value: Any = document.value if document else None
    for key in parameter.pointer:
        value = value[key]
    inner = (*parameter.pointer, "required")
    edit = (
        Edit(facts.agent_place(inner), "true")
        if "required" in value
        else add_member(facts.contract.documents, place.file, place.pointer, "required", True)
    )
    return Fix("unsafe", f"make {quote(parameter.name)} required", (edit,)) if edit else None


@rule(
    "CL507",
    ERROR,
    needs=BOTH,
    claims="ends",
    complete_if=SOUND,
    ends="failure",
)
def uv_empty_default(facts: ClimptFacts) -> Iterator[Finding]:
    """Empty default of a parameter that steps need

    What:
        A step declares a variable that is a parameter with the default `""`, or an empty list,
        which is the same as a string. Reported once, at the default.
    Why:
        An empty string counts as missing: a run without the parameter ends with PR-RESOLVE-003 as
        soon as it reaches the step.
    Bad:
        "branch": {"type": "string", "cli": "--branch", "default": ""}
    Good:
        "branch": {"type": "string", "cli": "--branch", "default": "main"}
    Fix:
        Write a default that isn't empty, or make the parameter required without a default.
    Dry run:
        A run with the default can't build the prompt of the step.
    Source:
        climpt §4.6, §7.6
    """
    for parameter in _parameters(facts):
        steps = declarers(facts, parameter.name)
        if steps and is_empty(parameter):
            yield Finding(
                facts.agent_place((*parameter.pointer, "default")),
                message(
                    "the default of {} is empty, which counts as missing, so {} can't run with it",
                    quote(parameter.name),
                    first_names([step.key for step in steps]),
                ),
                "write a default that isn't empty, or make the parameter required without a "
                "default",
                related=_declared_at(facts, steps),
                witness=_witness(facts, parameter, steps),
                claim=_unbuilt(facts, parameter, steps),
            )


@rule("CL510", WARNING, needs=BOTH, claims="same", complete_if=SOUND)
def uv_collision(facts: ClimptFacts) -> Iterator[Finding]:
    """Input with the name of another variable, so its value is lost

    What:
        The variable of an input, `<step>_<key>` with underscores for dots, or its own name if it
        has no `from`, is a parameter, or a name that the runtime supplies to this step.
    Why:
        The value of the input is dropped: the prompt gets the other value. The input's value is
        used if the parameter is optional and not given.
    Bad:
        // the agent has the parameter initial_issue_plan
        "inputs": {"plan": {"from": "initial.issue.plan"}}
    Good:
        // the agent has the parameter outline
        "inputs": {"plan": {"from": "initial.issue.plan"}}
    Fix:
        Rename the parameter, or the input if it has no `from`.
    Dry run:
        With the parameter given, a run without the input is the same.
    Source:
        climpt §4.6, §7.6
    """
    for step, taken in met(facts):
        what = other_source(facts, step, taken)
        if not what or is_valueless(facts, step, taken):
            continue
        name = derived(taken)
        parameter = facts.agent.parameters.get(name)
        yield Finding(
            facts.place(taken.pointer, "key"),
            message(
                "input {} makes the variable {}, which {}, so its value is dropped{}",
                quote(taken.name),
                quote(name),
                what,
                " if the parameter is given" if parameter and _may_lack(parameter) else "",
            ),
            "rename the parameter" if parameter else "read it under another name",
            related=(Related(facts.agent_place(parameter.pointer, "key"), "the parameter"),)
            if parameter
            else (),
            witness=Witness({"step": step.key, "variable": name, "pointer": [*taken.pointer]}),
            claim=_dropped(facts, step, taken),
        )


def _dropped(facts: ClimptFacts, step: Step, taken: Input) -> Same | None:
    """That runs which are given every parameter are the same without an input."""
    name, place = derived(taken), facts.place(taken.pointer, "key")
    edit = remove(facts.contract.documents, place.file, place.pointer)
    given = {name: "given"} if name in facts.agent.parameters else {}
    return Same((edit,), after=step.key, given=given) if edit else None


def _may_lack(parameter: Parameter) -> bool:
    """Whether a run can have no value for a parameter at all."""
    return not (parameter.required or parameter.has_default)


@rule("CL512", ERROR, needs=AGENT, claims="ends", ends="failure")
def parameter_default_unsafe(facts: ClimptFacts) -> Iterator[Finding]:
    """Shell character in a parameter's default, so no run works

    What:
        The default of a parameter, or an entry of it, contains `;`, `|`, `&`, `<` or `>`.
    Why:
        The prompt library treats such a value as shell code and refuses every prompt, even if it
        doesn't use the variable: each run with the default ends with PR-C3L-002. A run that starts
        in a closure step ends with PR-RESOLVE-001 if there is no prompt of a continuation.
    Bad:
        "scope": {"type": "string", "cli": "--scope", "default": "docs & tests"}
    Good:
        "scope": {"type": "string", "cli": "--scope", "default": "docs and tests"}
    Fix:
        Rephrase the default without these characters.
    Dry run:
        A run with the default can't build its first prompt.
    Source:
        climpt §3.3, §4.6, §4.7, §7.6
    """
    code = dies_without_prompts(facts)
    for parameter in facts.agent.parameters.values():
        text = "".join(texts_in(parameter.default))
        found = [letter for letter in SHELL if letter in text]
        if code and parameter.has_default and found:
            yield Finding(
                facts.agent_place((*parameter.pointer, "default")),
                message(
                    "the default of {} contains {}, so no prompt can be built: every run with it "
                    "ends with {}",
                    quote(parameter.name),
                    quote_all(found),
                    code,
                ),
                "rephrase it without these characters",
                witness=Witness({"parameter": parameter.name, "code": code}),
                claim=at_start(facts, Ends(first_step(facts), code)),
            )
