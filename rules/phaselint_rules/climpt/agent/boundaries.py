"""Tools and permissions of steps, and commands in place of the model (reference climpt §4.10,
§4.12, §7.8)."""

from __future__ import annotations

from phaselint.dialects.climpt.reading.permissions import BOUNDARY, CHANGING, permissions
from phaselint.vocabulary.claim import Ends, Never, Notes, Same, Undecided
from phaselint.vocabulary.finding import Edit, Finding, Fix, Related, Witness
from phaselint.vocabulary.message import message, quote, quote_all
from phaselint.vocabulary.rule import ERROR, INFO, WARNING, rule
from phaselint_rules.climpt.claiming import at_start, denying, first_step, noted, same_without
from phaselint_rules.climpt.edits import add_member, spelt
from phaselint_rules.climpt.form.blankkeys import blank_key
from phaselint_rules.climpt.needs import AGENT, BOTH, OF_1_13, RESOLVED, RUN, SOUND, STEPS
from phaselint_rules.climpt.pointertext import (
    INNER,
    WILDCARD,
    context_of,
    listed_tools,
    tools,
    value_at,
    written_step,
)
from phaselint_rules.climpt.ways.transitiontext import step_place, witness_at
from phaselint_rules.words import meant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Step
    from phaselint.vocabulary.finding import Place, Pointer

MODES = ("default", "plan")

NO_ANSWER = "no answer from the model"
"""Why a run fails that never asks the model."""


def _boundaries(facts: ClimptFacts) -> Pointer:
    return (*facts.agent.base, "runner", "boundaries")


@rule("CL711", ERROR, needs=AGENT, claims="notes", ends="failure")
def allowed_tools_wildcard(facts: ClimptFacts) -> Iterator[Finding]:
    """`*` in the list of tools, which allows no tool

    What:
        `allowedTools` lists `*`, or is absent, which has the same effect. In release 1.14: the
        settings' `permissions.allow` lists `*`, with or without brackets after it.
    Why:
        `*` is treated as a tool name, not as a wildcard: every call of a tool is denied unless the
        list has that tool's own name.
    Bad:
        "boundaries": {"allowedTools": ["*"], "permissionMode": "acceptEdits"}
    Good:
        "boundaries": {"allowedTools": ["Read", "Edit"], "permissionMode": "acceptEdits"}
    Fix:
        List the tools by name.
    Dry run:
        A step in a run calls a tool that isn't listed, and the call is denied.
    Source:
        climpt §2.9, §4.12, §5, §7.8, climpt 1.14 §4.7, §7.1
    """
    hint = "list the tools by name"
    listed = tools(facts)
    witness = Witness({"tools": list(listed)})
    tool = next(name for name in ("Read", *CHANGING, "any tool") if name not in listed)
    denied = denying(first_step(facts), tool)
    holds = {**denied.holds, "tools": (WILDCARD,)}
    claim = at_start(facts, denied._replace(holds=holds))
    yield from _no_list(facts, hint, witness, claim)
    for name, place in listed_tools(facts):
        if name == WILDCARD:
            text = message("`*` isn't a wildcard: only tools listed by name are allowed")
            yield Finding(place, text, hint, witness=witness, claim=claim)
            return


def _no_list(
    facts: ClimptFacts, hint: str, witness: Witness, claim: Notes | Undecided
) -> Iterator[Finding]:
    """Reports an agent.json without tools. `no-tools-allowed` reports settings without tools."""
    agent, pointer = facts.agent, _boundaries(facts)
    if facts.contract.settings is not None or agent.tools is not None:
        return
    written = value_at(facts, facts.agent_place(pointer))
    if isinstance(written, dict) and not blank_key(written, "allowedTools"):
        text = message("without `allowedTools`, every tool call of this agent is denied")
        place = facts.agent_place(pointer, "key")
        yield Finding(place, text, hint, witness=witness, claim=claim)


@rule(
    "CL712",
    WARNING,
    needs=(*OF_1_13, *BOTH),
    prove="agent.proofs.boundaries:taken_away",
    complete_if=SOUND,
)
def boundary_tool_listed(facts: ClimptFacts) -> Iterator[Finding]:
    """Boundary tool that work and verification steps never get

    What:
        `allowedTools` lists a tool that changes issues, pull requests or releases, and the registry
        has work or verification steps.
    Why:
        The runtime removes the tool from work and verification steps; only closure steps can use
        it.
    Bad:
        "allowedTools": ["Read", "githubIssueClose"]
    Good:
        "allowedTools": ["Read"]
    Fix:
        Leave this work to the closing action. If no closure step uses the tool, remove it.
    Dry run:
        In no run a work or verification step gets the tool.
    Source:
        climpt §4.12, §7.8
    """
    steps = (step for step in facts.steps.values() if step.kind in INNER)
    inner = next((step for step in steps if _met(facts, step)), None)
    for name, place in dict(listed_tools(facts)).items():
        if inner is not None and name in BOUNDARY:
            yield Finding(
                place,
                message(
                    "{} is listed, but work and verification steps such as {} never get it",
                    quote(name),
                    quote(inner.key),
                ),
                "leave it to the closing action",
                related=(Related(step_place(facts, inner.key), "a step without it"),),
                witness=_at(facts, inner, tool=name),
                claim=_never_got(facts, inner, name),
            )


