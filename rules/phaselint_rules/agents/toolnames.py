"""Names of tools, in either harness (reference §4.2, §7.5)."""

from __future__ import annotations

from phaselint.dialects.agents.analysis.near import Near
from phaselint.dialects.agents.tools import bare
from phaselint.vocabulary.finding import Finding, Witness
from phaselint.vocabulary.message import say, tick
from phaselint.vocabulary.rule import INFO, WARNING, rule
from phaselint_rules.agents import claudetools, tools
from phaselint_rules.agents.fixes import respell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.agents.analysis.facts import AgentsFacts


@rule("AG403", WARNING, prove="proofs.tools:meant", fix="safe")
def misspelt_tool(facts: AgentsFacts) -> Iterator[Finding]:
    """The name of a tool is nearly one that there is.

    What:
        In VS Code, a name that is one edit away from a set of tools; in Claude Code, one that is
        one edit away from a tool, or differs in case.
    Why:
        Names are compared letter by letter, and unknown ones are passed over: the agent goes
        without the tool.
    Bad:
        tools: [serach]
    Good:
        tools: [search]
    Fix:
        Correct the name.
    Dry run:
        The agent works and is refused the tool that is meant.
    Source:
        agents §4.2, §7.5
    """
    for agent, word, near in (*tools.slips(facts), *claudetools.slips(facts)):
        place, name = facts.word_place(agent, word), bare(word.text)
        # What stands in parentheses says how much of the tool is granted.
        better = Near(near + word.text.removeprefix(name), near.lower() == name.lower())
        claim = {
            "agent": facts.name(agent),
            "named": word.text,
            "tool": near,
            "claude": agent.family != "vscode",
        }
        yield Finding(
            place,
            say("unknown tool `{}`", claim["named"]),
            f"did you mean {tick(near)}?",
            fix=respell(word.text, better, place),
            witness=Witness(claim),
        )


@rule("AG407", INFO)
def unknown_tool(facts: AgentsFacts) -> Iterator[Finding]:
    """No harness brings a tool of this name.

    What:
        A plain name in `tools` that is none of a tool that the harness brings, of one that it
        brought, or of `agents.known-tools`.
    Why:
        It does nothing unless an extension or a server brings it.
    Bad:
        tools: [think]
    Good:
        tools: [myserver/think]
    Fix:
        Remove it, or list it in `agents.known-tools`.
    Source:
        agents §4.2, §7.5, D13
    """
    for agent, word in (*tools.strangers(facts), *claudetools.strangers(facts)):
        yield Finding(
            facts.word_place(agent, word),
            say(
                "`{}` is no built-in tool; it does nothing unless an extension or MCP server "
                "brings it",
                word.text,
            ),
        )
