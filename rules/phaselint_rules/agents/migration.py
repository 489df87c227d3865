"""What does nothing in Copilot sessions (reference §7.10): findings where `agents.harness` names
`copilot`, else a number in a line at the end. Agents with `target: github-copilot` are left out:
nothing is said of Local to them."""

from __future__ import annotations

from phaselint.dialects.agents.enabling import aliases, enabled
from phaselint.dialects.agents.tables import copilot
from phaselint.vocabulary.finding import Finding, Related, Retold
from phaselint.vocabulary.message import message, quote, quote_all
from phaselint.vocabulary.retelling import NAMES
from phaselint.vocabulary.rule import INFO, WARNING, Grade, rule
from phaselint.vocabulary.suggest import plural
from phaselint_rules.agents.grouping import grouped, texts
from phaselint_rules.agents.judging import is_unarmed, kind_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.agents.model import Agent, Word

LIMITS = (Grade("warning", "the list leaves agents out"), Grade("info", "it has `*`"))


def movable(facts: AgentsFacts) -> Iterator[Agent]:
    """The agents that are not for Copilot alone."""
    return (each for each in facts.vscode if each.target != "github-copilot")


@rule("AG601", WARNING, holds=("report", "ignored: key handoffs"))
def handoffs_only_local(facts: AgentsFacts) -> Iterator[Finding]:
    """Copilot sessions ignore the handoffs of an agent.

    What:
        `handoffs` that are a list with entries.
    Why:
        Only VS Code's own agent shows buttons for them.
    Bad:
        handoffs: [{label: Review, agent: Reviewer, prompt: Review it}]
    Good:
        description: Plans, and says who comes next
    Fix:
        Say in the text who comes next, or call subagents.
    Source:
        agents §7.10
    """
    for agent in movable(facts):
        entries = agent.header.value.get("handoffs")
        if isinstance(entries, list) and entries:
            yield Finding(
                facts.at(agent, "handoffs", part="key"),
                message("Copilot sessions ignore `handoffs`: no button for {}", _count(entries)),
                "say in the text who comes next",
                related=tuple(
                    Related(facts.at(agent, *handoff.pointer), "this button")
                    for handoff in agent.handoffs
                ),
            )


def _count(entries: list[object]) -> str:
    return plural(len(entries), "transition")


@rule("AG602", WARNING, holds=("report", "ignored: file *.prompt.md"))
def prompt_only_local(facts: AgentsFacts) -> Iterator[Finding]:
    """Copilot sessions do not read a prompt file.

    What:
        A prompt file of a team that no skill has the name of.
    Why:
        Only VS Code's own agent reads prompt files.
    Bad:
        # .github/prompts/release.prompt.md
    Good:
        # .github/skills/release/SKILL.md
    Fix:
        Make it a skill.
    Source:
        agents §7.10
    """
    for prompt in facts.contract.prompts:
        if prompt.stem not in facts.contract.shared_skills:
            yield Finding(
                facts.file_place(prompt),
                message("Copilot sessions do not read prompt files"),
                f"move it to `.github/skills/{prompt.stem}/SKILL.md`",
            )


@rule("AG603", LIMITS, holds=("report", "ignored: key agents"))
def agents_only_local(facts: AgentsFacts) -> Iterator[Finding]:
    """A list of subagents limits nothing in Copilot sessions.

    What:
        `agents` that are a list.
    Why:
        Only VS Code's own agent reads the list: in a Copilot session the agent may call all.
    Bad:
        agents: [Reviewer]
    Good:
        description: Calls the reviewer
    Fix:
        Hide agents that no other is to call with `disable-model-invocation: true`.
    Source:
        agents §7.10
    """
    for agent in movable(facts):
        said = agent.header.value.get("agents")
        if isinstance(said, list) or said == "*":
            yield Finding(
                facts.at(agent, "agents", part="key"),
                message("`agents` limits nothing in Copilot sessions"),
                "hide agents from models with `disable-model-invocation: true`",
                severity="info" if "*" in said else "warning",
                related=tuple(
                    Related(facts.word_place(agent, word), "this entry")
                    for word in agent.agents or ()
                ),
            )


@rule("AG604", WARNING, holds=("report", "ignored: key hooks"))
def hooks_only_local(facts: AgentsFacts) -> Iterator[Finding]:
    """The hooks of an agent do not run in Copilot sessions.

    What:
        `hooks` that are not empty.
    Why:
        Copilot sessions read hooks of `.github/hooks` alone.
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
                message("the hooks of an agent do not run in Copilot sessions"),
                "move them to `.github/hooks`",
                related=tuple(
                    Related(facts.at(agent, "hooks", event, part="key"), "this event")
                    for event in _events(agent)
                ),
            )


def _events(agent: Agent) -> tuple[str, ...]:
    """The events of the hooks of an agent."""
    hooks = agent.header.value["hooks"]
    return tuple(each for each in hooks if isinstance(each, str)) if isinstance(hooks, dict) else ()


@rule("AG605", WARNING, holds=("report", "copilot"))
def no_tool_in_copilot(facts: AgentsFacts) -> Iterator[Finding]:
    """None of the tools of an agent exists in Copilot sessions.

    What:
        `tools` with entries, none of which is `*`, an alias or a tool of the Copilot runtime, or
        has the form of one of a server or an extension.
    Why:
        The agent has no tools there.
    Bad:
        tools: [search/codebase, runCommands]
    Good:
        tools: [search, execute]
    Fix:
        Use the aliases that both know.
    Source:
        agents §4.2, §7.10
    """
    for agent in movable(facts):
        words = agent.tools or ()
        if words and len(_missing(facts, agent)) == len(words) and not is_unarmed(facts, agent):
            yield Finding(
                facts.at(agent, "tools"),
                message(
                    "none of the {} tools exists in Copilot sessions; the agent has none there",
                    len(words),
                )
                if len(words) > 1
                else message(
                    "`{}` does not exist in Copilot sessions; the agent has no tools there",
                    words[0].text,
                ),
                _both(list(words)),
            )


@rule("AG606", INFO, holds=("report", "copilot"))
def tool_only_local(facts: AgentsFacts) -> Iterator[Finding]:
    """Some tools of an agent do not exist in Copilot sessions.

    What:
        Entries of `tools`, beside others, that the Copilot runtime does not know, where
        `agents.harness` is `copilot`.
    Why:
        The agent goes without these tools there.
    Bad:
        tools: [read, search/codebase]
    Good:
        tools: [read, search]
    Fix:
        Add the aliases that both know.
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
    """The entries of `tools` that the Copilot runtime does not know, own sets among them."""
    unnamed = (word for word in agent.tools or () if word.text.lower() not in aliases())
    return [
        word
        for word in unnamed
        if word.text in facts.contract.sets
        or kind_of(facts, word.text) not in ("alias", "elsewhere")
    ]


def _add(word: Word) -> str:
    """Which names both know for what an entry enables; empty where there are none."""
    known = _instead(word.text)
    return f"add {quote_all(known)} for {quote(word.text)}" if known else ""


def _both(words: list[Word]) -> str:
    """Which names both know for the tools that are meant."""
    known = dict.fromkeys(each for word in words for each in _instead(word.text))
    return (
        f"use {quote_all(known)}"
        if known
        else f"use names that both know, such as {quote('search')}"
    )


def _instead(name: str) -> tuple[str, ...]:
    """The aliases of Copilot's runtime for the sets of what a name enables in VS Code."""
    sets = (each.partition("/")[0] for each in (name, *sorted(enabled((name,)))))
    return tuple(dict.fromkeys(each for each in sets if each in copilot.ALIASES))
