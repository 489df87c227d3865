"""Findings that stand for several places with one cause."""

from __future__ import annotations

from phaselint.vocabulary.finding import Finding, Fix, Related
from phaselint.vocabulary.message import quote, quote_all
from phaselint_rules.words import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.agents.model import Agent, Word
    from phaselint.vocabulary.finding import Edit, Safety
    from phaselint.vocabulary.message import Message


def grouped(
    facts: AgentsFacts,
    agent: Agent,
    words: Sequence[Word],
    message: Message,
    help_: str = "",
    *,
    code: str,
    fix: Fix | None = None,
) -> Finding:
    """One finding for entries of a list: at the first of them, the others beside it. `code` is that
    of the rule which reports one by itself."""
    first, *others = words
    related = (
        Related(facts.word_place(agent, each), f"also {quote(each.text)}") for each in others
    )
    return Finding(
        facts.word_place(agent, first),
        message,
        help_,
        related=tuple(related),
        fix=fix,
        members=members(code, len(words)),
    )


def members(code: str, count: int) -> tuple[str, ...]:
    """What a finding stands for that is for so many of a rule; nothing if that is one."""
    return (code,) * count if count > 1 else ()


def listed(words: Iterable[Word]) -> Message:
    """The names in entries, each once."""
    return quote_all(dict.fromkeys(word.text for word in words))


def replacing(
    facts: AgentsFacts, agent: Agent, better: Mapping[Word, str], safety: Safety
) -> Fix | None:
    """Replace entries by better names; none where there are none."""
    if not better:
        return None
    [*edits] = (_edit(facts, agent, word, name) for word, name in better.items())
    pairs = [f"{quote(word.text)} by {quote(name)}" for word, name in better.items()]
    return Fix(safety, f"replace {', '.join(pairs)}", tuple(edits))


def _edit(facts: AgentsFacts, agent: Agent, word: Word, name: str) -> Edit:
    place = facts.word_place(agent, word)
    [edit] = replace(word.text, name, place).edits
    # A piece of a text needs no quotes.
    return edit._replace(text=name) if word.start >= 0 else edit
