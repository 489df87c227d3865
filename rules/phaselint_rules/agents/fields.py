"""Keys of headers (reference §7.3)."""

from __future__ import annotations

from phaselint.dialects.agents.analysis.holding import readers_of
from phaselint.dialects.agents.fields import IGNORED_IN_PLUGINS, OTHERS
from phaselint.vocabulary.claim import All, Notes, Undecided, Written
from phaselint.vocabulary.finding import Edit, Finding, Fix, Holding, Related, Retold, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.retelling import COUNT, NAMES, message_of
from phaselint.vocabulary.rule import ERROR, WARNING, Grade, rule
from phaselint_rules.agents.booleans import as_intended
from phaselint_rules.agents.booleans import meant as meant_by
from phaselint_rules.agents.claiming import at_work, confused, is_another, written
from phaselint_rules.agents.fixes import meant, respell
from phaselint_rules.agents.grouping import members
from phaselint_rules.agents.strays import graph_keys, strays
from phaselint_rules.edits import insert_entry, remove_item

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.agents.analysis.near import Near
    from phaselint.dialects.agents.model import Agent, Handoff
    from phaselint.vocabulary.finding import Safety
    from phaselint_rules.agents.strays import Stray

OUT_OF_USE = (
    Grade("warning", "`mode`, `user-invokable: false`, or `infer` against the key in use"),
    Grade("info", "otherwise: no effect"),
)

NEAR = (Grade("warning", "a similar key exists"), Grade("info", "otherwise"))

IGNORED = (
    Grade("warning", "the file's harness is known to ignore it"),
    Grade("info", "otherwise"),
)


@rule(
    "AG301",
    ERROR,
    claims="notes",
    fix="unsafe",
    ends="unused",
    holds=("key handoffs",),
)
def incomplete_handoff(facts: AgentsFacts) -> Iterator[Finding]:
    """Incomplete handoff that VS Code drops

    What:
        An entry of `handoffs` has no `agent`, a missing or blank `label`, or no `prompt`. A prompt
        can be empty, but the key must exist.
    Why:
        VS Code doesn't show a button for it.
    Bad:
        handoffs: [{label: Review, agent: Reviewer}]
    Good:
        handoffs: [{label: Review, agent: Reviewer, prompt: Review the change.}]
    Fix:
        Add the missing key. If `prompt` is missing, phaselint suggests an empty one.
    Dry run:
        The user picks the agent and a turn ends, but the button is missing.
    Source:
        agents §3.3, §7.3
    """
    for agent in facts.vscode:
        for handoff in agent.handoffs if agent.hands_off else ():
            entry = agent.header.value["handoffs"][handoff.number]
            texts = {key: getattr(handoff, field) for key, field in _TEXTS.items()}
            if any(key in entry and text is None for key, text in texts.items()):
                continue  # `field-type` reports wrong types
            lacking = next((key for key, text in texts.items() if not _there(key, text)), "")
            if lacking:
                keys = (lacking,) if lacking in entry else ()
                blank = not (handoff.label or "").strip()
                called = message("a handoff") if blank else message("handoff `{}`", handoff.label)
                yield Finding(
                    facts.at(agent, *handoff.pointer, *keys),
                    message("{} has no `{}`; VS Code drops it", called, lacking),
                    f"add `{lacking}`" + (', `""` if it is empty' if lacking == "prompt" else ""),
                    fix=_prompted(facts, agent, handoff) if lacking == "prompt" else None,
                    witness=Witness({"agent": facts.name(agent), "label": handoff.label or ""}),
                    claim=_missing(facts, agent, handoff, keys),
                )


def _missing(
    facts: AgentsFacts, agent: Agent, handoff: Handoff, keys: tuple[str, ...]
) -> All | Undecided:
    """That the button of a handoff isn't shown after a turn; `keys` lead to what is wrong in it."""
    label, name = handoff.label, facts.name(agent)
    asked, words = at_work(facts, agent)
    if not label:
        return Undecided("the handoff has no label to look for")
    another = is_another(facts, agent, handoff)
    doubt = f"another handoff is labeled `{label}`" if another else confused(facts, agent)
    claim = Notes(
        name,
        "no-button",
        {"label": label},
        asked=asked,
        answers=(*words, "answer", {"press": label}),
        decisive=True,
        apart=facts.at(agent, *handoff.pointer, *keys),
        doubt=doubt if agent.invocable else f"people can't pick `{name}`",
    )
    return All((claim,), (written(agent, (*handoff.pointer, "label"), label),))


def _prompted(facts: AgentsFacts, agent: Agent, handoff: Handoff) -> Fix | None:
    edit = insert_entry(facts.document(agent), handoff.pointer, "prompt", '""')
    return Fix("unsafe", "add an empty `prompt`", (edit,)) if edit else None


_TEXTS = {"agent": "target", "label": "label", "prompt": "prompt"}


