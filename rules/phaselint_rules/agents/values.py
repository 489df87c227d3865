"""Values of headers (reference §7.3)."""

from __future__ import annotations

import re

from phaselint.dialects.agents.fields import TARGETS, VALUES
from phaselint.dialects.agents.forms import BOOLEANS, FOR_COPILOT, HANDOFF_BOOLEANS, SHAPES
from phaselint.dialects.shape import NOUNS, Problem, problems
from phaselint.vocabulary.finding import Edit, Finding, Fix, Witness
from phaselint.vocabulary.message import NOTHING, Message, message, quote, quote_all
from phaselint.vocabulary.rule import ERROR, INFO, Grade, rule
from phaselint_rules import shapes
from phaselint_rules.agents.booleans import meant
from phaselint_rules.agents.listing import as_list
from phaselint_rules.words import one_of, rechoose, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.agents.model import Agent
    from phaselint.vocabulary.finding import Pointer, Severity

BY_FIELD = (
    Grade("error", "of `target`"),
    Grade("warning", "of fields that change what an agent does"),
    Grade("info", "of `color`, and of a `model` of Claude Code with a dot"),
)


@rule("AG302", ERROR, prove="proofs.fields:not_read", fix="safe", holds=("local",))
def boolean_not_recognized(facts: AgentsFacts) -> Iterator[Finding]:
    """A boolean is written so that VS Code does not see one.

    What:
        `user-invocable`, `disable-model-invocation`, `send` or `showContinueOn` is `True`, `yes`,
        `"false"` or the like. VS Code knows `true` and `false`, without quotes.
    Why:
        The field counts as absent: the agent stays visible, the handoff waits. In quotes it counts
        when it runs, and VS Code's editor reports it as an error.
    Bad:
        user-invocable: False
    Good:
        user-invocable: false
    Fix:
        Write `true` or `false`.
    Dry run:
        The team runs otherwise than one that has what is meant: the agent is picked, or called, or
        a turn ends and nothing goes by itself.
    Source:
        agents §2.1, §7.3, D5
    """
    for agent, pointer, value in _booleans(facts):
        spelt = facts.document(agent).text_of(pointer)
        better = meant(value)
        if better is None or spelt in ("true", "false"):
            continue
        place = facts.at(agent, *pointer)
        quoted = spelt[:1] in ("'", '"')
        comes = "" if quoted else _WITHOUT.get((pointer[-1], better), "")
        text = "`{}` is not read as a boolean here"
        if quoted:
            text = "`{}` is a text, which VS Code's editor refuses: it wants a boolean here"
        yield Finding(
            place,
            message(f"{text}; {comes}" if comes else text, spelt),
            f"write `{better}`",
            fix=Fix("safe", f"write `{better}`", (Edit(place, better),)),
            witness=_saying(facts, agent, pointer, better) if comes else None,
        )


_WITHOUT: Mapping[tuple[str | int, str], str] = {
    ("user-invocable", "false"): "the agent stays visible",
    ("disable-model-invocation", "true"): "models may still call the agent",
    ("send", "true"): "the handoff waits for a click",
}
"""What comes of a boolean that is not read; of others nothing, since they say what is so anyway.
Texts in quotes count when a session runs (§2.1)."""


def _saying(facts: AgentsFacts, agent: Agent, pointer: Pointer, said: str) -> Witness:
    """Which field means what: one of an agent, or of one of its handoffs, by its number."""
    data = {"agent": facts.name(agent), "key": pointer[-1], "said": said == "true"}
    return Witness({**data, "number": pointer[1]} if len(pointer) > 1 else data)


def _booleans(facts: AgentsFacts) -> Iterator[tuple[Agent, Pointer, Any]]:
    for agent in facts.vscode:
        value = agent.header.value
        yield from ((agent, (key,), value[key]) for key in BOOLEANS if key in value)
        for handoff in agent.handoffs if agent.hands_off else ():
            entry = value["handoffs"][handoff.number]
            for key in HANDOFF_BOOLEANS:
                if key in entry:
                    yield agent, (*handoff.pointer, key), entry[key]


SPELT = (
    Grade("error", "otherwise"),
    Grade("warning", "a boolean of Claude Code is `yes`, `on`, `1` or the like"),
    Grade("info", "it is so in a plug-in, where recent versions may take it"),
)


@rule("ST004", SPELT, fix="unsafe")
def field_type(facts: AgentsFacts) -> Iterator[Finding]:
    """A field of a header has a value of the wrong type.

    What:
        `agents`, `handoffs` that are no list, a handoff that is no mapping, `tools` that are
        neither a list nor a text, an entry of them that is no text, a name or description that is
        blank or no text, a boolean that is something else, `maxTurns` that is no whole number above
        0.
    Why:
        The field is passed over, or the file.
    Bad:
        agents: Researcher
    Good:
        agents: [Researcher]
    Fix:
        Write the value in the form that the message names. For `agents` with names in a text a
        list of them is offered.
    Source:
        agents §3, §7.3
    """
    for agent in facts.all:
        for problem in _problems(agent):
            if problem.kind in ("invalid-type", "malformed") and not _is_elsewhere(problem):
                yield _worded(facts, agent, problem)
    for agent, pointer, value in _booleans(facts):
        if meant(value) is None:
            yield _worded(facts, agent, Problem("invalid-type", pointer, NOUNS["boolean"]))


def _problems(agent: Agent) -> list[Problem]:
    """What is wrong with the shape of a header."""
    copilot = agent.family == "vscode" and agent.target == "github-copilot"
    return problems(agent.header.value, FOR_COPILOT if copilot else SHAPES[agent.family])


