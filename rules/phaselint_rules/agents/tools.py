"""Tools of VS Code and Copilot (reference §7.5)."""

from __future__ import annotations

from phaselint.dialects.agents.reading.bodies import tools_in
from phaselint.dialects.agents.tools import COPILOT, FORMER, SETS
from phaselint.vocabulary.finding import Edit, Finding, Fix, Witness
from phaselint.vocabulary.message import say, tick
from phaselint.vocabulary.rule import WARNING, Grade, rule
from phaselint.vocabulary.suggest import distance
from phaselint_rules.agents.listing import added

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.agents.model import Agent, Word
    from phaselint.vocabulary.finding import Severity
    from phaselint.vocabulary.message import Message

_SHORT = 4
"""Letters of a tool's name, at least, that is a slip of another."""

_ANY_CASE = {name.lower(): name for name in (*SETS, *COPILOT)}

FOR_VSCODE = (Grade("warning", "in an agent for VS Code alone"), Grade("info", "otherwise"))


@rule("AG401", WARNING, prove="proofs.tools:not_enabled", fix="safe")
def tool_not_enabled(facts: AgentsFacts) -> Iterator[Finding]:
    """The text of an agent uses a tool that its header does not enable.

    What:
        `#tool:NAME` outside of code, with the name of a tool that VS Code brings, and `tools` that
        do not cover it.
    Why:
        The reference grants nothing: the model does not have the tool.
    Bad:
        tools: [read]   # and in the text: Run #tool:execute/runTests before.
    Good:
        tools: [read, execute/runTests]
    Fix:
        Add the tool.
    Dry run:
        The agent works and is refused the tool.
    Source:
        agents §4.2, §7.5
    """
    for agent in facts.vscode:
        names = agent.tool_names
        if names is None or agent.target == "github-copilot":
            continue
        used = dict(reversed([*tools_in(facts.document(agent))]))
        for name, start in used.items():
            if _is_shipped(name) and not _covered(name, names):
                edit = added(facts.document(agent), "tools", name)
                yield Finding(
                    facts.span(agent, start, start + len(name)),
                    say("the text uses `{}`, the header does not enable it", name),
                    f"add {tick(name)} to `tools`",
                    fix=Fix("safe", f"add {tick(name)}", (edit,)) if edit else None,
                    witness=Witness({"agent": facts.name(agent), "tool": name, "claude": False}),
                )


def _is_shipped(name: str) -> bool:
    """Whether VS Code brings a tool of this name."""
    tool_set, _, tool = name.partition("/")
    return name in FORMER or (tool_set in SETS and (not tool or tool in SETS[tool_set]))


def _covered(name: str, tools: tuple[str, ...]) -> bool:
    """Whether entries of `tools` enable a tool, by any name that it has or had."""
    full = FORMER.get(name, name)
    enabled = {FORMER.get(tool, tool) for tool in tools}
    enabled |= {COPILOT.get(_ANY_CASE.get(tool.lower(), ""), "") for tool in tools}
    enabled |= {_ANY_CASE.get(tool.lower(), tool) for tool in tools}
    tool_set = full.partition("/")[0]
    if {full, tool_set, f"{tool_set}/*", "*"} & enabled:
        return True
    return "/" not in full and any(tool.startswith(f"{full}/") for tool in enabled)


def slips(facts: AgentsFacts) -> Iterator[tuple[Agent, Word, str]]:
    """Names of tools that are nearly those of sets, each with the set."""
    for agent in facts.vscode:
        for word in agent.tools or ():
            near = _slip(word.text)
            if near and word.text not in facts.options["known-tools"]:
                yield agent, word, near


def strangers(facts: AgentsFacts) -> Iterator[tuple[Agent, Word]]:
    """Names of tools that nobody knows."""
    for agent in facts.vscode:
        for word in agent.tools or ():
            name = word.text
            if not _is_known(name) and not _slip(name) and name not in facts.options["known-tools"]:
                yield agent, word


def _slip(name: str) -> str | None:
    """The set of tools that a name is a slip of."""
    if len(name) < _SHORT or _is_known(name):
        return None
    return next((each for each in SETS if distance(name, each, 2) == 1), None)


def _is_known(name: str) -> bool:
    """Whether a name is one of a tool, was, or is of a server or an extension."""
    return bool(set("/.*") & set(name)) or name in FORMER or name.lower() in _ANY_CASE


@rule("AG406", FOR_VSCODE, fix="safe")
def renamed_tool(facts: AgentsFacts) -> Iterator[Finding]:
    """A tool is called something else now.

    What:
        A name that VS Code's tools had before, or one that Copilot takes in another case and VS
        Code does not.
    Why:
        The old name still works. In another case the tool is missing in VS Code, which is a
        warning for an agent that is for VS Code alone.
    Bad:
        tools: [codebase]
    Good:
        tools: [search/codebase]
    Fix:
        Write the new name.
    Source:
        agents §4.2, §7.5
    """
    for agent in facts.vscode:
        for word in agent.tools or ():
            found = _renamed(agent, word.text)
            if found:
                message, better, severity = found
                place = facts.word_place(agent, word)
                edit = Edit(place, better)
                yield Finding(
                    place,
                    message,
                    f"write {tick(better)}",
                    severity=severity,
                    fix=Fix("safe", f"write {tick(better)}", (edit,)),
                )


def _renamed(agent: Agent, name: str) -> tuple[Message, str, Severity] | None:
    if name in FORMER:
        now = FORMER[name]
        said = say("`{}` is now `{}`", name, now)
        return (said, now, "info") if name != "runSubagent" else None
    known = _ANY_CASE.get(name.lower())
    if known is None or known == name:
        return None
    own = COPILOT.get(known, known)
    said = say("Copilot takes `{}`, VS Code only `{}`", name, own)
    return said, own, "warning" if agent.target == "vscode" else "info"
