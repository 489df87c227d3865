"""Features without effect in Copilot sessions (reference §7.10): findings if `agents.harness`
includes `copilot`, otherwise a count in one closing line. Agents with `target: github-copilot` are
left out because they never run in Local."""

from __future__ import annotations

from phaselint.dialects.agents.enabling import aliases, enabled
from phaselint.dialects.agents.tables import copilot
from phaselint.vocabulary.finding import Finding, Related, Retold
from phaselint.vocabulary.message import message, quote, quote_all
from phaselint.vocabulary.retelling import NAMES
from phaselint.vocabulary.rule import INFO, WARNING, Grade, rule
from phaselint_rules.agents.grouping import grouped, texts
from phaselint_rules.agents.judging import is_unarmed, kind_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.agents.model import Agent, Word

LIMITS = (Grade("warning", "the list leaves agents out"), Grade("info", "it has `*`"))

ENTRIES = 100
"""The number of entries without effect that a finding points at; nobody reads more."""


def movable(facts: AgentsFacts) -> Iterator[Agent]:
    """The agents that aren't for Copilot only."""
    return (each for each in facts.vscode if each.target != "github-copilot")


@rule("AG601", WARNING, holds=("report", "ignored: key handoffs"))
def handoffs_only_local(facts: AgentsFacts) -> Iterator[Finding]:
    """Handoffs ignored in Copilot sessions

    What:
        `handoffs` is a list with entries.
    Why:
        Only VS Code's own agent shows a button for each of them.
    Bad:
        handoffs: [{label: Review, agent: Reviewer, prompt: Review it}]
    Good:
        description: Plans, and says who comes next
    Fix:
        Name the next agent in the prompt, or call subagents.
    Source:
        agents §7.10
    """
    for agent in movable(facts):
        entries = agent.header.value.get("handoffs")
        if isinstance(entries, list) and entries:
            yield Finding(
                facts.at(agent, "handoffs", part="key"),
                message("Copilot sessions ignore `handoffs`: {}", _lost(entries)),
                "name the next agent in the prompt",
                related=tuple(
                    Related(facts.at(agent, *handoff.pointer), "this button")
                    for handoff in agent.handoffs
                ),
            )


def _lost(entries: list[object]) -> str:
    """How many buttons are missing there."""
    return "1 button is missing" if len(entries) == 1 else f"{len(entries)} buttons are missing"


@rule("AG602", WARNING, holds=("report", "ignored: file *.prompt.md"))
def prompt_only_local(facts: AgentsFacts) -> Iterator[Finding]:
    """Prompt file that Copilot sessions don't read

    What:
        A team has a prompt file, but no skill of the same name.
    Why:
        Only VS Code's own agent reads prompt files.
    Bad:
        # .github/prompts/release.prompt.md
    Good:
        # .github/skills/release/SKILL.md
    Fix:
        Turn it into a skill.
    Source:
        agents §7.10
    """
    for prompt in facts.contract.prompts:
        if prompt.stem not in facts.contract.shared_skills:
            yield Finding(
                facts.file_place(prompt),
                message("Copilot sessions don't read prompt files"),
                f"move it to `.github/skills/{prompt.stem}/SKILL.md`",
            )


@rule("AG603", LIMITS, holds=("report", "ignored: key agents"))
def agents_only_local(facts: AgentsFacts) -> Iterator[Finding]:
    """Subagent list without effect in Copilot sessions

    What:
        `agents` is a list.
    Why:
        Only VS Code's own agent reads the list; in a Copilot session, the agent can call every
        agent.
    Bad:
        agents: [Reviewer]
    Good:
        description: Calls the reviewer
    Fix:
        Set `disable-model-invocation: true` on agents that others must not call.
    Source:
        agents §7.10
    """
    for agent in movable(facts):
        said = agent.header.value.get("agents")
        if isinstance(said, list) or said == "*":
            yield Finding(
                facts.at(agent, "agents", part="key"),
                message("`agents` has no effect in Copilot sessions"),
                "hide agents from models with `disable-model-invocation: true`",
                severity="info" if "*" in said else "warning",
                related=tuple(
                    Related(facts.word_place(agent, word), "this entry")
                    for word in (agent.agents or ())[:ENTRIES]
                ),
            )


