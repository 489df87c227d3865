"""Settings files: which tools the steps of an agent may call (reference climpt 1.14 §1.1, §2.5,
§4.7, §7.2)."""

from __future__ import annotations

from phaselint.dialects.climpt.filemodel import Settings
from phaselint.dialects.climpt.reading.settings import RULE
from phaselint.vocabulary.claim import Ends, Notes, Undecided
from phaselint.vocabulary.finding import Finding, Place, Witness
from phaselint.vocabulary.message import message, quote, quote_all
from phaselint.vocabulary.rule import ERROR, INFO, WARNING, rule
from phaselint_rules import shapes
from phaselint_rules.climpt.claiming import at_start, denying, first_step, same_without
from phaselint_rules.climpt.form.forms import problems_of
from phaselint_rules.climpt.needs import AGENT, BOTH, OF_1_14, SETTINGS, SOUND
from phaselint_rules.climpt.pointertext import value_at
from phaselint_rules.words import kind_of

STRICT = {"refuse-invalid": True}
"""The options of runs that get no settings but their own."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.shape import Problem
    from phaselint.vocabulary.finding import Pointer
    from phaselint.vocabulary.message import Message

ALLOW = ("permissions", "allow")
MODE = ("permissions", "defaultMode")
START = ("Read", "Glob", "Grep")
"""Tools that change nothing, which are safe to start an agent with (§9)."""


def settings_of(facts: ClimptFacts) -> Settings:
    """The settings of an agent; empty if no file is looked for."""
    return facts.contract.settings or Settings()


def _asks(facts: ClimptFacts) -> bool:
    """Whether runs reach a step that asks the model, as far as that is known."""
    asking = (s for s in facts.steps.values() if s.runner is None or s.kind != "closure")
    return any(not facts.graph_known or step.key in facts.reach for step in asking)


@rule(
    "CL811",
    ERROR,
    needs=(*OF_1_14, *BOTH, "settings_wanted"),
    claims="ends",
    complete_if=SOUND,
    ends="failure",
)
def settings_file_missing(facts: ClimptFacts) -> Iterator[Finding]:
    """Missing settings file, so the first model call fails

    What:
        Neither the agent's own settings file nor the shared one exists, and runs reach a step that
        asks the model.
    Why:
        The steps get their tools from this file alone. Without it, the first call of the model ends
        the run with `AC-LOAD-001`; neither the start nor `--validate` warns about it.
    Bad:
        # .agent/climpt/config/ has the two yml files of the agent and nothing else
    Good:
        # .agent/climpt/config/claude.settings.climpt.agents.triager.json
        {"permissions": {"allow": ["Read", "Glob", "Grep"]}}
    Fix:
        Create the file and list the tools that the agent needs.
    Dry run:
        The first call of the model ends a run.
    Source:
        climpt 1.14 §1.1, §2.5, §3.6, §7.2
    """
    settings = settings_of(facts)
    if settings.file or not _asks(facts):
        return
    own, shared = settings.wanted
    tools = ", ".join(f'"{name}"' for name in facts.agent.tools or START if name != "*")
    yield Finding(
        Place(facts.agent.file, (), "document"),
        message(
            "the agent has no settings: neither {} nor {} exists, so the first model call ends "
            "the run (AC-LOAD-001)",
            quote(own),
            quote(shared),
        ),
        f'create the first one with `{{"permissions": {{"allow": [{tools}]}}}}` as a start',
        witness=Witness({"code": "AC-LOAD-001"}),
        claim=Ends(facts.active, "AC-LOAD-001", options=STRICT),
    )


@rule(
    "CL812",
    ERROR,
    needs=(*OF_1_14, *AGENT, "settings_wanted"),
    claims="ends",
    fix="unsafe",
    ends="failure",
)
def settings_invalid(facts: ClimptFacts) -> Iterator[Finding]:
    """Invalid settings, so the first model call fails

    What:
        The settings file that applies (the agent's own, or else the shared one) isn't valid JSON,
        isn't an object, or has no `permissions` object; or its `allow` isn't a list of strings, or
        its `defaultMode` isn't one of the five modes. Other members are passed on without a check.
    Why:
        The first call of the model ends the run with `AC-LOAD-002` or `AC-LOAD-003`; neither the
        start nor `--validate` warns about it.
    Bad:
        {"permissions": {"allow": ["Read"], "defaultMode": "auto"}}
    Good:
        {"permissions": {"allow": ["Read"], "defaultMode": "acceptEdits"}}
    Fix:
        Write what the message asks for.
    Dry run:
        The first call of the model ends a run with this code.
    Source:
        climpt 1.14 §2.5, §3.6, §7.2
    """
    file = settings_of(facts).file
    document = facts.contract.documents.get(file)
    if document is not None and file in facts.explained("syntax-error"):
        yield Finding(
            Place(file, (), "document"),
            message(
                "the settings aren't valid JSON: the first model call ends the run (AC-LOAD-002)"
            ),
            next(f"{each.message}" for each in document.problems),
            witness=Witness({"code": "AC-LOAD-002", "kind": "syntax-error"}),
            claim=_ending(facts, "AC-LOAD-002"),
        )
    for place, problem in problems_of(facts, RULE):
        yield _misshapen(facts, place, problem)


def _misshapen(facts: ClimptFacts, place: Place, problem: Problem) -> Finding:
    """A problem with the shape of the settings."""
    what = _named(place.pointer)
    if problem.kind == "missing-required-field":
        fault = message(
            "{} {} missing from {}",
            quote_all(problem.names),
            "is" if len(problem.names) == 1 else "are",
            what,
        )
        found = Finding(place._replace(part="document"), fault, f"add {quote_all(problem.names)}")
    else:
        found = shapes.finding(problem, place, what, kind_of(value_at(facts, place)))
    return found._replace(
        message=message("{}: the first model call ends the run (AC-LOAD-003)", found.message),
        witness=Witness({"code": "AC-LOAD-003", "kind": problem.kind}),
        claim=_ending(facts, "AC-LOAD-003"),
    )


def _ending(facts: ClimptFacts, code: str) -> Ends | Undecided:
    """That the first call of the model ends runs, if they start with one."""
    step = facts.steps.get(facts.active)
    if step is None or (step.kind == "closure" and step.runner is not None):
        return Undecided("no run of this agent starts by asking the model")
    return Ends(step.key, code, options=STRICT)


def _named(pointer: Pointer) -> Message:
    """What the value at a place in the settings is called."""
    if not pointer:
        return message("the settings")
    names = ".".join(str(key) for key in pointer if isinstance(key, str))
    *_, last = pointer
    return (
        message("entry {} of {}", last + 1, quote(names)) if isinstance(last, int) else quote(names)
    )


@rule("CL813", WARNING, needs=SETTINGS, claims="notes")
def no_tools_allowed(facts: ClimptFacts) -> Iterator[Finding]:
    """Settings that allow no tool

    What:
        `permissions.allow` is absent or empty in the settings that apply.
    Why:
        Every tool call is denied in every step. Release 1.13 allowed all of them.
    Bad:
        {"permissions": {"defaultMode": "acceptEdits"}}
    Good:
        {"permissions": {"allow": ["Read", "Glob", "Grep"], "defaultMode": "acceptEdits"}}
    Fix:
        List the tools that the agent needs.
    Dry run:
        The first step of a run has no tools, and a tool call is denied.
    Source:
        climpt 1.14 §2.5, §4.7, §7.2
    """
    settings = settings_of(facts)
    if settings.allow:
        return
    absent = settings.allow is None
    pointer = ALLOW[:1] if absent else ALLOW
    yield Finding(
        Place(settings.file, pointer, "key" if absent else "value"),
        message(
            "{}: every tool call is denied",
            message("`allow` is missing") if absent else message("`allow` is empty"),
        ),
        "list the tools that the agent needs",
        witness=Witness({"absent": absent, "tool": START[0]}),
        claim=at_start(facts, denying(first_step(facts), START[0], tools=[])),
    )


@rule("CL814", INFO, needs=SETTINGS, prove="agent.proofs.settings:other_calls_pass")
def tool_rule_widened(facts: ClimptFacts) -> Iterator[Finding]:
    """Rule for a tool's arguments that allows every call

    What:
        An entry of `permissions.allow` restricts a tool, as `Bash(git log:*)` does.
    Why:
        The runner's own check cuts the entry off at the bracket and allows every call of the tool;
        the restriction in brackets holds only as far as the SDK applies it.
    Bad:
        "allow": ["Read", "Bash(git log:*)"]
    Good:
        "allow": ["Read", "Grep"]
    Fix:
        Remove the tool if you don't want to allow every call of it.
    Dry run:
        A step in a run calls the tool with arguments outside the brackets, and the call is allowed;
        the brackets are read from the file.
    Source:
        climpt 1.14 §2.5, §4.7, §7.2
    """
    file = settings_of(facts).file
    listed = value_at(facts, Place(file, ALLOW))
    seen = set()
    for index, entry in enumerate(listed if isinstance(listed, list) else ()):
        name, bracket, _ = entry.partition("(") if isinstance(entry, str) else ("", "", "")
        if not bracket or name in seen:
            continue
        seen.add(name)
        yield Finding(
            Place(file, (*ALLOW, index)),
            message(
                "{} allows every call of {} in the runner's own check", quote(entry), quote(name)
            ),
            f"remove {quote(name)} if you don't want to allow every call of it",
            witness=Witness({"tool": name}),
            claim=_allowing(facts, name),
        )


def _allowing(facts: ClimptFacts, tool: str) -> Notes | Undecided:
    """That the first step of a run calls a tool in whatever way."""
    step = facts.steps.get(first_step(facts))
    if step is None or step.kind != "work":
        return Undecided("no run of this agent starts by asking the model")
    call = {"toolCalls": [{"tool": tool}]}
    return Notes(step.key, "model:run", holds={"called": (tool,)}, amended=call)


@rule("CL815", INFO, needs=SETTINGS, claims="same", default=False)
def agent_mode_without_effect(facts: ClimptFacts) -> Iterator[Finding]:
    """Permission mode of the settings that no step uses

    What:
        The settings have `permissions.defaultMode`.
    Why:
        Every step uses its own mode, or else the mode of its kind: `plan` for verification,
        `acceptEdits` for work and closure.
    Bad:
        {"permissions": {"allow": ["Read"], "defaultMode": "bypassPermissions"}}
    Good:
        {"permissions": {"allow": ["Read"]}}
    Fix:
        Set `permissionMode` on the steps that need another mode.
    Dry run:
        A run without this mode is the same.
    Source:
        climpt 1.14 §2.5, §4.7, §7.2
    """
    settings = settings_of(facts)
    if settings.mode:
        yield Finding(
            Place(settings.file, MODE),
            message(
                "no step uses mode {}: each has its own mode or the mode of its kind",
                quote(settings.mode),
            ),
            "set `permissionMode` on the steps that need another mode",
            witness=Witness({"mode": settings.mode}),
            claim=same_without(facts, Place(settings.file, MODE)),
        )
