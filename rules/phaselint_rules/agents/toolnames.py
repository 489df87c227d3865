"""Names of tools, in either harness (reference §4.2, §7.5)."""

from __future__ import annotations

from phaselint.dialects.agents.analysis.near import Near
from phaselint.dialects.agents.enabling import EVERYTHING, now
from phaselint.dialects.agents.tables import claude, modelnames, vscode
from phaselint.dialects.agents.tools import bare
from phaselint.vocabulary.finding import Finding, Retold, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.retelling import COUNT, NAMES
from phaselint.vocabulary.rule import INFO, WARNING, rule
from phaselint_rules.agents import claudetools, judging
from phaselint_rules.agents.fixes import respell
from phaselint_rules.agents.grouping import OF_TOOLS, grouped, replacing, texts, titles

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.agents.model import Agent, Word
    from phaselint.vocabulary.message import Message


@rule("AG403", WARNING, prove="proofs.tools:meant", fix="safe", holds=("key tools",))
def misspelt_tool(facts: AgentsFacts) -> Iterator[Finding]:
    """The name of a tool is nearly one that there is.

    What:
        A name that enables nothing and differs from one that does by case alone, or by two edits,
        from six letters on, or by one. Names that several others are near are left alone, and so
        are those that another harness of the file knows.
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
    for agent, word, near in (*_slips(facts), *claudetools.slips(facts)):
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
            message("unknown tool `{}`", claim["named"]),
            f"did you mean {quote(near)}?",
            fix=respell(word.text, better, place),
            witness=Witness(claim),
            former=OF_TOOLS,
        )


def _slips(facts: AgentsFacts) -> Iterator[tuple[Agent, Word, str]]:
    """Entries of agents of VS Code that are slips of others, each with the other."""
    for agent, found in judging.judged(facts, "unknown"):
        for word, kind in found:
            near = judging.slip_of(agent, word.text, kind)
            if near:
                yield agent, word, near


@rule("AG407", INFO, fix="unsafe", holds=("key tools",))
def unknown_tool(facts: AgentsFacts) -> Iterator[Finding]:
    """No harness brings a tool of this name.

    What:
        A plain name in `tools` that enables nothing, by any name that a tool has or had, and is
        none of `agents.known-tools`. Some are names that only models see, such as `read_file`. The
        names of a file are one finding.
    Why:
        It does nothing unless an extension or a server brings it.
    Bad:
        tools: [read_file, search]
    Good:
        tools: [read/readFile, search]
    Fix:
        Use the name that is meant, where the report says one; remove others, or list them in
        `agents.known-tools`.
    Source:
        agents §4.2, §7.5, D13
    """
    for agent, found in judging.judged(facts, "model", "unknown"):
        strange = [(w, kind) for w, kind in found if not judging.slip_of(agent, w.text, kind)]
        if strange:
            yield _unknown(facts, agent, [word for word, _ in strange])
    for agent, words in claudetools.strangers(facts):
        yield _unknown(facts, agent, words)


def _unknown(facts: AgentsFacts, agent: Agent, words: list[Word]) -> Finding:
    better = {word: now(word.text) for word in words if agent.family == "vscode"}
    meant = {word: names[0] for word, names in better.items() if len(names) == 1}
    told = Retold(
        tuple(_strange(agent, word.text) for word in words),
        ("{} names in `tools` are no built-in tools: {}", COUNT, NAMES),
        texts(words),
        tuple(_use(word, meant) for word in words),
        titles(words, meant),
    )
    fix = replacing(facts, agent, meant, "unsafe")
    return grouped(facts, agent, words, told, code="AG407", fix=fix, former=OF_TOOLS)


def _strange(agent: Agent, name: str) -> Message:
    """What is said of a name that enables nothing."""
    if name in modelnames.MEANT and agent.family == "vscode":
        return message("only models know `{}`; in `tools` it enables nothing", name)
    return message(
        "`{}` is no built-in tool; it does nothing unless an extension or MCP server brings it",
        name,
    )


def _use(word: Word, meant: Mapping[Word, str]) -> str:
    """What to write for a name; empty where that is not known."""
    return f"use {quote(meant[word])} for {quote(word.text)}" if word in meant else ""


@rule("AG410", INFO, fix="unsafe", holds=("key tools",))
def removed_tool(facts: AgentsFacts) -> Iterator[Finding]:
    """A tool that an agent names no longer exists.

    What:
        The name of a tool that its harness had once: of VS Code, such as `openSimpleBrowser`, or of
        Claude Code, such as `BashOutput`. `Task` is among them, which still works and is called
        `Agent`. The names of a file are one finding.
    Why:
        The entry enables nothing in the releases of today.
    Bad:
        tools: [openSimpleBrowser, search]
    Good:
        tools: [browser, search]
    Fix:
        Use the tool that took its place, or remove the entry.
    Source:
        agents §4.2, §7.5
    """
    for agent, found in judging.judged(facts, "gone"):
        words = [word for word, _ in found]
        meant = {word: name for word in words if (name := _instead(word.text))}
        yield _removed(facts, agent, words, meant)
    for agent, words in claudetools.former(facts):
        meant = {}
        for word in words:
            instead = claude.FORMER[bare(word.text)].instead
            if instead:
                meant[word] = instead + word.text.removeprefix(bare(word.text))
        yield _removed(facts, agent, words, meant)


def _instead(name: str) -> str:
    """What took the place of a tool of VS Code; empty where nothing did."""
    gone = (each for each in vscode.TOOLS if each.last and name in (each.name, each.bare))
    return next((better for each in gone for better in now(each.model)), "")


def _removed(
    facts: AgentsFacts, agent: Agent, words: list[Word], meant: dict[Word, str]
) -> Finding:
    told = Retold(
        tuple(message("tool `{}` {}", word.text, _since(agent, bare(word.text))) for word in words),
        ("{} tools in `tools` are gone or renamed: {}", COUNT, NAMES),
        texts(words),
        tuple(_use(word, meant) for word in words),
        titles(words, meant),
        otherwise="remove it",
    )
    fix = replacing(facts, agent, meant, "unsafe")
    return grouped(facts, agent, words, told, code="AG410", fix=fix, former=OF_TOOLS)


def _since(agent: Agent, name: str) -> str:
    """What became of a tool, as far as it is known."""
    if agent.family == "vscode":
        last = next((t.last for t in vscode.TOOLS if t.last and name in (t.name, t.bare)), "")
        return f"no longer exists, last in {last}" if last else "no longer exists"
    former = claude.FORMER[name]
    since = f" since {former.version}" if former.version else ""
    if former.accepted:
        return f"is called `{former.instead}`{since}; the old name still works"
    return f"no longer exists{since}"


@rule("AG411", INFO, holds=("local",))
def star_in_local(facts: AgentsFacts) -> Iterator[Finding]:
    """VS Code's own agent takes `*` in `tools` for no tool.

    What:
        An entry `*` in `tools` of an agent that is not for Copilot alone.
    Why:
        Sessions of Copilot give such an agent all tools, VS Code's own agent none by this entry.
    Bad:
        tools: ["*"]
    Good:
        description: Has all tools, since there are no `tools`
    Fix:
        Remove `tools`, so that the agent has all tools everywhere.
    Source:
        agents §4.2, §7.5
    """
    for agent in facts.vscode:
        for word in agent.tools or ():
            if word.text == EVERYTHING and agent.target != "github-copilot":
                yield Finding(
                    facts.word_place(agent, word),
                    message(
                        "`*` enables no tool in VS Code's own agent, and all in Copilot sessions"
                    ),
                    "remove `tools`, so that the agent has all tools in both",
                )
