"""The words that the checker of certificates says (reference §5).

They are found apart from those of an exploration, by saying to the session all that anybody may
say: whatever it does not turn down is legal. Left out are tools, which change nothing; `stop`, as
what it leads to is reached by answers as well; and agents that are built in, but for one that does
all that the others do.
"""

from __future__ import annotations

from itertools import islice

from phaselint.dialects.agents.names import CLAUDE
from phaselint.dialects.agents.running.session import START, say_word
from phaselint.dialects.agents.words import spoken

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.agents.running.session import Session
    from phaselint.dialects.records import Choice

MOST = 100
"""In a team of more agents, words are not tried one by one: each may be picked and called from
each other, at each depth."""

REFUSALS = frozenset(("ignored", "pick-refused", "no-button", "subagent-refused", "handoff-failed"))
"""Events of a word that is turned down."""


def legal(session: Session) -> list[Choice] | None:
    """The words that a session takes; none where the team is too large to try them."""
    if session.ended:
        return []
    if len(session.cast.known) > MOST:
        return None
    return [spoken(*word) for word in _said(session) if _is_taken(session, *word)]


def _said(session: Session) -> Iterator[tuple[str, str]]:
    """All that may be said of the agents and the buttons that a team has; of those that are built
    into Claude Code, by the first that the session takes."""
    cast = session.cast
    if not session.open:
        yield from (("leave", ""), ("send", ""))
        yield from (("pick", name) for name in dict.fromkeys((START, *cast.visible)))
        labels = (each.label or "" for name in cast.visible for each in cast.buttons(name))
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
