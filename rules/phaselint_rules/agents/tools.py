"""Tools of VS Code and Copilot (reference §7.5)."""

from __future__ import annotations

from phaselint.dialects.agents.enabling import EVERYTHING, aliases, enabled, now, referable
from phaselint.dialects.agents.reading.bodies import tools_in
from phaselint.dialects.agents.tables.vscode import SETS, TOOLS
from phaselint.vocabulary.finding import Finding, Fix, Retold, Witness
from phaselint.vocabulary.message import message, quote, quote_all
from phaselint.vocabulary.retelling import COUNT, NAMES
from phaselint.vocabulary.rule import INFO, WARNING, rule
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


@rule("AG401", WARNING, prove="proofs.tools:not_enabled", fix="safe", holds=("local",))
def tool_not_enabled(facts: AgentsFacts) -> Iterator[Finding]:
    """The text of an agent uses a tool that its header does not enable.

    What:
        `#tool:NAME` outside of code, with the name of a tool or a set that VS Code brings, and
        `tools` none of which enables it: neither by its set nor by any name that it has or had.
        The name of a set of old, such as `runCommands`, finds nothing in a text.
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
        if names is None or agent.target == "github-copilot" or is_unarmed(facts, agent):
            continue
        used = dict(reversed([*tools_in(facts.document(agent))]))
        for name, start in used.items():
            if name in referable() and not _covered(name, names):
                edit = added(facts.document(agent), "tools", name)
                yield Finding(
                    facts.span(agent, start, start + len(name)),
                    message("the text uses `{}`, the header does not enable it", name),
                    f"add {quote(name)} to `tools`",
                    fix=Fix("safe", f"add {quote(name)}", (edit,)) if edit else None,
                    witness=Witness({"agent": facts.name(agent), "tool": name, "claude": False}),
                )


def _covered(name: str, tools: tuple[str, ...]) -> bool:
    """Whether entries of `tools` enable a tool, or some of a set, in VS Code's own agent or by what
    Copilot documents."""
    wanted = enabled((name,))
    if EVERYTHING in tools or wanted & enabled(tools):
        return True
    return bool(wanted & enabled(aliases().get(tool.lower(), "") for tool in tools))


@rule("AG406", INFO, fix="safe", holds=("local",))
def renamed_tool(facts: AgentsFacts) -> Iterator[Finding]:
    """A tool is called something else now.

    What:
        A name that a tool of VS Code had before, that of a set of old, or one that Copilot takes
        in another case and VS Code's own agent does not. The names of a file are one finding.
    Why:
        The old name still works in VS Code's own agent. In another case the tool is missing there.
    Bad:
        tools: [codebase]
    Good:
        tools: [search/codebase]
    Fix:
        Use the new name. It is offered where it is one name.
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
    """What to write for an old name; empty where the name is fine."""
    name = word.text
    if kind == "old":
        return now(name)
    if kind == "off":
        own = (tool.name for tool in TOOLS if tool.setting and name == tool.bare)
        return tuple(own) if "/" not in name else ()
    better = aliases().get(name.lower(), name)
    # `shell` and the like count in both; in another case they are Copilot's alone.
    fine = name == better or better in (agent.tool_names or ())
    return () if fine or enabled((name,)) or better not in SETS else (better,)


def _renamed(word: Word, better: tuple[str, ...]) -> Message:
    """What is said of an old name."""
    off = next((tool.setting for tool in TOOLS if tool.setting and tool.name in better), "")
    if off:
        return message(
            "`{}` is now `{}`, which is off unless `{}` is set", word.text, better[0], off
        )
    if word.text.lower() in aliases():
        return message("Copilot takes `{}`, VS Code only `{}`", word.text, better[0])
    if len(better) > 1:
        return message("`{}` is a set of old; it still enables {} tools", word.text, len(better))
    return message("`{}` is now `{}`; the old name still works in VS Code", word.text, better[0])
