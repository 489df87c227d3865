"""Names and keys of agents with a different meaning, or none, in Copilot sessions and Copilot CLI
(reference §7.10)."""

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
from phaselint_rules.agents.onlylocal import movable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.agents.model import Agent

UNBOUND = ("web", "search")
"""Documented aliases that users report not to work."""

_UNBOUND = "reported not to enable any tool in Copilot's runtime: {}"

_IGNORED = ("argument-hint", "reasoning-effort")


@rule("AG608", INFO, holds=("report", "copilot"))
def alias_binds_nothing(facts: AgentsFacts) -> Iterator[Finding]:
    """Documented tool name reported not to work in Copilot

    What:
        `web` or `search` in `tools`.
    Why:
        GitHub documents both names for Copilot's runtime. Users of Copilot CLI 1.0.68 to 1.0.81
        report that neither gives the agent a tool (issues 4023 and 4594 of copilot-cli).
    Bad:
        tools: [search]
    Good:
        tools: [search, grep, glob]
    Fix:
        If the agent needs them, also list the runtime's tool names.
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
    """Tool reference in the prompt that Copilot can't resolve

    What:
        `#tool:NAME` outside code, with a name of VS Code's that isn't an alias or a tool of
        Copilot's runtime.
    Why:
        Such references fail in Copilot sessions (issues 313437 and 314010 of vscode).
    Bad:
        Look with #tool:search/codebase first.
    Good:
        Search the code first.
    Fix:
        Describe the action without naming a tool.
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
                "describe the action without naming a tool",
                related=tuple(
                    Related(at, f"also {quote(name)}") for name, at in [*places.items()][1:]
                ),
            )


def _is_of_local(facts: AgentsFacts, name: str) -> bool:
    """Whether the runtime doesn't know a name, which doesn't look like a server's either."""
    known = name.lower() in aliases() or kind_of(facts, name) in ("alias", "elsewhere")
    return not known and kind_of(facts, name) != "unknown"


@rule("AG612", INFO, holds=("report", "copilot"))
def key_only_local(facts: AgentsFacts) -> Iterator[Finding]:
    """Key that Copilot sessions ignore or read only in part

    What:
        `argument-hint`, `reasoning-effort`, or a `model` list with more than one entry.
    Why:
        VS Code's own agent shows the hint and tries the models in order. `reasoning-effort` appears
        only in its documentation.
    Bad:
        model: [GPT-5, Claude Sonnet 4.5]
    Good:
        model: GPT-5
    Fix:
        Put the model for Copilot sessions first.
    Source:
        agents §3.1, §7.10
    """
    for agent in movable(facts):
        for key in agent.header.value:
            value = agent.header.value[key]
            text = message("Copilot sessions ignore `{}`", key) if key in _IGNORED else None
            if key == "model" and isinstance(value, list) and len(value) > 1:
                text = message("Copilot sessions use only the first of {} models", len(value))
            if text is not None:
                yield Finding(facts.at(agent, key, part="key"), text)


@rule("AG613", INFO, holds=("report", "copilot"))
def id_not_name(facts: AgentsFacts) -> Iterator[Finding]:
    """Agent referenced by its display name, not its file name

    What:
        The agent's `name` differs from its file name, and a handoff, a subagent list or a prompt of
        the team uses the `name`.
    Why:
        GitHub's and VS Code's pages on Copilot say that the file name identifies an agent. The
        documentation isn't consistent about `name` in Copilot sessions.
    Bad:
        # reviewer.agent.md
        name: Code Reviewer
    Good:
        # reviewer.agent.md
        name: reviewer
    Fix:
        Use one name for the agent and its file.
    Source:
        agents §4.1, §7.10
    """
    named = frozenset(_named(facts))
    for agent in movable(facts):
        if agent.title and agent.title != agent.stem and agent.title in named:
            yield Finding(
                facts.at(agent, "name"),
                message(
                    "the team uses `{}`, but Copilot's pages say `{}`", agent.title, agent.stem
                ),
                "use one name for the agent and its file",
            )


def _named(facts: AgentsFacts) -> Iterator[str]:
    """The names used in references to agents."""
    for agent in facts.vscode:
        yield from (each.target for each in agent.handoffs if each.target)
        yield from (word.text for word in agent.agents or ())
    yield from (prompt.asked for prompt in facts.prompts)


@rule("AG614", WARNING, holds=("cli",))
def shadowed_by_built_in(facts: AgentsFacts) -> Iterator[Finding]:
    """Agent shadowed by a built-in agent of Copilot CLI

    What:
        The file name is that of an agent of Copilot CLI, such as `explore`, and `agents.harness`
        includes `cli`.
    Why:
        Built-in agents of Copilot CLI can't be replaced, so this one is never used.
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
                message("Copilot CLI's built-in agent `{}` can't be replaced", agent.stem),
                f"rename {quote(split(agent.path)[1])}",
            )


def _is_built_in(agent: Agent) -> bool:
    return agent.stem in copilot.BUILT_IN and agent.discovered
