"""Findings that cover several places with one cause."""

from __future__ import annotations

from phaselint.vocabulary.finding import Finding, Fix, Former, Related
from phaselint.vocabulary.message import quote
from phaselint.vocabulary.retelling import help_of, message_of, together
from phaselint_rules.words import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.agents.model import Agent, Word
    from phaselint.vocabulary.finding import Edit, Retold, Safety


NAMED = ("AG403", "AG406", "AG407")
"""`misspelt-tool`, `renamed-tool` and `unknown-tool`: the codes of tool names in earlier
releases, where another of these rules, or a new rule, can report them now."""

OF_TOOLS = Former(NAMED)


def grouped(
    facts: AgentsFacts,
    agent: Agent,
    words: Sequence[Word],
    told: Retold,
    *,
    code: str,
    fix: Fix | None = None,
    former: Former | None = None,
) -> Finding:
    """One finding for several entries of a list: at the first, with the others as related places.
    `code` is that of the rule that reports an entry on its own."""
    first, *others = words
    related = (
        Related(facts.word_place(agent, each), f"also {quote(each.text)}") for each in others
    )
    every = range(len(words))
    return Finding(
        facts.word_place(agent, first),
        message_of(told, every),
        help_of(told, every),
        related=tuple(related),
        fix=fix,
        members=members(code, len(words)),
        retold=told if others else None,
        former=former,
    )


def texts(words: Iterable[Word]) -> tuple[str, ...]:
    """The names of entries."""
    return tuple(word.text for word in words)


def members(code: str, count: int) -> tuple[str, ...]:
    """What a finding covers, with a count by rule; empty if it is only one."""
    return (code,) * count if count > 1 else ()


def replacing(
    facts: AgentsFacts, agent: Agent, better: Mapping[Word, str], safety: Safety
) -> Fix | None:
    """Replace entries with better names; None if there aren't any."""
    if not better:
        return None
    [*edits] = (_edit(facts, agent, word, name) for word, name in better.items())
    return Fix(safety, together(titles(better, better)), tuple(edits))


def titles(words: Iterable[Word], better: Mapping[Word, str]) -> tuple[str, ...]:
    """The title of replacing entries with better names, for each; empty if there is none."""
    return tuple(
        f"replace {quote(word.text)} with {quote(better[word])}" if word in better else ""
        for word in words
    )


def _edit(facts: AgentsFacts, agent: Agent, word: Word, name: str) -> Edit:
    place = facts.word_place(agent, word)
    [edit] = replace(word.text, name, place).edits
    # part of a string, which needs no quotes
    return edit._replace(text=name) if word.start >= 0 else edit