def _is_elsewhere(problem: Problem) -> bool:
    """Whether a problem is that of a boolean, whose spelling counts, or of a word, which has a rule
    of its own."""
    key = problem.pointer[-1]
    return key in (*BOOLEANS, *HANDOFF_BOOLEANS) or key in _CHOSEN


def _worded(facts: AgentsFacts, agent: Agent, problem: Problem) -> Finding:
    pointer = problem.pointer
    *_, key = (each for each in pointer if isinstance(each, str))
    what = message("`{}`", key)
    if pointer[-1] != key:
        what = message("a handoff") if key == "handoffs" else message("an entry of `{}`", key)
    if pointer[0] == "handoffs" and len(pointer) == 2:
        problem = problem._replace(wanted=_A_HANDOFF)
    found = shapes.finding(problem, facts.at(agent, *pointer), what, NOTHING, PHRASES)
    if problem.wanted == NOUNS["boolean"] and agent.family in ("claude", "plugin"):
        found = found._replace(severity=_spelt(agent, agent.header.value[key]))
    if problem.wanted != NOUNS["list"]:
        return found
    if not isinstance(agent.header.value[key], dict):
        found = found._replace(message=message("{}; a single word is ignored", found.message))
    return found._replace(fix=_listed(facts, agent) if key == "agents" else None)


def _spelt(agent: Agent, value: object) -> Severity:
    """How bad a word is in the place of a boolean in Claude Code: since 2.1.218 it takes several in
    skills, and nobody says whether in agents."""
    if meant(value) is None and str(value) not in ("0", "1"):
        return "error"
    return "info" if agent.family == "plugin" else "warning"


PHRASES = shapes.Phrases(type="{what} must be {wanted}")
_A_HANDOFF = "a mapping with `label`, `agent` and `prompt`"


def _listed(facts: AgentsFacts, agent: Agent) -> Fix | None:
    """Put the names of `agents` in a list."""
    if not isinstance(agent.header.value["agents"], str):
        return None
    edit = as_list(facts.document(agent), "agents")
    return Fix("unsafe", "write a list", (edit,)) if edit else None


@rule("AG305", BY_FIELD, fix="unsafe")
def invalid_value(facts: AgentsFacts) -> Iterator[Finding]:
    """A word is none of those that a field takes.

    What:
        `target` of VS Code and Copilot; `permissionMode`, `memory`, `isolation`, `effort` and
        `color` of Claude Code, and a `model` there whose version has a dot.
    Why:
        The field is passed over; with another `target` the agent is for nobody.
    Bad:
        target: vs-code
    Good:
        target: vscode
    Fix:
        Write one of the words. Where one is near, it is offered.
    Source:
        agents §3.1, §3.2, §7.3
    """
    for agent in (*facts.vscode, *facts.claude):
        for problem in _problems(agent):
            key = str(problem.pointer[0]) if problem.pointer else ""
            if key in _CHOSEN:
                yield _chosen(facts, agent, key, _CHOSEN[key])
    for agent in facts.claude:
        model = agent.header.value.get("model")
        if isinstance(model, str) and _DOTTED.fullmatch(model):
            yield _dotted(facts, agent, model)


_DOTTED = re.compile(r"claude-[a-z0-9-]*\d\.\d[a-z0-9.-]*")
"""A model of Claude Code as others write it: its own names have dashes alone."""


def _dotted(facts: AgentsFacts, agent: Agent, model: str) -> Finding:
    place, better = facts.at(agent, "model"), model.replace(".", "-")
    return Finding(
        place,
        message("Claude Code knows no model `{}`: its names have no dots", model),
        f"use {quote(better)}",
        severity="info",
        fix=replace(model, better, place),
    )


_CHOSEN: Mapping[str, tuple[str, ...]] = {"target": TARGETS, **VALUES}
_GRAVITY: Mapping[str, Severity] = {"target": "error", "color": "info"}
"""The severity of what is wrong with a word, where it is no warning."""


def _chosen(facts: AgentsFacts, agent: Agent, key: str, words: tuple[str, ...]) -> Finding:
    place, word = facts.at(agent, key), str(agent.header.value[key])
    return Finding(
        place,
        message("`{}` must be {}", key, _either(words)),
        one_of(word, words),
        severity=_GRAVITY.get(key, "warning"),
        fix=rechoose(word, words, place),
    )


def _either(words: tuple[str, ...]) -> Message:
    if len(words) == 1:
        return quote(words[0])
    return message("{} or {}", quote_all(words[:-1]), quote(words[-1]))


@rule("AG310", INFO, holds=("claude",))
def bypass_ignored(facts: AgentsFacts) -> Iterator[Finding]:
    """An agent asks to go without permissions, which subagents do not.

    What:
        `permissionMode: bypassPermissions` of an agent in `.claude/agents`.
    Why:
        Since 2.1.267 a subagent that says so keeps the mode of the session that calls it: where
        that asks for permission, it is asked for.
    Bad:
        permissionMode: bypassPermissions
    Good:
        permissionMode: acceptEdits
    Fix:
        Remove the key, or set the mode that is wanted.
    Source:
        agents §3.2, §7.3
    """
    for agent in facts.claude:
        said = agent.header.value.get("permissionMode")
        if agent.family == "claude" and said == "bypassPermissions":
            yield Finding(
                facts.at(agent, "permissionMode"),
                message("`{}` does nothing: a subagent keeps the mode of its caller", said),
                "remove the key, or set another mode",
            )
