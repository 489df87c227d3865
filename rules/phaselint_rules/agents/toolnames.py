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
    """Misspelled tool name

    What:
        A name that doesn't enable any tool and differs from a tool's name only in case, by 1 edit,
        or (from 6 letters) by 2. Skipped if several names are similar, or if another harness of the
        file knows the name.
    Why:
        Names are case-sensitive, and unknown names are silently ignored: the agent doesn't have the
        tool.
    Bad:
        tools: [serach]
    Good:
        tools: [search]
    Fix:
        Correct the name.
    Dry run:
        The agent works and is refused the intended tool.
    Source:
        agents §4.2, §7.5
    """
    for agent, word, near in (*_slips(facts), *claudetools.slips(facts)):
        place, in_claude = facts.word_place(agent, word), agent.family != "vscode"
        # the parentheses, which only Claude Code reads, say how much of the tool is granted
        name = bare(word.text) if in_claude else word.text
        better = Near(near + word.text.removeprefix(name), near.lower() == name.lower())
        claim = {
            "agent": facts.name(agent),
            "named": word.text,
            "tool": near,
            "claude": in_claude,
        }
        yield Finding(
            place,
            message("no tool is named `{}`", claim["named"]),
            f"use {quote(near)}",
            fix=respell(word.text, better, place),
            witness=Witness(claim),
            former=OF_TOOLS,
        )


def _slips(facts: AgentsFacts) -> Iterator[tuple[Agent, Word, str]]:
    """Misspelled entries of agents of VS Code, each with the intended name."""
    for agent, found in judging.judged(facts, "unknown"):
        for word, kind in found:
            near = judging.slip_of(agent, word.text, kind)
            if near:
                yield agent, word, near


@rule("AG407", INFO, fix="unsafe", holds=("key tools",))
def unknown_tool(facts: AgentsFacts) -> Iterator[Finding]:
    """Unknown tool

    What:
        A plain name in `tools` that doesn't enable any tool under its current or a former name, and
        isn't in `agents.known-tools`. Some are names that only models see, such as `read_file`. The
        names in a file are one finding.
    Why:
        It has no effect unless an extension or an MCP server provides it.
    Bad:
        tools: [read_file, search]
    Good:
        tools: [read/readFile, search]
    Fix:
        Use the suggested name if there is one; remove other names, or list them in
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
        ("{} names in `tools` aren't built-in tools: {}", COUNT, NAMES),
        texts(words),
        tuple(_use(word, meant) for word in words),
        titles(words, meant),
    )
    fix = replacing(facts, agent, meant, "unsafe")
    return grouped(facts, agent, words, told, code="AG407", fix=fix, former=OF_TOOLS)


def _strange(agent: Agent, name: str) -> Message:
    """The message about a name that doesn't enable any tool."""
    if name in modelnames.MEANT and agent.family == "vscode":
        return message("only models know `{}`; in `tools` it has no effect", name)
    return message(
        "`{}` isn't a built-in tool; it has no effect unless an extension or MCP server "
        "provides it",
        name,
    )


def _use(word: Word, meant: Mapping[Word, str]) -> str:
    """The replacement for a name; empty if it isn't known."""
    return f"use {quote(meant[word])} for {quote(word.text)}" if word in meant else ""


@rule("AG410", INFO, fix="unsafe", holds=("key tools",))
def removed_tool(facts: AgentsFacts) -> Iterator[Finding]:
    """Tool that no longer exists

    What:
        A former tool of the harness: of VS Code, such as `openSimpleBrowser`, or of Claude Code,
        such as `BashOutput`. This includes `Task`, which still works and is now named `Agent`. The
        names in a file are one finding.
    Why:
        The entry doesn't enable a tool in current releases.
    Bad:
        tools: [openSimpleBrowser, search]
    Good:
        tools: [browser, search]
    Fix:
        Use the replacement, or remove the entry.
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
    """The replacement for a tool of VS Code; empty if there isn't one."""
    gone = (each for each in vscode.TOOLS if each.last and name in (each.name, each.bare))
    return next((better for each in gone for better in now(each.model)), "")


def _removed(
    facts: AgentsFacts, agent: Agent, words: list[Word], meant: dict[Word, str]
) -> Finding:
    told = Retold(
        tuple(message("tool `{}` {}", word.text, _since(agent, bare(word.text))) for word in words),
        ("{} entries in `tools` were removed or renamed: {}", COUNT, NAMES),
        texts(words),
        tuple(_use(word, meant) for word in words),
        titles(words, meant),
        otherwise="remove it",
    )
    fix = replacing(facts, agent, meant, "unsafe")
    return grouped(facts, agent, words, told, code="AG410", fix=fix, former=OF_TOOLS)


def _since(agent: Agent, name: str) -> str:
    """What happened to a tool, as far as it is known."""
    if agent.family == "vscode":
        last = next((t.last for t in vscode.TOOLS if t.last and name in (t.name, t.bare)), "")
        return f"no longer exists (last in {last})" if last else "no longer exists"
    former = claude.FORMER[name]
    since = f" since {former.version}" if former.version else ""
    if former.accepted:
        return f"is now named `{former.instead}`{since}; the old name still works"
    return f"no longer exists{since}"


@rule("AG411", INFO, holds=("local",))
def star_in_local(facts: AgentsFacts) -> Iterator[Finding]:
    """Wildcard that VS Code doesn't support in `tools`

    What:
        An entry `*` in `tools` of an agent that isn't for Copilot only.
    Why:
        Copilot sessions give such an agent all tools; in VS Code's own agent, the entry has no
        effect.
    Bad:
        tools: ["*"]
    Good:
        description: Has all tools, since there are no `tools`
    Fix:
        Remove `tools` to give the agent all tools everywhere.
    Source:
        agents §4.2, §7.5
    """
    for agent in facts.vscode:
        for word in agent.tools or ():
            if word.text == EVERYTHING and agent.target != "github-copilot":
                yield Finding(
                    facts.word_place(agent, word),
                    message(
                        "`*` enables no tool in VS Code's own agent, but all tools in "
                        "Copilot sessions"
                    ),
                    "remove `tools` to give the agent all tools in both",
                )