def _never_got(facts: ClimptFacts, first: Step, tool: str) -> Never:
    """That no work or verification step gets a tool, and a run reaches the first of them."""
    steps = (step.key for step in facts.steps.values() if step.kind in INNER)
    got = Notes(first.key, "iteration", holds={"tools": (tool,)}, others=tuple(steps))
    return Never(got, after=first.key)


def _met(facts: ClimptFacts, step: Step) -> bool:
    """Whether runs reach a step, as far as that is known."""
    return not facts.graph_known or step.key in facts.reach


def _at(facts: ClimptFacts, step: Step, **data: str) -> Witness:
    if not facts.graph_known:
        return Witness({"step": step.key, **data})
    return witness_at(facts, step.key, **data)


@rule(
    "CL713",
    INFO,
    needs=(*OF_1_13, *BOTH),
    prove="agent.proofs.boundaries:other_mode",
    complete_if=SOUND,
    default=False,
)
def permission_mode_overridden(facts: ClimptFacts) -> Iterator[Finding]:
    """Permission mode that no step uses

    What:
        Every step has a kind, and its kind or its own `permissionMode` gives it a mode other than
        the one in agent.json.
    Why:
        A step with a kind gets the mode of its kind: `plan` for verification, `acceptEdits` for
        work and closure.
    Bad:
        "boundaries": {"permissionMode": "bypassPermissions"}   // no step sets a mode
    Good:
        "boundaries": {"permissionMode": "acceptEdits"}
    Fix:
        Set `permissionMode` on the steps that need it.
    Dry run:
        The first step of a run has another mode. When the agent's mode is changed, the run is the
        same.
    Source:
        climpt §2.2, §2.9, §7.8
    """
    agent = facts.agent
    steps = [step for step in facts.steps.values() if not step.section]
    if not agent.permission_mode or not all(step.kind for step in steps):
        return
    modes = dict.fromkeys(permissions(agent, step).mode for step in steps)
    place = facts.agent_place((*_boundaries(facts), "permissionMode"))
    if modes and agent.permission_mode not in modes:
        yield Finding(
            place,
            message(
                "no step has mode {}: their kinds set {}",
                quote(agent.permission_mode),
                quote_all(modes),
            ),
            "set `permissionMode` on the steps that need it",
            witness=Witness({"mode": agent.permission_mode}),
            claim=_same_in_other(facts, place),
        )


def _same_in_other(facts: ClimptFacts, place: Place) -> Same:
    """That runs are the same in another permission mode."""
    other = next(each for each in MODES if each != facts.agent.permission_mode)
    return Same((Edit(place, spelt(other)),), after=first_step(facts))


@rule(
    "CL714",
    WARNING,
    needs=BOTH,
    claims="notes",
    complete_if=SOUND,
    fix="unsafe",
)
def verification_cannot_run_tools(facts: ClimptFacts) -> Iterator[Finding]:
    """Verification step in plan mode, which denies listed tools

    What:
        A verification step has no `permissionMode`, but `allowedTools` lists Bash, Write or Edit.
        In release 1.14, the settings list them.
    Why:
        Verification steps run in plan mode, which denies these tools, so a step that should run the
        tests can't.
    Bad:
        // allowedTools lists Bash
        "verification.issue": {"stepKind": "verification"}
    Good:
        "verification.issue": {"stepKind": "verification", "permissionMode": "acceptEdits"}
    Fix:
        Set `permissionMode` if the step must use these tools.
    Dry run:
        The step calls the tool in a run, and the call is denied.
    Source:
        climpt §2.2, §4.12, §7.8, climpt 1.14 §4.7, §7.1
    """
    denied = [name for name in CHANGING if name in tools(facts)]
    for step in facts.steps.values() if denied else ():
        raw = written_step(facts, step)
        if step.kind != "verification" or step.section or "permissionMode" in raw:
            continue
        documents, file = facts.contract.documents, facts.registry.file
        edit = add_member(documents, file, step.pointer, "permissionMode", "acceptEdits")
        yield Finding(
            step_place(facts, step.key),
            message(
                "verification step {} is in plan mode, which denies {}",
                quote(step.key),
                quote_all(denied),
            ),
            "set `permissionMode` if the step must use these tools",
            witness=_at(facts, step, tool=denied[0]),
            claim=denying(step.key, denied[0]),
            fix=Fix("unsafe", "set `permissionMode: acceptEdits`", (edit,)) if edit else None,
        )


