"""Names and keys of agents that mean something else, or nothing, in Copilot sessions and Copilot
CLI (reference §7.10)."""

from __future__ import annotations

from phaselint.dialects.agents.enabling import aliases
from phaselint.dialects.agents.harnesses import CLI
from phaselint.dialects.agents.reading.bodies import tools_in
from phaselint.dialects.agents.tables import copilot
from phaselint.project.paths import split
from phaselint.vocabulary.finding import Finding, Related, Retold
from phaselint.vocabulary.message import message, quote, quote_all
from phaselint.vocabulary.retelling import NAMES
from phaselint.vocabulary.rule import INFO, WARNING, rule
from phaselint_rules.agents.grouping import grouped, texts
from phaselint_rules.agents.judging import kind_of
from phaselint_rules.agents.migration import movable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.agents.model import Agent

UNBOUND = ("web", "search")
"""Documented aliases of which users report that they stand for nothing."""

_UNBOUND = "reported to stand for no tool in Copilot's runtime: {}"

_IGNORED = ("argument-hint", "reasoning-effort")


@rule("AG608", INFO, holds=("report", "copilot"))
def alias_binds_nothing(facts: AgentsFacts) -> Iterator[Finding]:
    """A documented name of tools is reported to stand for none.

    What:
        `web` or `search` in `tools`.
    Why:
        GitHub documents both for Copilot's runtime. Users report of releases 1.0.68 to 1.0.81 of
        Copilot CLI that neither gives the agent a tool (issues 4023 and 4594 of copilot-cli).
    Bad:
        tools: [search]
    Good:
        tools: [search, grep, glob]
    Fix:
        Name the tools of the runtime as well, where the agent has to have them.
    Source:
        agents §4.2, §7.10
    """
    for agent in movable(facts):
        words = [word for word in agent.tools or () if word.text in UNBOUND]
        if words:
            yield grouped(
                facts,
                agent,
                words,
                Retold(
                    tuple(message(_UNBOUND, quote(word.text)) for word in words),
                    (_UNBOUND, NAMES),
                    texts(words),
                    tuple(f"add {quote_all(copilot.RUNTIME[word.text])}" for word in words),
                ),
                code="AG608",
            )


@rule("AG609", INFO, holds=("report", "copilot"))
def reference_only_local(facts: AgentsFacts) -> Iterator[Finding]:
    """The text of an agent refers to a tool that Copilot's runtime does not know.

    What:
        `#tool:NAME` outside of code, with a name of VS Code's that is no alias and no tool of
        Copilot's runtime.
    Why:
        Such references fail there (issues 313437 and 314010 of vscode).
    Bad:
        Look with #tool:search/codebase first.
    Good:
        Search the code first.
    Fix:
        Say what is to be done without the name of a tool.
    Source:
        agents §4.2, §7.10
    """
    for agent in movable(facts):
        used = dict(reversed([*tools_in(facts.document(agent))]))
        places = {
            name: facts.span(agent, start, start + len(name))
            for name, start in sorted(used.items(), key=lambda each: each[1])
            if _is_of_local(facts, name)
        }
        if places:
            [place, *_] = places.values()
            yield Finding(
                place,
                message("references that fail in Copilot sessions: {}", quote_all(places)),
                "say what is to be done without the name of a tool",
                related=tuple(
                    Related(at, f"also {quote(name)}") for name, at in [*places.items()][1:]
                ),
            )


def _is_of_local(facts: AgentsFacts, name: str) -> bool:
    """Whether a name is none that the runtime knows, and has not the form of a server's."""
    known = name.lower() in aliases() or kind_of(facts, name) in ("alias", "elsewhere")
    return not known and kind_of(facts, name) != "unknown"


@rule("AG612", INFO, holds=("report", "copilot"))
def key_only_local(facts: AgentsFacts) -> Iterator[Finding]:
    """Copilot sessions ignore a key of an agent, or take only a part of it.

    What:
        `argument-hint`, `reasoning-effort`, or `model` that is a list of several.
    Why:
        VS Code's own agent shows the hint, and tries the models one after the other. Of
        `reasoning-effort` only its documentation speaks.
    Bad:
        model: [GPT-5, Claude Sonnet 4.5]
    Good:
        model: GPT-5
    Fix:
        Put the model first that Copilot sessions are to have.
    Source:
        agents §3.1, §7.10
    """
    for agent in movable(facts):
        for key in agent.header.value:
            value = agent.header.value[key]
            text = message("Copilot sessions ignore `{}`", key) if key in _IGNORED else None
            if key == "model" and isinstance(value, list) and len(value) > 1:
                text = message("Copilot sessions take the first of {} models", len(value))
            if text is not None:
                yield Finding(facts.at(agent, key, part="key"), text)


@rule("AG613", INFO, holds=("report", "copilot"))
def id_not_name(facts: AgentsFacts) -> Iterator[Finding]:
    """An agent is named by its display name, and Copilot identifies it by its file.

    What:
        An agent whose `name` is not that of its file, and that a handoff, a list of subagents or a
        prompt of the team names by it.
    Why:
        GitHub's and VS Code's pages on Copilot say that the name of the file identifies an agent.
        What Copilot sessions make of `name` is not documented in one way.
    Bad:
        # reviewer.agent.md
        name: Code Reviewer
    Good:
        # reviewer.agent.md
        name: reviewer
    Fix:
        Give the agent and its file one name.
    Source:
        agents §4.1, §7.10
    """
    named = frozenset(_named(facts))
    for agent in movable(facts):
        if agent.title and agent.title != agent.stem and agent.title in named:
            yield Finding(
                facts.at(agent, "name"),
                message("the team uses `{}`; Copilot's pages say `{}`", agent.title, agent.stem),
                "give the agent and its file one name",
            )


def _named(facts: AgentsFacts) -> Iterator[str]:
    """The names by which agents are referred to."""
    for agent in facts.vscode:
        yield from (each.target for each in agent.handoffs if each.target)
        yield from (word.text for word in agent.agents or ())
    yield from (prompt.asked for prompt in facts.prompts)


@rule("AG614", WARNING, holds=("cli",))
def shadowed_by_built_in(facts: AgentsFacts) -> Iterator[Finding]:
    """Copilot CLI has a built-in agent of the name of a file.

    What:
        An agent in a file that is called like one of the agents of Copilot CLI, such as `explore`,
        where `agents.harness` has `cli`.
    Why:
        The agents that come with Copilot CLI cannot be replaced: this one is never used.
    Bad:
        # .github/agents/explore.agent.md
    Good:
        # .github/agents/look-around.agent.md
    Fix:
        Rename the file.
    Source:
        agents §4.1, §7.10
    """
    for agent in facts.vscode if CLI in facts.wanted.vscode else ():
        if _is_built_in(agent):
            yield Finding(
                facts.file_place(agent),
                message("Copilot CLI's own `{}` cannot be replaced", agent.stem),
                f"rename {quote(split(agent.path)[1])}",
            )


def _is_built_in(agent: Agent) -> bool:
    return agent.stem in copilot.BUILT_IN and agent.discovered
