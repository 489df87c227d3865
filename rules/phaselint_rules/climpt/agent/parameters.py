"""Parameters of the command line (reference climpt §2.9, §7.8)."""

from __future__ import annotations

import re

from phaselint.vocabulary.claim import Refused
from phaselint.vocabulary.finding import Finding, Fix, Related, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, INFO, WARNING, Grade, rule
from phaselint_rules.climpt.edits import add_member
from phaselint_rules.climpt.form.forms import problems_of, worded
from phaselint_rules.climpt.needs import AGENT, BOTH, SOUND
from phaselint_rules.climpt.pointertext import context_of
from phaselint_rules.climpt.refusing import CONFIGURATION, refused_for
from phaselint_rules.words import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.shape import Problem
    from phaselint.vocabulary.finding import Place

RESERVED = frozenset(
    (
        *("agent", "init", "list", "help", "validate", "verbose", "push", "no-merge"),
        *("create-pr", "push-remote", "pr-target"),
    )
)
"""Flags of the command line itself."""

SHARED = frozenset({"issue", "repository", "branch", "baseBranch", "resume"})
"""Parameters that the runtime itself uses."""

FLAG = re.compile(r"--[a-z][a-z0-9-]*")

PARAMETER_FLAG_NAME_MISMATCH = (
    Grade("error", "the parameter is required"),
    Grade("warning", "the parameter is optional or has a default"),
)


@rule("CL706", ERROR, needs=AGENT, claims="refused", fix="unsafe")
def parameter_definition(facts: ClimptFacts) -> Iterator[Finding]:
    """Invalid parameter definition

    What:
        A parameter has no `type` or no `cli`, its flag is malformed or belongs to another
        parameter, or its default has another type.
    Why:
        The runtime refuses the agent with `AC-VALID-001`, or `--validate` refuses it.
    Bad:
        "issue": {"type": "number", "description": "Issue", "cli": "issue"}
    Good:
        "issue": {"type": "number", "description": "Issue", "cli": "--issue"}
    Fix:
        Write what the message asks for.
    Dry run:
        The executor refuses to start the agent, if the start checks this field.
    Source:
        climpt §2.9, §3.1, §3.2, §7.8
    """
    for place, problem in problems_of(facts, "parameter-definition"):
        if problem.kind != "conflict":
            yield worded(facts, place, problem)._replace(fix=_with_flag(facts, place, problem))
            continue
        (owner,) = problem.names
        pointer = (*place.pointer[:-2], owner, "cli")
        yield Finding(
            place,
            message(
                "flag {} of parameter {} already belongs to parameter {}",
                quote(problem.found),
                quote(str(place.pointer[-2])),
                quote(owner),
            ),
            "give each parameter its own flag",
            related=(
                Related(place._replace(pointer=pointer), "the first parameter with this flag"),
            ),
            witness=Witness({"kind": problem.kind, "names": [owner]}),
            claim=refused_for(facts, CONFIGURATION, place),
        )


def _with_flag(facts: ClimptFacts, place: Place, problem: Problem) -> Fix | None:
    """Add the flag that matches the name to a parameter that lacks nothing else."""
    if problem.kind != "missing-required-field" or problem.names != ("cli",):
        return None
    flag = _flags(str(place.pointer[-1]))[0]
    if not FLAG.fullmatch(flag) or flag in {each.cli for each in facts.agent.parameters.values()}:
        return None
    edit = add_member(facts.contract.documents, place.file, place.pointer, "cli", flag)
    return Fix("unsafe", f"add the flag {quote(flag)}", (edit,)) if edit else None


def _flags(name: str) -> tuple[str, str]:
    """The flags that set a parameter: its name with hyphens, and its name unchanged."""
    kebab = "".join(f"-{each.lower()}" if "A" <= each <= "Z" else each for each in name)
    return f"--{kebab}", f"--{name}"


