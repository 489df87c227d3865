"""Headers that Claude Code reads differently than they look (reference §7.4, §7.5)."""

from __future__ import annotations

from itertools import chain

from phaselint.dialects.agents.reading.lists import tools_of_claude
from phaselint.dialects.agents.tables.claude import PRESENT
from phaselint.dialects.agents.tools import CALLS, present
from phaselint.document.markdown import FENCE
from phaselint.vocabulary.claim import All, Notes, Undecided, Written
from phaselint.vocabulary.finding import Finding
from phaselint.vocabulary.message import message, quote_some
from phaselint.vocabulary.rule import WARNING, Grade, rule
from phaselint_rules.agents.claiming import ANOTHER, session_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.agents.model import Agent

_EVERYTHING = "*"
_TOOLS, _DENIED = "tools", "disallowedTools"

CUT = (
    Grade("error", "a project's agent loses its name or description, so Claude Code skips it"),
    Grade("warning", "otherwise"),
)


@rule("AG007", CUT, claims="notes", holds=("claude",))
def header_ends_early(facts: AgentsFacts) -> Iterator[Finding]:
    """Header that Claude Code ends early

    What:
        `---` occurs within the header, in a value or a comment, and keys or entries follow it.
    Why:
        Claude Code ends the header at the first `---` after its first line, wherever that is. The
        keys after it are lost: without `tools`, the agent has all tools; without `name` or
        `description`, Claude Code skips the agent of a project.
    Bad:
        description: Reviews changes --- never edits
        tools: Read, Grep
    Good:
        description: Reviews changes, never edits
        tools: Read, Grep
    Fix:
        Write the `---` in another way, such as `--`.
    Dry run:
        If `tools` or `disallowedTools` is lost, the agent works and is allowed a tool that it
        isn't meant to have.
    Source:
        agents §2.2, §7.4
    """
    for agent in facts.files:
        header = agent.header
        if not header.lost:
            continue
        skipped = bool(header.fault)
        lost = quote_some([str(key) for key in header.lost])
        yield Finding(
            facts.span(agent, header.cut, header.cut + len(FENCE)),
            message("Claude Code ends the header here, which cuts off {}; it skips the agent", lost)
            if skipped
            else message("Claude Code ends the header here, which cuts off {}", lost),
            "write the `---` in another way, such as `--`",
            severity="error" if skipped else "warning",
            claim=_unlimited(facts, agent) if agent.usable else None,
        )


def _unlimited(facts: AgentsFacts, agent: Agent) -> All | Undecided | None:
    """That the agent is allowed a tool which lost keys take away from it; None if none does."""
    listed = {
        key: None if words is None else {present(word.text) for word in words}
        for key in (_TOOLS, _DENIED)
        for words in [tools_of_claude(facts.document(agent), agent.header.lost, key)]
    }
    named, denied = listed[_TOOLS], listed[_DENIED] or ()
    if any(_EVERYTHING in each for each in (named or (), denied)):
        return None
    taken = [each for each in PRESENT if each in denied or (named and each not in named)]
    text, cut = facts.document(agent).text, agent.header.cut
    line = text[text.rfind("\n", 0, cut) + 1 : cut + len(FENCE)]
    written = Written(facts.file_place(agent), holds=(line,))
    return _allowed(facts, agent, taken, written) if taken else None


@rule("AG414", WARNING, claims="notes", holds=("claude",))
def denies_nothing(facts: AgentsFacts) -> Iterator[Finding]:
    """Wildcard with which no tool is denied

    What:
        `disallowedTools` has the entry `*`.
    Why:
        Claude Code then denies none of the tools, not even those that are listed next to it. The
        agent has all tools, or all that `tools` lists.
    Bad:
        disallowedTools: "*"
    Good:
        tools: Read, Grep
    Fix:
        List the tools that the agent may use in `tools`, or each forbidden tool in
        `disallowedTools`.
    Dry run:
        The agent works and is allowed a tool.
    Source:
        agents §4.2, §7.5
    """
    for agent in facts.claude:
        if agent.denied != ():  # a tool is denied, or the key is missing
            continue
        words = tools_of_claude(facts.document(agent), agent.header.value, _DENIED) or ()
        for word in [each for each in words if each.text == _EVERYTHING][:1]:
            yield Finding(
                facts.word_place(agent, word),
                message("with `*`, `disallowedTools` denies no tool at all"),
                "list the allowed tools in `tools`, or each denied tool",
                claim=_allowed(
                    facts,
                    agent,
                    (present(each.text) for each in words),
                    Written(facts.at(agent, *word.pointer), holds=(_EVERYTHING,)),
                ),
            )


def _allowed(
    facts: AgentsFacts, agent: Agent, tools: Iterable[str], written: Written
) -> All | Undecided:
    """That the agent is allowed a tool, the first of some that it has, or another, in a file in
    which something is written."""
    name = facts.name(agent)
    if len(facts.called[name, True]) > 1:
        return Undecided(ANOTHER)
    named = PRESENT if agent.tools is None else {present(word.text) for word in agent.tools}
    had = next((each for each in chain(tools, PRESENT) if each in named and each not in CALLS), "")
    if not had:
        return Undecided("`tools` has no tool of Claude Code")
    allowed = Notes(
        name,
        "tool",
        {"tool": had, "allowed": True, "in": name},
        options=session_of(agent, name),
        answers=({"tool": had},),
        doubt=f"the project's settings deny `{had}`" if facts.denied_tools else "",
    )
    return All((allowed,), written=(written,))
