"""Findings that stand for several places with one cause."""

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
"""`misspelt-tool`, `renamed-tool` and `unknown-tool`, by whose codes releases before reported names
of tools: one may be that of another of them now, or of a rule that is new."""

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
    """One finding for entries of a list: at the first of them, the others beside it. `code` is that
    of the rule which reports one by itself."""
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
    """What entries say."""
    return tuple(word.text for word in words)


def members(code: str, count: int) -> tuple[str, ...]:
    """What a finding stands for that is for so many of a rule; nothing if that is one."""
    return (code,) * count if count > 1 else ()


def replacing(
    facts: AgentsFacts, agent: Agent, better: Mapping[Word, str], safety: Safety
) -> Fix | None:
    """Replace entries by better names; none where there are none."""
    if not better:
        return None
    [*edits] = (_edit(facts, agent, word, name) for word, name in better.items())
    return Fix(safety, together(titles(better, better)), tuple(edits))


def titles(words: Iterable[Word], better: Mapping[Word, str]) -> tuple[str, ...]:
    """What replacing entries by better names does, for each; empty where there is none."""
    return tuple(
        f"replace {quote(word.text)} with {quote(better[word])}" if word in better else ""
        for word in words
    )


def _edit(facts: AgentsFacts, agent: Agent, word: Word, name: str) -> Edit:
    place = facts.word_place(agent, word)
    [edit] = replace(word.text, name, place).edits
    # A piece of a text needs no quotes.
    return edit._replace(text=name) if word.start >= 0 else edit