@rule(
    "CL707",
    PARAMETER_FLAG_NAME_MISMATCH,
    needs=AGENT,
    prove="agent.proofs.parameters:not_provided",
    fix="unsafe",
)
def parameter_flag_name_mismatch(facts: ClimptFacts) -> Iterator[Finding]:
    """Flag that doesn't set its parameter

    What:
        `cli` of a parameter is neither its name nor its name with hyphens. It is a warning if the
        parameter is optional or has a default. A flag that two parameters share is left to
        `parameter-definition`.
    Why:
        The command line ignores `cli`: it sets a parameter from the flag that matches its name. A
        required parameter counts as not provided.
    Bad:
        "issue": {"type": "number", "required": true, "cli": "--ticket"}
    Good:
        "issue": {"type": "number", "required": true, "cli": "--issue"}
    Fix:
        Use the flag that matches the name, or rename the parameter.
    Dry run:
        Without a value the executor refuses to start the agent; the flag that the command line
        looks for is read from the file. Not confirmed for an optional parameter.
    Source:
        climpt §2.9, §3.1, §7.8
    """
    taken = [parameter.cli for parameter in facts.agent.parameters.values()]
    for parameter in facts.agent.parameters.values():
        wanted = _flags(parameter.name)
        if not FLAG.fullmatch(parameter.cli) or parameter.cli in wanted:
            continue
        if taken.count(parameter.cli) > 1:
            continue
        needed = parameter.required and not parameter.has_default
        place = facts.agent_place((*parameter.pointer, "cli"))
        said = ", which counts as not provided" if needed else ""
        yield Finding(
            place,
            message(
                "flag {} doesn't set parameter {}{}; the command line looks for {}",
                quote(parameter.cli),
                quote(parameter.name),
                said,
                quote(wanted[0]),
            ),
            f"use {quote(wanted[0])}, or rename the parameter",
            severity="error" if needed else "warning",
            witness=Witness({"parameter": parameter.name, "needed": needed}),
            claim=Refused((f"Required parameter {parameter.cli} is not provided",))
            if needed
            else None,
            fix=None if wanted[0] in taken else replace(parameter.cli, wanted[0], place),
        )


@rule("CL708", WARNING, needs=AGENT)
def parameter_flag_reserved(facts: ClimptFacts) -> Iterator[Finding]:
    """Parameter with a flag of the command line itself

    What:
        `cli` of a parameter is a flag that the command line itself knows, such as `--verbose`.
        Flags for resuming and for branches are shared on purpose.
    Why:
        Setting one also sets the other.
    Bad:
        "verbose": {"type": "boolean", "cli": "--verbose"}
    Good:
        "detailed": {"type": "boolean", "cli": "--detailed"}
    Fix:
        Rename the parameter and its flag.
    Source:
        climpt §2.9, §7.8
    """
    for parameter in facts.agent.parameters.values():
        if parameter.cli.startswith("--") and parameter.cli[2:] in RESERVED:
            yield Finding(
                facts.agent_place((*parameter.pointer, "cli")),
                message(
                    "flag {} of parameter {} belongs to the command line itself",
                    quote(parameter.cli),
                    quote(parameter.name),
                ),
                "rename the parameter and its flag",
            )


@rule("CL709", INFO, needs=AGENT, default=False)
def parameter_validation_ignored(facts: ClimptFacts) -> Iterator[Finding]:
    """Parameter validation without effect

    What:
        A parameter has `validation`.
    Why:
        The runtime never reads it, so every value is accepted.
    Bad:
        "issue": {"type": "number", "cli": "--issue", "validation": {"min": 1}}
    Good:
        "issue": {"type": "number", "cli": "--issue"}
    Fix:
        Check the value in the first step.
    Source:
        climpt §2.9, §4.13, §7.8
    """
    for parameter in facts.agent.parameters.values():
        if parameter.validated:
            yield Finding(
                facts.agent_place((*parameter.pointer, "validation"), "key"),
                message("`validation` of parameter {} is never read", quote(parameter.name)),
                "check the value in the first step",
            )


@rule("CL710", INFO, needs=BOTH, complete_if=SOUND, default=False)
def parameter_unused(facts: ClimptFacts) -> Iterator[Finding]:
    """Unused parameter

    What:
        No step declares the parameter, no prompt and no argument of a subprocess names it, and the
        runtime itself doesn't use it.
    Why:
        Its value has no effect.
    Bad:
        "parameters": {"iterateMax": {"type": "number", "cli": "--iterate-max"}}
    Good:
        "uvVariables": ["iterateMax"]
    Fix:
        Use it in a step, or remove it.
    Source:
        climpt §2.9, §4.13, §7.8
    """
    used = _used(facts)
    for parameter in facts.agent.parameters.values():
        if parameter.name not in used:
            yield Finding(
                facts.agent_place(parameter.pointer, "key"),
                message("parameter {} is never used", quote(parameter.name)),
                "use it in a step, or remove it",
            )


def _used(facts: ClimptFacts) -> frozenset[str]:
    texts = (name for text in facts.contract.prompts.values() for name, *_ in text.variables)
    declared = (n.removeprefix("uv-") for s in facts.steps.values() for n in s.variables)
    passed = (name for step in facts.steps.values() for name in context_of(facts, step.key))
    return SHARED.union(texts, declared, passed)
