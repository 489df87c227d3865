"""Settings files: which tools the steps of an agent may call (reference climpt 1.14 §1.1, §2.5,
§4.7, §7.2)."""

from __future__ import annotations

from phaselint.dialects.climpt.filemodel import Settings
from phaselint.dialects.climpt.reading.settings import RULE
from phaselint.vocabulary.finding import Finding, Place, Witness
from phaselint.vocabulary.message import message, quote, quote_all
from phaselint.vocabulary.rule import ERROR, INFO, WARNING, rule
from phaselint_rules import shapes
from phaselint_rules.climpt.form.forms import problems_of
from phaselint_rules.climpt.needs import AGENT, BOTH, OF_1_14, SETTINGS, SOUND
from phaselint_rules.climpt.pointertext import value_at
from phaselint_rules.words import kind_of

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
"""Tools that change nothing, which an agent may be given to begin with (§9)."""


def settings_of(facts: ClimptFacts) -> Settings:
    """The settings of an agent; empty ones where no file is looked for."""
    return facts.contract.settings or Settings()


def _asks(facts: ClimptFacts) -> bool:
    """Whether runs come to a step that asks the model, as far as that is known."""
    asking = (s for s in facts.steps.values() if s.runner is None or s.kind != "closure")
    return any(not facts.graph_known or step.key in facts.reach for step in asking)


@rule(
    "CL811",
    ERROR,
    needs=(*OF_1_14, *BOTH, "settings_wanted"),
    prove="agent.proofs.settings:no_settings",
    complete_if=SOUND,
    ends="failure",
)
def settings_file_missing(facts: ClimptFacts) -> Iterator[Finding]:
    """An agent has no settings file.

    What:
        Neither the settings of the agent nor those that all agents share are there, and runs come
        to a step that asks the model.
    Why:
        The tools of the steps come from this file alone. Without it the first call of the model
        ends the run with `AC-LOAD-001`, of which neither the start nor `--validate` says anything.
    Bad:
        # .agent/climpt/config/ has the two yml files of the agent and nothing else
    Good:
        # .agent/climpt/config/claude.settings.climpt.agents.triager.json
        {"permissions": {"allow": ["Read", "Glob", "Grep"]}}
    Fix:
        Write the file, with the tools that the agent needs.
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
            "the agent has no settings: there is neither {} nor {}, and the first call of the "
            "model ends the run (AC-LOAD-001)",
            quote(own),
            quote(shared),
        ),
        f'write the first with `{{"permissions": {{"allow": [{tools}]}}}}` to begin with',
        witness=Witness({"code": "AC-LOAD-001"}),
    )


@rule(
    "CL812",
    ERROR,
    needs=(*OF_1_14, *AGENT, "settings_wanted"),
    prove="agent.proofs.settings:malformed",
    fix="unsafe",
    ends="failure",
)
def settings_invalid(facts: ClimptFacts) -> Iterator[Finding]:
    """The settings of an agent are not of the form they have to have.

    What:
        The settings file that applies (that of the agent, else the shared one) is no JSON, is no
        object, has no object `permissions`, or has in it an `allow` that is no list of strings
        or a `defaultMode` that is none of the five modes. Other members are handed on unread.
    Why:
        The first call of the model ends the run with `AC-LOAD-002` or `AC-LOAD-003`, of which
        neither the start nor `--validate` says anything.
    Bad:
        {"permissions": {"allow": ["Read"], "defaultMode": "auto"}}
    Good:
        {"permissions": {"allow": ["Read"], "defaultMode": "acceptEdits"}}
    Fix:
        Write what is expected there.
    Dry run:
        The first call of the model ends a run with the code.
    Source:
        climpt 1.14 §2.5, §3.6, §7.2
    """
    file = settings_of(facts).file
    document = facts.contract.documents.get(file)
    if document is not None and file in facts.explained("syntax-error"):
        yield Finding(
            Place(file, (), "document"),
            message(
                "the settings are no JSON: the first call of the model ends the run (AC-LOAD-002)"
            ),
            next(f"{each.message}" for each in document.problems),
            witness=Witness({"code": "AC-LOAD-002", "kind": "syntax-error"}),
        )
    for place, problem in problems_of(facts, RULE):
        yield _misshapen(facts, place, problem)


def _misshapen(facts: ClimptFacts, place: Place, problem: Problem) -> Finding:
    """A problem of the form of settings."""
    what = _named(place.pointer)
    if problem.kind == "missing-required-field":
        fault = message("{} have no {}", what, quote_all(problem.names))
        found = Finding(place._replace(part="document"), fault, f"add {quote_all(problem.names)}")
    else:
        found = shapes.finding(problem, place, what, kind_of(value_at(facts, place)))
    return found._replace(
        message=message(
            "{}: the first call of the model ends the run (AC-LOAD-003)", found.message
        ),
        witness=Witness({"code": "AC-LOAD-003", "kind": problem.kind}),
    )


def _named(pointer: Pointer) -> Message:
    """What a place in settings is."""
    if not pointer:
        return message("the settings")
    names = ".".join(str(key) for key in pointer if isinstance(key, str))
    *_, last = pointer
    return (
        message("entry {} of {}", last + 1, quote(names)) if isinstance(last, int) else quote(names)
    )


@rule("CL813", WARNING, needs=SETTINGS, prove="agent.proofs.settings:all_denied")
def no_tools_allowed(facts: ClimptFacts) -> Iterator[Finding]:
    """The settings of an agent allow no tool.

    What:
        `permissions.allow` is absent or empty in the settings that apply.
    Why:
        Every call of a tool is denied, in every step. Release 1.13 let all of them pass.
    Bad:
        {"permissions": {"defaultMode": "acceptEdits"}}
    Good:
        {"permissions": {"allow": ["Read", "Glob", "Grep"], "defaultMode": "acceptEdits"}}
    Fix:
        List the tools that the agent needs.
    Dry run:
        The first step of a run has no tools, and a call of one is denied.
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
            message("without `allow`") if absent else message("`allow` lists nothing"),
        ),
        "list the tools that the agent needs",
        witness=Witness({"absent": absent, "tool": START[0]}),
    )