@rule("AG604", WARNING, holds=("report", "ignored: key hooks"))
def hooks_only_local(facts: AgentsFacts) -> Iterator[Finding]:
    """Hooks that don't run in Copilot sessions

    What:
        `hooks` isn't empty.
    Why:
        Copilot sessions read only the hooks in `.github/hooks`.
    Bad:
        hooks: {Stop: [{type: command, command: ./check.sh}]}
    Good:
        # .github/hooks/check.json
    Fix:
        Move them to `.github/hooks`.
    Source:
        agents §7.10
    """
    for agent in movable(facts):
        if agent.header.value.get("hooks"):
            yield Finding(
                facts.at(agent, "hooks", part="key"),
                message("the hooks of an agent don't run in Copilot sessions"),
                "move them to `.github/hooks`",
                related=tuple(
                    Related(facts.at(agent, "hooks", event, part="key"), "this event")
                    for event in _events(agent)
                ),
            )


def _events(agent: Agent) -> tuple[str, ...]:
    """The events of an agent's hooks."""
    hooks = agent.header.value["hooks"]
    return tuple(each for each in hooks if isinstance(each, str)) if isinstance(hooks, dict) else ()


@rule("AG605", WARNING, holds=("report", "copilot"))
def no_tool_in_copilot(facts: AgentsFacts) -> Iterator[Finding]:
    """Agent without tools in Copilot sessions

    What:
        `tools` has entries, but none of them is `*`, an alias or a tool of the Copilot runtime, or
        looks like a tool of a server or an extension.
    Why:
        The agent doesn't have any tools there.
    Bad:
        tools: [search/codebase, runCommands]
    Good:
        tools: [search, execute]
    Fix:
        Use the aliases that VS Code and Copilot share.
    Source:
        agents §4.2, §7.10
    """
    for agent in movable(facts):
        words = agent.tools or ()
        if words and len(_missing(facts, agent)) == len(words) and not is_unarmed(facts, agent):
            yield Finding(
                facts.at(agent, "tools"),
                message(
                    "none of the {} tools exists in Copilot sessions, so the agent has none there",
                    len(words),
                )
                if len(words) > 1
                else message(
                    "`{}` doesn't exist in Copilot sessions, so the agent has no tools there",
                    words[0].text,
                ),
                _both(list(words)),
            )


@rule("AG606", INFO, holds=("report", "copilot"))
def tool_only_local(facts: AgentsFacts) -> Iterator[Finding]:
    """Tools that don't exist in Copilot sessions

    What:
        The Copilot runtime doesn't know some entries of `tools`, and `agents.harness` is `copilot`.
    Why:
        The agent doesn't have these tools there.
    Bad:
        tools: [read, search/codebase]
    Good:
        tools: [read, search]
    Fix:
        Add the aliases that VS Code and Copilot share.
    Source:
        agents §4.2, §7.10
    """
    for agent in movable(facts):
        missing = _missing(facts, agent)
        if missing and len(missing) < len(agent.tools or ()):
            yield grouped(
                facts,
                agent,
                missing,
                Retold(
                    tuple(
                        message("unknown in Copilot sessions: {}", quote(word.text))
                        for word in missing
                    ),
                    ("unknown in Copilot sessions: {}", NAMES),
                    texts(missing),
                    tuple(_add(word) for word in missing),
                ),
                code="AG606",
            )


def _missing(facts: AgentsFacts, agent: Agent) -> list[Word]:
    """The entries of `tools` that the Copilot runtime doesn't know, including users' own sets."""
    unnamed = (word for word in agent.tools or () if word.text.lower() not in aliases())
    return [
        word
        for word in unnamed
        if word.text in facts.contract.sets
        or kind_of(facts, word.text) not in ("alias", "elsewhere")
    ]


def _add(word: Word) -> str:
    """The shared names for what an entry enables; empty if there aren't any."""
    known = _instead(word.text)
    return f"add {quote_all(known)} for {quote(word.text)}" if known else ""


def _both(words: list[Word]) -> str:
    """The shared names for the intended tools."""
    known = dict.fromkeys(each for word in words for each in _instead(word.text))
    return (
        f"use {quote_all(known)}"
        if known
        else f"use names that both know, such as {quote('search')}"
    )


def _instead(name: str) -> tuple[str, ...]:
    """The aliases of Copilot's runtime for the sets that a name enables in VS Code."""
    sets = (each.partition("/")[0] for each in (name, *sorted(enabled((name,)))))
    return tuple(dict.fromkeys(each for each in sets if each in copilot.ALIASES))
