"""Values of headers (reference §7.3)."""

from __future__ import annotations

from phaselint.dialects.agents.fields import IGNORED_IN_PLUGINS, TARGETS, VALUES
from phaselint.vocabulary.finding import Edit, Finding, Fix, Witness
from phaselint.vocabulary.message import Message, say, tick, ticks
from phaselint.vocabulary.rule import ERROR, Grade, Rule
from phaselint_rules.agents import proofs
from phaselint_rules.agents.booleans import meant
from phaselint_rules.agents.listing import as_list
from phaselint_rules.words import one_of, rechoose

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.agents.model import Agent
    from phaselint.vocabulary.finding import Pointer

_BOOLEANS = ("user-invocable", "disable-model-invocation")
_HANDOFF_BOOLEANS = ("send", "showContinueOn")
_HANDOFF_TEXTS = ("agent", "label", "prompt")
_TEXTS = {
    "vscode": ("name", "description", "argument-hint"),
    "prompt": ("name", "description", "argument-hint", "agent", "mode"),
    "claude": ("name", "description", "initialPrompt"),
    "plugin": ("name", "description"),
}
_NEVER_BLANK = ("name", "description")


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
        message = "`{}` is not read as a boolean here"
        if quoted:
            message = "`{}` is a text, which VS Code's editor refuses: it wants a boolean here"
        yield Finding(
            place,
            say(f"{message}; {comes}" if comes else message, spelt),
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
        yield from ((agent, (key,), value[key]) for key in _BOOLEANS if key in value)
        for handoff in agent.handoffs if agent.hands_off else ():
            entry = value["handoffs"][handoff.number]
            for key in _HANDOFF_BOOLEANS:
                if key in entry:
                    yield agent, (*handoff.pointer, key), entry[key]


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
        yield from _mistyped(facts, agent)
    for agent, pointer, value in _booleans(facts):
        if meant(value) is None:
            yield _wrong(facts, agent, pointer, "`true` or `false`")


def _mistyped(facts: AgentsFacts, agent: Agent) -> Iterator[Finding]:
    value = agent.header.value
    claude = agent.family in ("claude", "plugin")
    for key in _TEXTS[agent.family]:
        said = value.get(key)
        if isinstance(said, (dict, list)) or (claude and not _is_text(said)):
            yield _wrong(facts, agent, (key,), "a text")
        elif key in value and key in _NEVER_BLANK and not str("" if said is None else said).strip():
            yield _wrong(facts, agent, (key,), "a text that is not blank")
    if claude:
        yield from _mistyped_claude(facts, agent, value)
        return
    if isinstance(value.get("tools"), dict):
        yield _wrong(facts, agent, ("tools",), "a list, or names between commas")
    if agent.target != "github-copilot":
        yield from _mistyped_items(facts, agent, value)
        if agent.family == "vscode":
            yield from _mistyped_lists(facts, agent, value)


def _mistyped_claude(
    facts: AgentsFacts, agent: Agent, value: Mapping[str, Any]
) -> Iterator[Finding]:
    for key in ("tools", "disallowedTools"):
        if not isinstance(value.get(key), (str, list, type(None))):
            yield _wrong(facts, agent, (key,), "a list, or names between commas")
    turns = value.get("maxTurns", 1)
    if not isinstance(turns, int) or isinstance(turns, bool) or turns < 1:
        yield _wrong(facts, agent, ("maxTurns",), "a whole number above 0")
    for key in ("background", "omitClaudeMd"):
        if not isinstance(value.get(key, True), bool):
            yield _wrong(facts, agent, (key,), "`true` or `false`")


def _mistyped_items(
    facts: AgentsFacts, agent: Agent, value: Mapping[str, Any]
) -> Iterator[Finding]:
    """Entries of lists of names that are no text."""
    for key in ("tools", "agents") if agent.family == "vscode" else ("tools",):
        items = value.get(key)
        for number, item in enumerate(items if isinstance(items, list) else ()):
            if isinstance(item, (dict, list)):
                yield _wrong(facts, agent, (key, number), "a text")


def _mistyped_lists(
    facts: AgentsFacts, agent: Agent, value: Mapping[str, Any]
) -> Iterator[Finding]:
    for key in ("agents", "handoffs"):
        if key in value and not isinstance(value[key], list):
            single = "" if isinstance(value[key], dict) else "; a single word is ignored"
            wrong = _wrong(facts, agent, (key,), "a list", single)
            yield wrong._replace(fix=_listed(facts, agent) if key == "agents" else None)
    handoffs = value.get("handoffs")
    for number, entry in enumerate(handoffs if isinstance(handoffs, list) else ()):
        pointer = ("handoffs", number)
        if not isinstance(entry, dict):
            yield _wrong(facts, agent, pointer, "a mapping with `label`, `agent` and `prompt`")
            continue
        for key in _HANDOFF_TEXTS:
            if isinstance(entry.get(key), (dict, list)):
                yield _wrong(facts, agent, (*pointer, key), "a text")


def _listed(facts: AgentsFacts, agent: Agent) -> Fix | None:
    """Put the names of `agents` in a list."""
    if not isinstance(agent.header.value["agents"], str):
        return None
    edit = as_list(facts.document(agent), "agents")
    return Fix("unsafe", "write a list", (edit,)) if edit else None


def _is_text(value: Any) -> bool:
    return value is None or isinstance(value, str)


def _wrong(
    facts: AgentsFacts, agent: Agent, pointer: Pointer, wanted: str, added: str = ""
) -> Finding:
    key = pointer[-1] if isinstance(pointer[-1], str) else pointer[-2]
    noun = f"`{key}`"
    if pointer[-1] != key:
        noun = "a handoff" if key == "handoffs" else f"an entry of `{key}`"
    message = say(f"{noun} must be {wanted}{added if isinstance(pointer[-1], str) else ''}")
    return Finding(facts.at(agent, *pointer), message, f"write {wanted}")


def invalid_value(facts: AgentsFacts) -> Iterator[Finding]:
    """A word is none of those that a field takes.

    What:
        `target` of VS Code and Copilot; `permissionMode`, `memory`, `isolation`, `effort` and
        `color` of Claude Code.
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
    for agent in facts.vscode:
        if "target" in agent.header.value:
            yield from _chosen(facts, agent, "target", TARGETS, "error")
    for agent in facts.claude:
        for key, words in VALUES.items():
            ignored = agent.family == "plugin" and key in IGNORED_IN_PLUGINS
            if key in agent.header.value and not ignored:
                severity = "info" if key == "color" else "warning"
                yield from _chosen(facts, agent, key, words, severity)


def _chosen(
    facts: AgentsFacts, agent: Agent, key: str, words: tuple[str, ...], severity: Any
) -> Iterator[Finding]:
    value = agent.header.value[key]
    if value in words:
        return
    place, word = facts.at(agent, key), str(value)
    yield Finding(
        place,
        say("`{}` must be {}", key, _either(words)),
        one_of(word, words),
        severity=severity,
        fix=rechoose(word, words, place),
    )


def _either(words: tuple[str, ...]) -> Message:
    if len(words) == 1:
        return tick(words[0])
    return say("{} or {}", ticks(words[:-1]), tick(words[-1]))


BY_FIELD = (
    Grade("error", "of `target`"),
    Grade("warning", "of fields that change what an agent does"),
    Grade("info", "of `color`"),
)

RULES = (
    Rule("AG302", boolean_not_recognized, ERROR, (), proofs.fields.not_read, fix="safe"),
    Rule("ST004", field_type, ERROR, fix="unsafe"),
    Rule("AG305", invalid_value, BY_FIELD, fix="unsafe"),
)
