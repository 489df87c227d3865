"""What an agent owes the workflow that runs it: a verdict with a phase, and prompts that need no
more than the workflow gives (reference climpt 1.14 §2.6, §7.2)."""

from __future__ import annotations

from phaselint.dialects.climpt.analysis.variablesources import inert, plain
from phaselint.dialects.climpt.model import ISSUE
from phaselint.schema import values_at
from phaselint.vocabulary.finding import Finding, Place, Related
from phaselint.vocabulary.message import message, quote, quote_all
from phaselint.vocabulary.rule import WARNING, Grade, rule
from phaselint_rules.climpt.agent.workflows import VALIDATOR, workflow_of
from phaselint_rules.climpt.gates.requiring import own_requirement
from phaselint_rules.climpt.gates.schemas import property_place, schema_place, written
from phaselint_rules.climpt.needs import BOTH, GRAPH, RESOLVED, SOUND, WORKFLOW
from phaselint_rules.climpt.ways.transitiontext import step_place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Step
    from phaselint.dialects.climpt.workflowmodel import WorkflowAgent

VERDICT = "verdict"

WORKFLOW_VERDICT_UNMAPPED = (
    Grade("warning", "a verdict has no phase"),
    Grade("info", "a phase has no verdict"),
)

OF_AGENT = (*WORKFLOW, "is_agent", *BOTH, *GRAPH)
"""What a workflow says about an agent with known paths."""


def _listed(agent: WorkflowAgent) -> Related:
    return Related(Place(agent.file, agent.pointer, "key"), "where the workflow lists the agent")


def _validators(facts: ClimptFacts) -> Iterator[WorkflowAgent]:
    """The entries of the agent in which its verdict decides the phase."""
    return (each for each in workflow_of(facts).agents if each.role == VALIDATOR)


def _closing(facts: ClimptFacts) -> Mapping[Place, Step]:
    """The closure steps that ask the model, by the place where their schemas describe the verdict:
    the property, or else the whole schema."""
    found: dict[Place, Step] = {}
    for step in facts.met_steps:
        schema = facts.schema(step)
        if step.kind != "closure" or step.runner is not None or schema is None:
            continue
        declared = written(schema, VERDICT)
        place = property_place(facts, step, declared) or schema_place(facts, step, ())
        if place is not None:
            found.setdefault(place, step)
    return found


def _said(facts: ClimptFacts, step: Step) -> tuple[str, ...] | None:
    """The verdicts that an answer of a step can have; none if they are unlimited, or if its schema
    doesn't describe them."""
    schema = facts.schema(step) or {}
    unknown = written(schema, VERDICT).missing is not None
    values = None if unknown else values_at(schema, (VERDICT,))
    return None if values is None else tuple(each for each in values if isinstance(each, str))


@rule("CL821", WORKFLOW_VERDICT_UNMAPPED, needs=OF_AGENT, complete_if=RESOLVED)
def workflow_verdict_unmapped(facts: ClimptFacts) -> Iterator[Finding]:
    """Verdict without a phase in the workflow

    What:
        The workflow runs the agent as a validator, but the `enum` or `const` of `verdict` in the
        schema of a closure step has a value that isn't a key of `outputPhases`. It is an info for
        the reverse: a key that no schema offers.
    Why:
        The issue goes to `fallbackPhase`; without that, the workflow ends with an exception. A key
        that no answer can have is never used.
    Bad:
        // outputPhases has `approved` alone
        "verdict": {"enum": ["approved", "rejected"]}
    Good:
        "outputPhases": {"approved": "done", "rejected": "todo"}
    Fix:
        Add a phase for each verdict to the workflow.
    Source:
        climpt 1.14 §2.6, §7.2
    """
    closing = _closing(facts)
    for agent in _validators(facts):
        said = {place: _said(facts, step) for place, step in closing.items()}
        for place, words in said.items():
            unmapped = tuple(word for word in words or () if word not in agent.phases)
            if unmapped:
                yield _unmapped(agent, place, unmapped)
        if said and all(words is not None for words in said.values()):
            known = {word for words in said.values() for word in words or ()}
            for outcome in agent.phases:
                if outcome not in known:
                    yield _unsaid(agent, outcome, next(iter(said)))


