"""The visible state of a session (reference §5)."""

from __future__ import annotations

from phaselint.dialects.records import Counter
from phaselint.dialects.showing import counted, named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.agents.running.session import Session


def state_rows(session: Session) -> Iterator[tuple[str, str]]:
    """The active agent, and the subagents that haven't answered; whether a turn is open; the tools
    of the agent at work, the buttons, and the number of turns opened."""
    cast = session.cast
    agent = cast.first(session.frame)
    tools = None if agent is None else agent.tool_names
    yield "active", session.active
    yield "stack", named(session.stack)
    yield "open", "true" if session.open else "false"
    yield "tools", "all" if tools is None else named(tools)
    if not cast.claude:
        yield "buttons", named(session.shown)
        yield "turns", counted(_turns(session), cast.most_turns)


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
