"""The workflow that runs the agents of a project: names without a target, and when an issue is
closed (reference climpt 1.14 §2.6, §7.2)."""

from __future__ import annotations

from phaselint.vocabulary.finding import Edit, Finding, Fix, Place, Related
from phaselint.vocabulary.message import message, quote, quote_all
from phaselint.vocabulary.rule import ERROR, WARNING, rule
from phaselint_rules.climpt.edits import spelt
from phaselint_rules.climpt.needs import WORKFLOW
from phaselint_rules.climpt.pointertext import value_at
from phaselint_rules.edits import replace_entry
from phaselint_rules.words import meant, one_of, rechoose, respell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.workflowmodel import Workflow, WorkflowAgent
    from phaselint.vocabulary.finding import Pointer

CLOSING = ("closeOnComplete", "closeCondition")
LEGACY = (*CLOSING, "criteria")
"""Members of an agent that closed its issue before `closeBinding` existed (§9)."""

BINDING = "closeBinding"
NONE = "none"
KINDS = ("direct", "boundary", "outboxPre", "custom", NONE)
VALIDATOR = "validator"
NAMING = ("outputPhase", "fallbackPhase")
TABLES = ("outputPhases", "fallbackPhases")

ALONE = (*WORKFLOW, "is_workflow")
"""What a workflow says, as its own contract."""


def workflow_of(facts: ClimptFacts) -> Workflow:
    """The workflow. Raises LookupError if there is none; see `workflow_read`."""
    if facts.contract.workflow is None:
        raise LookupError("no workflow could be read")
    return facts.contract.workflow


def _at(facts: ClimptFacts, *pointer: str) -> Mapping[str, Any]:
    """The mapping at a place of the workflow; empty if there is none."""
    found = value_at(facts, Place(workflow_of(facts).file, pointer))
    return found if isinstance(found, dict) else {}


def _entry(facts: ClimptFacts, agent: WorkflowAgent) -> Mapping[str, Any]:
    return _at(facts, "agents", agent.name)


# --- names -------------------------------------------------------------------------------------


@rule("CL824", ERROR, needs=ALONE, fix="unsafe")
def workflow_phase_unknown(facts: ClimptFacts) -> Iterator[Finding]:
    """Workflow reference to an unknown phase or agent

    What:
        `outputPhase`, `outputPhases`, `fallbackPhase` or `fallbackPhases` of an agent, or
        `labelMapping`, names a phase that isn't in `phases`; or `agent` of a phase names an agent
        that isn't in `agents`.
    Why:
        The workflow doesn't start.
    Bad:
        "agents": {"triager": {"role": "transformer", "outputPhase": "reviewed"}}
    Good:
        "phases": {"reviewed": {"type": "terminal"}}
    Fix:
        Correct the name, or declare the phase or agent.
    Source:
        climpt 1.14 §2.6, §7.2
    """
    file = workflow_of(facts).file
    declared = value_at(facts, Place(file, ()))
    for noun, pointer, name in _names(facts):
        known, place = tuple(_at(facts, f"{noun}s")), Place(file, pointer)
        if name in known or not isinstance(declared.get(f"{noun}s"), dict):
            continue
        yield Finding(
            place,
            message("no {} is named {}: the workflow doesn't start", noun, quote(name)),
            meant(name, known, f"declare it in `{noun}s`"),
            fix=respell(name, known, place),
        )


def _names(facts: ClimptFacts) -> Iterator[tuple[str, Pointer, str]]:
    """All names of phases and agents in a workflow, with what they name and where they are."""
    for agent in workflow_of(facts).agents:
        entry = _entry(facts, agent)
        for member in NAMING:
            yield from _texts("phase", (*agent.pointer, member), entry.get(member))
        for member in TABLES:
            table = entry.get(member)
            for outcome, name in table.items() if isinstance(table, dict) else ():
                yield from _texts("phase", (*agent.pointer, member, outcome), name)
    for label, name in _at(facts, "labelMapping").items():
        yield from _texts("phase", ("labelMapping", label), name)
    for key, phase in _at(facts, "phases").items():
        name = phase.get("agent") if isinstance(phase, dict) else None
        yield from _texts("agent", ("phases", key, "agent"), name)


def _texts(noun: str, pointer: Pointer, name: Any) -> Iterator[tuple[str, Pointer, str]]:
    if isinstance(name, str):
        yield noun, pointer, name


@rule("CL827", ERROR, needs=ALONE)
def workflow_agent_missing(facts: ClimptFacts) -> Iterator[Finding]:
    """Missing agent in a workflow

    What:
        The directory of an agent in workflow.json (its `directory`, or else its name) has no
        agent.json and no steps_registry.json.
    Why:
        The workflow ends with `AC-SERVICE-001` when it reaches the agent.
    Bad:
        "agents": {"triager": {"directory": "triage"}}   // the folder is .agent/triager
    Good:
        "agents": {"triager": {"directory": "triager"}}
    Fix:
        Correct the name, or create the agent.
    Source:
        climpt 1.14 §2.6, §7.2
    """
    for agent in workflow_of(facts).agents:
        if not agent.missing:
            continue
        named = "directory" in _entry(facts, agent)
        inner = ("directory",) if named else ()
        yield Finding(
            Place(agent.file, (*agent.pointer, *inner), "value" if named else "key"),
            message(
                "no agent in {}, where the workflow looks for {} (AC-SERVICE-001)",
                quote(agent.folder or str(_entry(facts, agent).get("directory", agent.name))),
                quote(agent.name),
            ),
            "correct the name, or create the agent",
        )


