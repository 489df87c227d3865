"""Words that represent all others (reference §5): those that can change anything.

In a large team, every agent can be picked at any time, and most agents can call most others. Words
that reach the same states are tried once: from the built-in agent, where sessions start and to
which people can always return, and from one of the subagents that can call all. With Autopilot on,
turns can continue forever, and the active agent matters below a subagent, so there all words are
tried.
"""

from __future__ import annotations

from phaselint.dialects.agents.names import CLAUDE, START
from phaselint.dialects.agents.words import spoken

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from phaselint.dialects.agents.running.agent_registry import Cast
    from phaselint.dialects.agents.running.session import Session
    from phaselint.dialects.records import Choice


def choices(session: Session) -> Iterator[Choice]:
    """The next possible words. Refused words have no effect, and neither have tools."""
    if session.open:
        yield spoken("answer")
        yield from (spoken("subagent", name) for name in _called(session))
        return
    yield spoken("leave")
    yield spoken("send")
    if session.active == START:
        yield from (spoken("pick", name) for name in session.cast.visible if name != START)
    else:
        yield spoken("pick", START)
    yield from (spoken("press", label) for label in dict.fromkeys(session.shown))


def _called(session: Session) -> Iterable[str]:
    """The agents that the agent at work can call."""
    cast, frame, calls = session.cast, session.frame, len(session.stack)
    most = cast.depth if cast.claude or cast.nesting else 1
    if calls >= most or not cast.may_call(frame):
        return ()
    if cast.claude:
        return [name for name in _of_claude(session) if not cast.is_barred(frame, name)]
    listed = cast.listed(frame)
    if listed is not None:
        return [name for name in dict.fromkeys(listed) if name in cast.known]
    stands_for_all = frame == START if not calls else frame == _caller(cast, frame)
    return cast.unblocked() if stands_for_all or cast.autopilot else ()


def _caller(cast: Cast, frame: str) -> str:
    """The subagent that makes the calls for all that can call everyone: the first that the built-in
    agent can call and that can be called itself; if there isn't one, the agent in question."""
    everybody = (name for name in cast.unblocked() if cast.listed(name) is None)
    return next((name for name in everybody if cast.may_call(name)), frame)


def _of_claude(session: Session) -> Iterable[str]:
    """Subagents can call everyone; the main agent, those in its `Agent(...)`. Calls by agents other
    than the main agent are made by a built-in one, unless the main agent lists some."""
    cast, named = session.cast, session.cast.named_by(session.active)
    frame = session.frame
    own = [n for n in CLAUDE if n not in cast.known and not cast.is_barred(frame, n)]
    if not session.stack:
        given = (*cast.known, *own)
        callable_ = given if named is None else [name for name in given if name in named]
        foreign = [name for name in callable_ if name not in cast.known][:1]
        return [*(name for name in callable_ if name in cast.known), *foreign]
    listed = named is not None and not named.issuperset((*cast.known, *own))
    return (*cast.known, *own[:1]) if listed or session.frame in own else ()
