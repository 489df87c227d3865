"""The visible state of a session (reference §5)."""

from __future__ import annotations

from phaselint.dialects.agents.names import MAIN, START
from phaselint.dialects.records import Counter
from phaselint.dialects.showing import Fact, counted
from phaselint.vocabulary.message import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.agents.running.session import Session

MOST_BUTTONS = 100
"""The number of buttons named one by one; more are counted."""


def facts(session: Session) -> Iterator[Fact]:
    """The active agent, and the subagents that haven't answered; whether a turn is open; the tools
    of the agent at work, the buttons, and the number of turns opened."""
    cast = session.cast
    agent = cast.first(session.frame)
    tools = None if agent is None else agent.tool_names
    yield Fact(f"the active agent is {_called(session, session.active)}")
    for name in session.stack:
        yield Fact("a call is open to subagent", name, "the call has ended to subagent")
    if session.open:
        yield Fact("a turn is open", over="the turn is over")
    working = _called(session, session.frame)
    if tools is None:
        yield Fact(f"{working} can use every tool")
    elif not tools:
        yield Fact(f"{working} can't use any tool")
    for name in tools or ():
        yield Fact(f"{working} can use", name)
    for label in session.shown[:MOST_BUTTONS]:
        yield Fact("the user can press", label, "the user can no longer press")
    if len(session.shown) > MOST_BUTTONS:
        yield Fact(f"the user can press {len(session.shown) - MOST_BUTTONS} more buttons")
    if not cast.claude and _turns(session):
        yield Fact(f"turn {counted(_turns(session), cast.most_turns)}")


def _called(session: Session, name: str) -> str:
    """What an agent is called: the one that a harness has itself isn't in any file."""
    built_in = name == (MAIN if session.cast.claude else START)
    return f"the built-in {quote(name)}" if built_in else str(quote(name))


def counters(session: Session) -> Iterator[Counter]:
    """The turns, which people open in VS Code, and nested calls."""
    cast = session.cast
    if not cast.claude:
        yield Counter("turns", _turns(session), cast.most_turns)
    most = cast.depth if cast.claude or cast.nesting else 1
    yield Counter("nested calls", len(session.stack), most)


def _turns(session: Session) -> int:
    """The number of turns opened; none are counted if the number is unlimited."""
    return 0 if session.left is None else session.cast.most_turns - session.left