def _unmapped(agent: WorkflowAgent, place: Place, words: tuple[str, ...]) -> Finding:
    ending = message("goes to the fallback {}", quote(agent.fallback))
    if not agent.fallback:
        ending = message("ends the workflow with an exception")
    return Finding(
        place,
        message("{} {} no phase in the workflow and {}", quote_all(words), _have(words), ending),
        f"add it to `outputPhases` of {quote(agent.name)}",
        severity="warning",
        related=(_listed(agent),),
    )


def _have(words: tuple[str, ...]) -> str:
    return "have" if len(words) > 1 else "has"


def _unsaid(agent: WorkflowAgent, outcome: str, place: Place) -> Finding:
    return Finding(
        Place(agent.file, (*agent.pointer, "outputPhases", outcome), "key"),
        message(
            "phase of {} for {} is never used: no verdict has this value",
            quote(agent.name),
            quote(outcome),
        ),
        "remove it, or add it to the schema of a closure step",
        severity="info",
        related=(Related(place, "the known verdicts"),),
    )


@rule("CL822", WARNING, needs=OF_AGENT, complete_if=RESOLVED, fix="safe")
def workflow_verdict_optional(facts: ClimptFacts) -> Iterator[Finding]:
    """Optional verdict, but the workflow requires it

    What:
        The workflow runs the agent as a validator, but the schema of a closure step doesn't require
        `verdict`.
    Why:
        A validator run without a verdict ends the workflow with an exception.
    Bad:
        "required": ["next_action"], "properties": {"verdict": {"enum": ["approved"]}}
    Good:
        "required": ["next_action", "verdict"], "properties": {"verdict": {"enum": ["approved"]}}
    Fix:
        Add `verdict` to `required`.
    Source:
        climpt 1.14 §2.6, §7.2
    """
    for agent in _validators(facts):
        for place, step in _closing(facts).items():
            declared = written(facts.schema(step) or {}, VERDICT)
            if declared.missing is None and not declared.optional:
                continue
            how = "doesn't declare" if declared.missing is not None else "doesn't require"
            yield Finding(
                place,
                message(
                    "the schema of {} {} {}: without it, a run of validator {} ends with an "
                    "exception",
                    quote(step.key),
                    how,
                    quote(VERDICT),
                    quote(agent.name),
                ),
                f"require {quote(VERDICT)}",
                related=(_listed(agent),),
                fix=own_requirement(facts, step, VERDICT),
            )


@rule("CL823", WARNING, needs=OF_AGENT, complete_if=SOUND)
def workflow_parameter_default_lost(facts: ClimptFacts) -> Iterator[Finding]:
    """Parameter default that isn't applied in a workflow

    What:
        The workflow lists the agent, and a step that runs reach declares a variable that only a
        parameter other than `issue` supplies.
    Why:
        A workflow gives an agent `issue` and the values that another agent passed on; it doesn't
        apply parameter defaults. The prompt can't be built, and the run ends with PR-RESOLVE-003.
    Bad:
        // workflow.json lists the agent
        "parameters": {"style": {"type": "string", "cli": "--style", "default": "brief"}}
        "uvVariables": ["style"]
    Good:
        "uvVariables": []
    Fix:
        Write the value into the prompt, or have the previous agent pass it.
    Source:
        climpt 1.14 §2.6, §7.2, §8
    """
    needed: dict[str, Step] = {}
    for step in facts.met_steps:
        for name in () if inert(step) else map(plain, step.variables):
            found = facts.sources[step.key].get(name, ())
            lone = bool(found) and all(each.channel == "parameter" for each in found)
            if lone and name != ISSUE:
                needed.setdefault(name, step)
    for agent in workflow_of(facts).agents if needed else ():
        yield Finding(
            Place(agent.file, agent.pointer, "key"),
            message(
                "the workflow gives {} no value for {}, and doesn't apply defaults",
                quote(agent.name),
                quote_all(tuple(needed)),
            ),
            "write the value into the prompt, or have the previous agent pass it",
            related=tuple(
                Related(step_place(facts, step.key), f"needs {quote(name)}")
                for name, step in needed.items()
            ),
        )