def _there(key: str, text: str | None) -> bool:
    """Whether a handoff meets VS Code's requirements: a label that isn't blank, an agent, and a
    prompt (§3.3)."""
    said = text.strip() if text and key == "label" else text
    return said is not None and (key == "prompt" or bool(said))


@rule("AG303", OUT_OF_USE, claims="differs", fix="safe", holds=("all",))
def deprecated_key(facts: AgentsFacts) -> Iterator[Finding]:
    """Deprecated key

    What:
        `user-invokable` and `infer` of agents, `mode` of prompts, if the replacement key is
        missing; next to the replacement, only an `infer` that contradicts it.
    Why:
        `user-invokable` is no longer read, so the agent stays visible. The harnesses disagree about
        `infer`. `mode` was renamed.
    Bad:
        user-invokable: false
    Good:
        user-invocable: false
    Fix:
        Use the key named in the message.
    Dry run:
        With `user-invokable: false`, people can still pick the agent.
    Source:
        agents §3.1, §7.3, §9.1, D7
    """
    for agent in facts.vscode:
        for key, instead in DEPRECATED.items():
            if key in agent.header.value:
                yield from _deprecated(facts, agent, key, instead)
    for prompt in facts.prompts:
        if "mode" in prompt.header.value:
            yield from _deprecated(facts, prompt, "mode", "agent")


DEPRECATED = {"user-invokable": "user-invocable", "infer": "disable-model-invocation"}


def _deprecated(facts: AgentsFacts, agent: Agent, key: str, instead: str) -> Iterator[Finding]:
    value = agent.header.value
    beside = instead in value
    if beside and not (key == "infer" and contradicts(value)):
        return
    said = meant_by(value[key]) if key == "user-invokable" else None
    data = {"agent": facts.name(agent), "key": key, "said": said == "true"}
    fix = _replaced(facts, agent, key, instead)
    matters = key == "mode" or beside or said == "false"
    yield Finding(
        facts.at(agent, key, part="key"),
        message("`{}` is no longer read; use `{}`", key, instead)
        if key == "user-invokable"
        else message("`{}` is deprecated; use `{}`", key, instead),
        f"use `{instead}`",
        severity="warning" if matters else "info",
        witness=Witness(data) if said else None,
        claim=All((as_intended(key),), _instead_of(facts, agent, key, instead))
        if said and fix
        else None,
        fix=fix,
    )


def _instead_of(facts: AgentsFacts, agent: Agent, key: str, instead: str) -> tuple[Written, ...]:
    """That a header has one key and lacks another; nothing of a header that isn't YAML."""
    if not agent.header.portable:
        return ()
    return Written(facts.at(agent, key)), Written(facts.at(agent, instead), absent=True)


def contradicts(value: Mapping[str, Any]) -> bool:
    """Whether exactly one of `infer` and `disable-model-invocation` lets models choose an agent."""
    keys = ("infer", "disable-model-invocation")
    infer, blocked = (str(value.get(key)).lower() for key in keys)
    return infer == blocked and infer in ("true", "false")


def _replaced(facts: AgentsFacts, agent: Agent, key: str, instead: str) -> Fix | None:
    """Replace a deprecated key. `infer` has the opposite meaning, and the harnesses disagree about
    it."""
    safety: Safety = "unsafe" if key == "infer" else "safe"
    if instead in agent.header.value:
        gone = remove_item(facts.document(agent), (key,))
        return Fix(safety, f"remove `{key}`", (gone,)) if gone else None
    edits = [Edit(facts.at(agent, key, part="key"), instead)]
    if key == "infer":
        if not isinstance(agent.header.value[key], bool):
            return None
        edits.append(Edit(facts.at(agent, key), "false" if agent.header.value[key] else "true"))
    return Fix(safety, f"use `{instead}`", tuple(edits))


@rule("AG304", WARNING)
def infer_conflict(facts: AgentsFacts) -> Iterator[Finding]:
    """Contradictory keys that harnesses resolve differently

    What:
        `infer` lets models choose the agent but `disable-model-invocation` doesn't, or the other
        way around.
    Why:
        VS Code follows `infer`; Copilot follows `disable-model-invocation`.
    Bad:
        infer: true
        disable-model-invocation: true
    Good:
        disable-model-invocation: true
    Fix:
        Remove `infer`.
    Source:
        agents §3.1, §7.3, D6
    """
    for agent in facts.vscode:
        if contradicts(agent.header.value):
            yield Finding(
                facts.at(agent, "infer", part="key"),
                message(
                    "`infer` and `disable-model-invocation` contradict each other: VS Code "
                    "follows `infer`, Copilot `disable-model-invocation`"
                ),
                "remove `infer`",
            )


