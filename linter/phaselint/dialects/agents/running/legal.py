"""The words that the checker of certificates tries (reference §5).

They are found independently of an exploration, by trying all possible words on the session: every
word that isn't refused is legal. Left out are tools, which have no effect; `stop`, because answers
reach the same states; and built-in agents, except for one that does everything the others do.
"""

from __future__ import annotations

from itertools import islice

from phaselint.dialects.agents.names import CLAUDE, START
from phaselint.dialects.agents.running.session import say_word
from phaselint.dialects.agents.words import spoken

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.agents.running.session import Session
    from phaselint.dialects.records import Choice

MOST = 100
"""In a team with more agents, words aren't tried one by one: each agent can be picked, and called
from each other, at each depth."""

REFUSALS = frozenset(("ignored", "pick-refused", "no-button", "subagent-refused", "handoff-failed"))
"""Events of a refused word."""


def legal(session: Session) -> list[Choice] | None:
    """The words that a session accepts; None if the team is too large to try them."""
    if session.ended:
        return []
    if len(session.cast.known) > MOST:
        return None
    return [spoken(*word) for word in _said(session) if _is_taken(session, *word)]


def _said(session: Session) -> Iterator[tuple[str, str]]:
    """All possible words for the agents and the buttons of a team; of Claude Code's built-in
    agents, the first that the session accepts."""
    cast = session.cast
    if not session.open:
        yield from (("leave", ""), ("send", ""))
        yield from (("pick", name) for name in dict.fromkeys((START, *cast.visible)))
        labels = (label for name in cast.visible for label in cast.buttons(name).labels)
        yield from (("press", label) for label in dict.fromkeys(labels))
        return
    yield "answer", ""
    yield from (("subagent", name) for name in cast.known)
    if cast.claude:
        own = (("subagent", name) for name in CLAUDE if name not in cast.known)
        yield from islice((word for word in own if _is_taken(session, *word)), 1)


def _is_taken(session: Session, word: str, argument: str) -> bool:
    _, events = say_word(session, word, argument)
    return not events or events[0].kind not in REFUSALS
