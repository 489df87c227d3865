"""Words that stand for all others (reference §5): what changes anything.

In a team of many everybody may be picked at any time, and most agents may call most others. What
leads to the same states is said once: from the built-in agent, with which sessions begin and to
which people may always go back, and by one of the subagents that are offered all. Under Autopilot
turns may go on for ever, and it matters who is active below a subagent: there all is said.
"""

from __future__ import annotations

from phaselint.dialects.agents.names import CLAUDE
from phaselint.dialects.agents.running.session import START
from phaselint.dialects.agents.words import spoken

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from phaselint.dialects.agents.running.agent_registry import Cast
    from phaselint.dialects.agents.running.session import Session
    from phaselint.dialects.records import Choice


def choices(session: Session) -> Iterator[Choice]:
    """The words that may be said next. Refused ones change nothing, nor do tools."""
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
    """Whom the agent at work may call."""
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
    """The subagent that calls for all that are offered everybody: the first that the built-in
    agent is offered, and that is offered itself; where there is none, the one that asks."""
    everybody = (name for name in cast.unblocked() if cast.listed(name) is None)
    return next((name for name in everybody if cast.may_call(name)), frame)


def _of_claude(session: Session) -> Iterable[str]:
    """Subagents may call everybody, and the main agent whom its `Agent(...)` lists. What others
    than the main agent call is called by one that is built in, unless the main agent lists some."""
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
