"""Values of headers (reference §7.3)."""

from __future__ import annotations

import re

from phaselint.dialects.agents.fields import TARGETS, VALUES
from phaselint.dialects.agents.forms import BOOLEANS, FOR_COPILOT, HANDOFF_BOOLEANS, SHAPES
from phaselint.dialects.shape import NOUNS, Problem, problems
from phaselint.vocabulary.finding import Edit, Finding, Fix, Witness
from phaselint.vocabulary.message import Message, message, quote, quote_all
from phaselint.vocabulary.rule import ERROR, INFO, Grade, rule
from phaselint_rules import shapes
from phaselint_rules.agents.booleans import as_intended, meant
from phaselint_rules.agents.listing import as_list
from phaselint_rules.words import kind_of, one_of, rechoose, replace

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


@rule("AG302", ERROR, claims="differs", fix="safe", holds=("local",))
def boolean_not_recognized(facts: AgentsFacts) -> Iterator[Finding]:
    """Boolean that VS Code doesn't recognize

    What:
        `user-invocable`, `disable-model-invocation`, `send` or `showContinueOn` is `True`, `yes`,
        `"false"` or the like. VS Code accepts only `true` and `false`, without quotes.
    Why:
        VS Code treats the field as missing: the agent stays visible, or the handoff waits. In
        quotes, the value works at run time, but VS Code's editor reports an error.
    Bad:
        user-invocable: False
    Good:
        user-invocable: false
    Fix:
        Use `true` or `false`.
    Dry run:
        The team runs differently from a team with the intended value: the agent is picked or
        called, or a turn ends without an automatic handoff.
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
        text = "`{}` isn't recognized as a boolean here"
        if quoted:
            text = "`{}` is a string, but VS Code's editor requires a boolean here"
        yield Finding(
            place,
            message(f"{text}; {comes}" if comes else text, spelt),
            f"use `{better}`",
            fix=Fix("safe", f"use `{better}`", (Edit(place, better),)),
            witness=_saying(facts, agent, pointer, better) if comes else None,
            claim=as_intended(str(pointer[-1])) if comes else None,
        )


_WITHOUT: Mapping[tuple[str | int, str], str] = {
    ("user-invocable", "false"): "the agent stays visible",
    ("disable-model-invocation", "true"): "models can still call the agent",
    ("send", "true"): "the handoff waits for a click",
}
"""The effect of a boolean that isn't recognized; other values equal the default. Quoted values
work at run time (§2.1)."""


def _saying(facts: AgentsFacts, agent: Agent, pointer: Pointer, said: str) -> Witness:
    """The key of a field: of an agent, or of one of its handoffs, by its number."""
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
    Grade("info", "it is in a plugin, where recent versions may accept it"),
)


@rule("ST004", SPELT, fix="unsafe")
def field_type(facts: AgentsFacts) -> Iterator[Finding]:
    """Header field with a value of the wrong type

    What:
        `agents` or `handoffs` isn't a list, a handoff isn't a mapping, `tools` is neither a list
        nor a string, one of its entries isn't a string, a name or a description isn't a string or
        is blank, a boolean has another type, or `maxTurns` isn't an integer of 1 or greater.
    Why:
        The field, or the whole file, is ignored.
    Bad:
        agents: Researcher
    Good:
        agents: [Researcher]
    Fix:
        Write the value in the form named in the message. For `agents` written as a string,
        phaselint suggests a list of the names.
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
    """The problems with the types in a header."""
    copilot = agent.family == "vscode" and agent.target == "github-copilot"
    return problems(agent.header.value, FOR_COPILOT if copilot else SHAPES[agent.family])


def _is_elsewhere(problem: Problem) -> bool:
    """Whether a problem is that of a boolean, where the spelling counts, or of a keyword, which has
    a rule of its own."""
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
    phrases = shapes.COMMON if problem.kind == "invalid-type" else PHRASES
    written = _written(agent, problem)
    found = shapes.finding(problem, facts.at(agent, *pointer), what, written, phrases)
    if problem.wanted == NOUNS["boolean"] and agent.family in ("claude", "plugin"):
        found = found._replace(severity=_spelt(agent, agent.header.value[key]))
    if problem.wanted != NOUNS["list"]:
        return found
    if not isinstance(agent.header.value[key], dict):
        found = found._replace(message=message("{}; a single word is ignored", found.message))
    return found._replace(fix=_listed(facts, agent) if key == "agents" else None)


def _written(agent: Agent, problem: Problem) -> Message:
    """The value of a header with a problem, in words; a word in the place of a boolean itself."""
    value: Any = agent.header.value
    for step in problem.pointer:
        value = value[step]
    is_word = problem.wanted == NOUNS["boolean"] and isinstance(value, str) and value.strip()
    return quote(value) if is_word else kind_of(value)


def _spelt(agent: Agent, value: object) -> Severity:
    """The severity of a word in the place of a boolean in Claude Code: since 2.1.218 it accepts
    several words in skills, but whether it does in agents isn't documented."""
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
    return Fix("unsafe", "use a list", (edit,)) if edit else None


@rule("AG305", BY_FIELD, fix="unsafe")
def invalid_value(facts: AgentsFacts) -> Iterator[Finding]:
    """Invalid value

    What:
        `target` of VS Code and Copilot; `permissionMode`, `memory`, `isolation`, `effort` and
        `color` of Claude Code, and a Claude Code `model` with a dot in its version.
    Why:
        The field is ignored; with an unknown `target`, no harness loads the agent.
    Bad:
        target: vs-code
    Good:
        target: vscode
    Fix:
        Use one of the allowed values. If one is similar, phaselint suggests it.
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
"""A Claude Code model in the notation of others; its own names contain only dashes."""


def _dotted(facts: AgentsFacts, agent: Agent, model: str) -> Finding:
    place, better = facts.at(agent, "model"), model.replace(".", "-")
    return Finding(
        place,
        message("Claude Code has no model `{}`; its model names don't contain dots", model),
        f"use {quote(better)}",
        severity="info",
        fix=replace(model, better, place),
    )


_CHOSEN: Mapping[str, tuple[str, ...]] = {"target": TARGETS, **VALUES}
_GRAVITY: Mapping[str, Severity] = {"target": "error", "color": "info"}
"""The severity of a problem with a word, if it isn't a warning."""


def _chosen(facts: AgentsFacts, agent: Agent, key: str, words: tuple[str, ...]) -> Finding:
    place, word = facts.at(agent, key), str(agent.header.value[key])
    return Finding(
        place,
        message("`{}` is `{}`; expected {}", key, word, _either(words)),
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
    """Permission mode that has no effect on subagents

    What:
        `permissionMode: bypassPermissions` in an agent in `.claude/agents`.
    Why:
        Since 2.1.267, a subagent with this setting keeps the mode of the session that calls it: if
        that asks for permission, the subagent does too.
    Bad:
        permissionMode: bypassPermissions
    Good:
        permissionMode: acceptEdits
    Fix:
        Remove the key, or set a different mode.
    Source:
        agents §3.2, §7.3
    """
    for agent in facts.claude:
        said = agent.header.value.get("permissionMode")
        if agent.family == "claude" and said == "bypassPermissions":
            yield Finding(
                facts.at(agent, "permissionMode"),
                message("`{}` has no effect: a subagent keeps the mode of its caller", said),
                "remove the key, or set a different mode",
            )