@rule("CL814", INFO, needs=SETTINGS, prove="agent.proofs.settings:other_calls_pass")
def tool_rule_widened(facts: ClimptFacts) -> Iterator[Finding]:
    """A rule on the arguments of a tool allows all of its calls.

    What:
        An entry of `permissions.allow` restricts a tool, as `Bash(git log:*)` does.
    Why:
        The runner's own check cuts the entry at the bracket and lets all calls of the tool pass;
        what is in the bracket holds only as far as the SDK applies it.
    Bad:
        "allow": ["Read", "Bash(git log:*)"]
    Good:
        "allow": ["Read", "Grep"]
    Fix:
        Do without the tool where all of its calls are too much.
    Dry run:
        A step of a run calls the tool with nothing of what the bracket has, and is not denied;
        that there is a bracket is read.
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
                "{} lets every call of {} pass the runner's own check", quote(entry), quote(name)
            ),
            f"leave {quote(name)} out where all of its calls are too much",
            witness=Witness({"tool": name}),
        )


@rule("CL815", INFO, needs=SETTINGS, prove="agent.proofs.settings:no_difference", default=False)
def agent_mode_without_effect(facts: ClimptFacts) -> Iterator[Finding]:
    """The mode of an agent's settings decides for none of its steps.

    What:
        The settings have `permissions.defaultMode`.
    Why:
        Every step has the mode that it names itself, else that of its kind: `plan` for
        verification, `acceptEdits` for work and closure.
    Bad:
        {"permissions": {"allow": ["Read"], "defaultMode": "bypassPermissions"}}
    Good:
        {"permissions": {"allow": ["Read"]}}
    Fix:
        Set `permissionMode` at the steps that need another mode.
    Dry run:
        A run without the mode is the same.
    Source:
        climpt 1.14 §2.5, §4.7, §7.2
    """
    settings = settings_of(facts)
    if settings.mode:
        yield Finding(
            Place(settings.file, MODE),
            message(
                "the mode {} decides for no step: each has its own or that of its kind",
                quote(settings.mode),
            ),
            "set `permissionMode` at the steps that need another mode",
            witness=Witness({"mode": settings.mode}),
        )