# --- subprocesses ------------------------------------------------------------------------------


@rule("CL715", WARNING, needs=STEPS, claims="same", complete_if=SOUND)
def subprocess_runner_ignored(facts: ClimptFacts) -> Iterator[Finding]:
    """Command of a step that never runs commands

    What:
        A step that isn't a closure step has a `runner` with a command.
    Why:
        Only closure steps run commands; every other step asks the model.
    Bad:
        "initial.merge": {"stepKind": "work", "runner": {"command": "deno", "args": []}}
    Good:
        "closure.merge": {"stepKind": "closure", "runner": {"command": "deno", "args": []}}
    Fix:
        Move the command to a closure step.
    Dry run:
        A run reaches the step, and the model is asked. Without the command, the run is the same.
    Source:
        climpt §2.2, §4.10, §7.8
    """
    for step in facts.steps.values():
        if step.runner is not None and step.kind != "closure":
            what = f"is a {step.kind} step" if step.kind else "has no kind"
            yield Finding(
                facts.place((*step.pointer, "runner"), "key"),
                message(
                    "{} never runs: {} {}, but only closure steps run commands",
                    quote(step.runner.command),
                    quote(step.key),
                    what,
                ),
                "move it to a closure step",
                witness=_at(facts, step),
                claim=same_without(facts, facts.place((*step.pointer, "runner"))),
            )


@rule(
    "CL716",
    WARNING,
    needs=BOTH,
    claims="notes",
    complete_if=SOUND,
    ends="failure",
)
def subprocess_context_unknown(facts: ClimptFacts) -> Iterator[Finding]:
    """Command with a value that no parameter supplies

    What:
        An argument of a closure step's command uses `${context.name}`, but the agent has no
        parameter with that name.
    Why:
        Unless an orchestrator passes the value, the iteration ends with an error and the run can't
        succeed.
    Bad:
        "args": ["run", "merge.ts", "--pr", "${context.prNumber}"]   // no parameter `prNumber`
    Good:
        "parameters": {"prNumber": {"type": "number", "cli": "--pr-number"}}
    Fix:
        Declare the parameter, or have the orchestrator pass the value.
    Dry run:
        The step ends with an error in a run.
    Source:
        climpt §4.10, §7.8
    """
    known = tuple(facts.agent.parameters)
    for step in facts.steps.values():
        if step.runner is None or step.kind != "closure":
            continue
        for name, index in context_of(facts, step.key).items():
            if name in known:
                continue
            yield Finding(
                facts.place((*step.pointer, "runner", "args", index)),
                message(
                    "`${context.{}}` has no value: the agent has no parameter with this name", name
                ),
                meant(
                    name, known, "declare the parameter, or have the orchestrator pass the value"
                ),
                confidence="medium",
                witness=_at(facts, step, name=name),
                claim=noted(step.key, holds={"errors": (f"cannot resolve `${{context.{name}}}`",)}),
            )


@rule(
    "CL717",
    ERROR,
    needs=RUN,
    claims="ends",
    complete_if=RESOLVED,
    ends="failure",
)
def subprocess_only_run_fails(facts: ClimptFacts) -> Iterator[Finding]:
    """Agent that only runs a command, so every run fails

    What:
        The entry step is a closure step with a command.
    Why:
        Such a run never asks the model, and the runtime reports a run without a model answer as a
        failure, even when the command succeeds.
    Bad:
        "entryStepMapping": {"count:iteration": "closure.merge"}   // with a `runner`
    Good:
        "entryStepMapping": {"count:iteration": "initial.merge"}
    Fix:
        Start with a step that asks the model.
    Dry run:
        In a run the command succeeds, but the run fails.
    Source:
        climpt §4.1, §4.10, §7.8
    """
    step = facts.steps[facts.active]
    if step.kind == "closure" and step.runner is not None:
        yield Finding(
            facts.place((*step.pointer, "runner"), "key"),
            message(
                "every run fails: {} only runs {}, but a run without a model answer is a failure",
                quote(step.key),
                quote(step.runner.command),
            ),
            "start with a step that asks the model",
            witness=_at(facts, step),
            claim=Ends(step.key, NO_ANSWER),
        )
