"""Tools of VS Code and Copilot (reference §7.5)."""

from __future__ import annotations

import re

from phaselint.dialects.agents.enabling import EVERYTHING, aliases, enabled, now, referable
from phaselint.dialects.agents.reading.bodies import tools_in
from phaselint.dialects.agents.tables.vscode import SETS, TOOLS
from phaselint.vocabulary.claim import All, Written
from phaselint.vocabulary.finding import Finding, Fix, Place, Retold, Witness
from phaselint.vocabulary.message import message, quote, quote_all
from phaselint.vocabulary.retelling import COUNT, NAMES
from phaselint.vocabulary.rule import INFO, WARNING, rule
from phaselint_rules.agents.claiming import refuses_tool
from phaselint_rules.agents.grouping import OF_TOOLS, grouped, replacing, texts, titles
from phaselint_rules.agents.judging import is_unarmed, judged
from phaselint_rules.agents.listing import added

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.agents.enabling import Kind
    from phaselint.dialects.agents.model import Agent, Word
    from phaselint.vocabulary.message import Message


@rule("AG401", WARNING, claims="notes", fix="safe", holds=("local",))
def tool_not_enabled(facts: AgentsFacts) -> Iterator[Finding]:
    """Tool used but not enabled

    What:
        The body has `#tool:NAME` outside code, with the name of a tool or a set of VS Code, but no
        entry of `tools` enables it: neither by its set nor by a current or former name. A legacy
        set, such as `runCommands`, has no effect in a body.
    Why:
        The reference doesn't grant anything: the model doesn't have the tool.
    Bad:
        tools: [read]   # and in the body: Run #tool:execute/runTests before.
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
        if names is None or agent.target == "github-copilot" or is_unarmed(facts, agent):
            continue
        used = dict(reversed([*tools_in(facts.document(agent))]))
        for name, start in used.items():
            if name in referable() and not _covered(name, names):
                edit = added(facts.document(agent), "tools", name)
                place = facts.span(agent, start, start + len(name))
                yield Finding(
                    place,
                    message("the prompt uses `{}`, but `tools` doesn't enable it", name),
                    f"add {quote(name)} to `tools`",
                    fix=Fix("safe", f"add {quote(name)}", (edit,)) if edit else None,
                    witness=Witness({"agent": facts.name(agent), "tool": name, "claude": False}),
                    claim=_used_in_vain(facts, agent, name, place),
                )


def _used_in_vain(facts: AgentsFacts, agent: Agent, tool: str, place: Place) -> All:
    """That the text of an agent uses a tool, and that it works and is refused that."""
    claim = refuses_tool(facts, agent, tool, place, doubt=f"another entry grants `{tool}`")
    used = rf".*#tool:{re.escape(tool)}(?![\w./-]).*"
    return All((claim,), (Written(Place(agent.file, (), "document"), like=used),))


def _covered(name: str, tools: tuple[str, ...]) -> bool:
    """Whether entries of `tools` enable a tool, or part of a set, in VS Code's own agent or in
    Copilot's documentation."""
    wanted = enabled((name,))
    if EVERYTHING in tools or wanted & enabled(tools):
        return True
    return bool(wanted & enabled(aliases().get(tool.lower(), "") for tool in tools))


@rule("AG406", INFO, fix="safe", holds=("local",))
def renamed_tool(facts: AgentsFacts) -> Iterator[Finding]:
    """Renamed tool

    What:
        A former name of a VS Code tool, the name of a legacy set, or a name in a case that Copilot
        accepts but VS Code's own agent doesn't. The names in a file are one finding.
    Why:
        The old name still works in VS Code's own agent. With the wrong case, the tool is missing
        there.
    Bad:
        tools: [codebase]
    Good:
        tools: [search/codebase]
    Fix:
        Use the new name. phaselint suggests it if there is exactly one.
    Source:
        agents §4.2, §7.5
    """
    for agent, found in judged(facts, "old", "off", "alias"):
        if agent.target == "github-copilot":
            continue
        said = [(word, better) for word, kind in found if (better := _better(agent, word, kind))]
        if said:
            words = [word for word, _ in said]
            single = {word: better[0] for word, better in said if len(better) == 1}
            yield grouped(
                facts,
                agent,
                words,
                Retold(
                    tuple(_renamed(word, better) for word, better in said),
                    ("{} old tool names: {}", COUNT, NAMES),
                    texts(words),
                    tuple(f"use {quote_all(better)}" for _, better in said),
                    titles(words, single),
                ),
                code="AG406",
                fix=replacing(facts, agent, single, "safe"),
                former=OF_TOOLS,
            )


def _better(agent: Agent, word: Word, kind: Kind) -> tuple[str, ...]:
    """The replacement for an old name; empty if the name is fine."""
    name = word.text
    if kind == "old":
        return now(name)
    if kind == "off":
        own = (tool.name for tool in TOOLS if tool.setting and name == tool.bare)
        return tuple(own) if "/" not in name else ()
    better = aliases().get(name.lower(), name)
    # `shell` and the like work in both; in another case they work only in Copilot
    fine = name == better or better in (agent.tool_names or ())
    return () if fine or enabled((name,)) or better not in SETS else (better,)


def _renamed(word: Word, better: tuple[str, ...]) -> Message:
    """The message about an old name."""
    off = next((tool.setting for tool in TOOLS if tool.setting and tool.name in better), "")
    if off:
        return message(
            "`{}` is now `{}`, which is off unless `{}` is set", word.text, better[0], off
        )
    if word.text.lower() in aliases():
        return message("Copilot accepts `{}`, but VS Code only `{}`", word.text, better[0])
    if len(better) > 1:
        return message("`{}` is a legacy set; it still enables {} tools", word.text, len(better))
    return message("`{}` is now `{}`; the old name still works in VS Code", word.text, better[0])