@rule("ST003", NEAR, fix="safe", ends="unused")
def unknown_key(facts: AgentsFacts) -> Iterator[Finding]:
    """Unknown key in a file header

    What:
        A key of a header or a handoff that the file's harness doesn't have. This is a warning if it
        resembles a known key. Misspelled `handoffs` or `agents` keys in several files of a team are
        one finding; so are the other unknown keys of a file.
    Why:
        Unknown keys are silently ignored.
    Bad:
        userInvocable: false
    Good:
        user-invocable: false
    Fix:
        Correct the key. If a similar key exists, phaselint suggests it.
    Source:
        agents §3, §4.1, §7.3, D16
    """
    found = [(agent, [*strays(agent)]) for agent in facts.all]
    shared = graph_keys(facts)
    for key, agents in shared.items():
        yield _of_many(facts, key, agents)
    for agent, keys in found:
        far = [stray for stray in keys if stray.near is None]
        for stray in keys:
            if stray.near and (stray.pointer != (stray.key,) or stray.key not in shared):
                yield _stray(facts, agent, [stray])
        if far:
            yield _stray(facts, agent, far)


def _stray(facts: AgentsFacts, agent: Agent, found: list[Stray]) -> Finding:
    """One finding for a misspelled key, or for all keys without a similar one."""
    [first, *others] = found
    place = facts.at(agent, *first.pointer, part="key")
    told = Retold(
        tuple(message("unknown key `{}`", each.key) for each in found),
        ("{} unknown keys: {}", COUNT, NAMES),
        tuple(each.key for each in found),
        otherwise=meant(first.near, "remove it, unless another tool reads it"),
    )
    return Finding(
        place,
        message_of(told, range(len(found))),
        told.otherwise,
        severity="warning" if first.near else "info",
        related=tuple(
            Related(facts.at(agent, *each.pointer, part="key"), f"also {quote(each.key)}")
            for each in others
        ),
        fix=respell(first.key, first.near, place),
        members=members("ST003", len(found)),
        retold=told if others else None,
        holding=_counting(first.near),
    )


def _counting(near: Near | None) -> Holding | None:
    """The harnesses in which the intended key would have an effect."""
    return Holding(tuple(sorted(readers_of(near.name)))) if near else None


def _of_many(facts: AgentsFacts, key: str, agents: list[tuple[Agent, Near]]) -> Finding:
    """One finding for a misspelled graph key that several agents share."""
    (first, near), *others = agents
    fixes = [respell(key, each, facts.at(agent, key, part="key")) for agent, each in agents]
    edits = tuple(edit for fix in fixes if fix for edit in fix.edits)
    title = f"replace {quote(key)} with {quote(near.name)}"
    safety: Safety = "safe" if near.same else "unsafe"
    lost = [facts.name(each) for each in facts.scope.own if facts.offers(each) is None]
    return Finding(
        facts.at(first, key, part="key"),
        message("unknown key `{}` in {} files", key, len(agents)),
        meant(near, ""),
        severity="warning",
        related=tuple(
            Related(facts.at(agent, key, part="key"), f"also in {quote(facts.name(agent))}")
            for agent, _ in others
        ),
        witness=Witness({"unreachable": lost}) if lost else None,
        fix=Fix(safety, f"{title} in all files", edits),
        members=members("ST003", len(agents)),
        retold=Retold(
            (message("unknown key `{}`", key),) * len(agents),
            ("unknown key `{}` in {} files", key, COUNT),
            helps=(meant(near, ""),) * len(agents),
            titles=(title,) * len(agents),
        ),
        holding=_counting(near),
    )


@rule("AG309", IGNORED, holds=("all",))
def key_ignored_here(facts: AgentsFacts) -> Iterator[Finding]:
    """Key without effect in this file

    What:
        `handoffs` or `agents` in an agent for Copilot only; `hooks`, `mcpServers` or
        `permissionMode` in a plugin; a key that only the other harness reads.
    Why:
        The key is silently ignored.
    Bad:
        permissionMode: plan   # in a plugin
    Good:
        name: audit
    Fix:
        Remove it, or move it to a file where it works.
    Source:
        agents §3.1, §3.2, §7.3, §7.7
    """
    for agent in (*facts.vscode, *facts.claude):
        value, plugin = agent.header.value, agent.family == "plugin"
        copilot = agent.family == "vscode" and agent.target == "github-copilot"
        for key in value:
            place = facts.at(agent, key, part="key")
            if copilot and key in ("handoffs", "agents"):
                yield Finding(place, message("Copilot ignores `{}`", key), "remove it, or `target`")
            elif plugin and key in IGNORED_IN_PLUGINS:
                text = message("Claude Code ignores `{}` in a plugin", key)
                yield Finding(
                    place, text, f"move the agent to `.claude/agents` if it needs `{key}`"
                )
            elif key in OTHERS[agent.family]:
                whose = "Claude Code" if agent.family == "vscode" else "VS Code"
                yield Finding(place, message("only {} reads `{}`", whose, key), severity="info")