# --- closing -----------------------------------------------------------------------------------


@rule("CL825", ERROR, needs=ALONE, fix="unsafe")
def workflow_close_condition(facts: ClimptFacts) -> Iterator[Finding]:
    """Closing condition of an issue that can never hold

    What:
        `closeBinding` of an agent has a `condition`, but closes nothing (`primary.kind` is `none`
        or absent); or the condition isn't a key of the validator's `outputPhases`.
    Why:
        The workflow doesn't start.
    Bad:
        "outputPhases": {"approved": "done"},
        "closeBinding": {"primary": {"kind": "direct"}, "condition": "ok"}
    Good:
        "outputPhases": {"approved": "done"},
        "closeBinding": {"primary": {"kind": "direct"}, "condition": "approved"}
    Fix:
        Use an outcome of the validator, or remove the condition.
    Source:
        climpt 1.14 §2.6, §7.2
    """
    for agent in workflow_of(facts).agents:
        binding = _at(facts, "agents", agent.name, BINDING)
        condition = binding.get("condition")
        if not isinstance(condition, str):
            continue
        place = Place(agent.file, (*agent.pointer, BINDING, "condition"))
        outcomes = tuple(agent.phases)
        if _kind(binding) in ("", NONE):
            yield Finding(
                place,
                message(
                    "{} closes nothing, but has a condition: the workflow doesn't start "
                    "(WF-REF-005)",
                    quote(BINDING),
                ),
                "remove the condition, or set a kind in `primary`",
            )
        elif agent.role == VALIDATOR and condition not in outcomes:
            yield Finding(
                place,
                message(
                    "{} isn't an outcome of {}: the workflow doesn't start (WF-REF-006)",
                    quote(condition),
                    quote(agent.name),
                ),
                one_of(condition, outcomes, "declare it in `outputPhases`"),
                fix=rechoose(condition, outcomes, place),
            )


def _kind(binding: Mapping[str, Any]) -> str:
    """How a binding closes an issue; empty if it doesn't say."""
    primary = binding.get("primary")
    kind = primary.get("kind", "") if isinstance(primary, dict) else ""
    return kind if isinstance(kind, str) else ""


@rule("CL826", WARNING, needs=ALONE, fix="safe")
def workflow_legacy_field(facts: ClimptFacts) -> Iterator[Finding]:
    """Legacy field for closing an issue, which is ignored

    What:
        An agent in workflow.json has `closeOnComplete`, `closeCondition` or `criteria`, or
        `primary.kind` of its `closeBinding` isn't `direct`, `boundary`, `outboxPre`, `custom` or
        `none`.
    Why:
        The field is accepted without a warning, although the change log says otherwise, and
        ignored: the agent never closes the issue.
    Bad:
        "closeOnComplete": true
    Good:
        "closeBinding": {"primary": {"kind": "direct"}}
    Fix:
        Use `closeBinding`.
    Source:
        climpt 1.14 §2.6, §5, §7.2, §9
    """
    for agent in workflow_of(facts).agents:
        entry, binding = _entry(facts, agent), _at(facts, "agents", agent.name, BINDING)
        former = tuple(key for key in LEGACY if key in entry)
        if former:
            yield _former(facts, agent, former)
        kind = _kind(binding)
        if kind and kind not in KINDS:
            place = Place(agent.file, (*agent.pointer, BINDING, "primary", "kind"))
            yield Finding(
                place,
                message(
                    "{} isn't a way to close an issue, so the issue is never closed", quote(kind)
                ),
                one_of(kind, KINDS),
                fix=rechoose(kind, KINDS, place),
            )


def _former(facts: ClimptFacts, agent: WorkflowAgent, former: tuple[str, ...]) -> Finding:
    first, *others = (Place(agent.file, (*agent.pointer, key), "key") for key in former)
    bound = BINDING in _entry(facts, agent)
    said = message("") if bound else message(", so the issue is never closed")
    return Finding(
        first,
        message("{} of {} {} ignored{}", quote_all(former), quote(agent.name), _are(former), said),
        f"use {quote(BINDING)}",
        related=tuple(Related(place, "ignored as well") for place in others),
        fix=None if bound else _bound(facts, agent, former),
    )


def _are(names: tuple[str, ...]) -> str:
    return "are" if len(names) > 1 else "is"


def _bound(facts: ClimptFacts, agent: WorkflowAgent, former: tuple[str, ...]) -> Fix | None:
    """`closeBinding` in place of a lone `closeOnComplete`."""
    wanted = _entry(facts, agent).get(CLOSING[0])
    document = facts.contract.documents[agent.file]
    if former != CLOSING[:1] or not isinstance(wanted, bool):
        return None
    binding = {"primary": {"kind": "direct" if wanted else NONE}}
    edit: Edit | None = replace_entry(
        document, (*agent.pointer, CLOSING[0]), BINDING, spelt(binding)
    )
    return Fix("safe", f"write {quote(BINDING)}", (edit,)) if edit else None
