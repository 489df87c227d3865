"""A session, word by word (reference §5): the only definition of what a team does."""

from __future__ import annotations

from phaselint.dialects.agents.names import START
from phaselint.dialects.records import COMPLETED, Event, Outcome
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from phaselint.dialects.agents.model import Handoff
    from phaselint.dialects.agents.running.agent_registry import Cast

NO_BUTTONS: tuple[str, ...] = ()


class Session(NamedTuple):
    """The state of a session.

    Attributes:
        stack: the subagents that were called and haven't answered, the innermost last.
        open: whether a turn is running.
        shown: the labels of the buttons after the active agent's last turn.
        left: the number of turns left; None means any number.
        visited: the agents that worked, each time anew: those that were active, and the subagents,
        after which their caller continues.
    """

    cast: Cast
    active: str = START
    stack: tuple[str, ...] = ()
    open: bool = False
    shown: tuple[str, ...] = NO_BUTTONS
    left: int | None = None
    visited: tuple[str, ...] = (START,)
    opening: tuple[Event, ...] = ()
    ended: Outcome | None = None

    @property
    def frame(self) -> str:
        """The agent at work: the innermost subagent, else the active agent."""
        return self.stack[-1] if self.stack else self.active


Stepped = tuple[Session, tuple[Event, ...]]


def say_word(session: Session, word: str, argument: str) -> Stepped:
    """Apply a word of a script; a word that doesn't fit is the script's fault and ends the
    session."""
    if session.ended:
        return session, ()
    wanted = _FITS.get(word)
    fits = wanted is not None and wanted(session)
    if session.cast.claude and word in _FOR_PEOPLE:
        fits = False
    if not fits:
        ended = session._replace(ended=Outcome("error", f"ignored {word}"))
        return ended, (_event(session, "ignored", {"word": word}),)
    return _WORDS[word](session, argument)


# --- people -------------------------------------------------------------------------------------


def _pick(session: Session, name: str) -> Stepped:
    """R2."""
    if not session.cast.is_pickable(name):
        return session, (_event(session, "pick-refused", {"agent": name}),)
    moved = _active(session, name)
    return moved, (_event(moved, "active", {"agent": name}),)


def _send(session: Session, _argument: str) -> Stepped:
    """R3."""
    if session.left == 0:
        most = session.cast.most_turns
        return session._replace(shown=NO_BUTTONS), (_event(session, "limit", {"turns": most}),)
    left = None if session.left is None else session.left - 1
    opened = session._replace(open=True, left=left, shown=NO_BUTTONS)
    start = {"agent": session.active, **_file(opened)}
    return opened, (_event(opened, "turn-start", start),)


def _press(session: Session, label: str) -> Stepped:
    """R10."""
    handoff = _labelled(session, label)
    if handoff is None:
        return session, (_event(session, "no-button", {"label": label}),)
    moved, events = _hand_over(session, handoff, "user")
    if moved.active == session.active and events[0].kind == "handoff-failed":
        return moved, events
    if handoff.send:
        opened, more = _send(moved, "")
        return opened, (*events, *more)
    return moved, (*events, _event(moved, "prompt-filled", {"agent": moved.active}))


def _stop(session: Session, _argument: str) -> Stepped:
    """R11."""
    stopped = session._replace(stack=(), open=False)
    if session.stack:
        stopped = _working(stopped, session.active)
    return stopped, (_event(stopped, "stopped", {"agent": session.active}),)


def _leave(session: Session, _argument: str) -> Stepped:
    """The user is done: a session can end whenever no turn is running."""
    return session._replace(ended=COMPLETED), ()


def _labelled(session: Session, label: str) -> Handoff | None:
    """The button pressed. After a turn, a session shows all buttons of the active agent."""
    return session.cast.buttons(session.active).by_label.get(label) if session.shown else None


# --- models -------------------------------------------------------------------------------------


def _tool(session: Session, tool: str) -> Stepped:
    """R4, R21."""
    allowed = session.cast.has_tool(session.frame, tool, inside=bool(session.stack))
    data = {"tool": tool, "allowed": allowed, "in": session.frame}
    return session, (_event(session, "tool", data),)


def _subagent(session: Session, name: str) -> Stepped:
    """R5, R22."""
    reason = refused(session, name)
    if reason:
        data = {"agent": name, "reason": reason}
        return session, (_event(session, "subagent-refused", data),)
    called = _working(session._replace(stack=(*session.stack, name)), name)
    start = {"agent": name, "depth": len(called.stack), "by": session.frame, **_file(called)}
    return called, (_event(called, "subagent-start", start),)


def refused(session: Session, name: str) -> str:
    """Why a call of an agent is refused; empty if it isn't. The checks are in the order of the
    rules."""
    cast, frame = session.cast, session.frame
    if not cast.may_call(frame):
        return "no-agent-tool"
    if cast.claude and len(session.stack) >= cast.depth:
        return "depth"
    if not cast.claude and session.stack and not (cast.nesting and len(session.stack) < cast.depth):
        return "nesting"
    if not cast.exists(name, frame):
        return "not-found"
    if not cast.claude:
        return "" if cast.offers(frame, name) else "not-offered"
    if not session.stack and not cast.lists(frame, name):
        return "not-listed"
    if cast.is_barred(frame, name):
        return "denied"
    return "" if cast.is_armed(name) else "no-usable-tool"


def _answer(session: Session, _argument: str) -> Stepped:
    """R6 to R9, R23."""
    if session.stack:
        name = session.frame
        popped = session._replace(stack=session.stack[:-1])
        popped = _working(popped, popped.frame)
        return popped, (_event(popped, "subagent-end", {"agent": name}),)
    closed = session._replace(open=False)
    ending = _event(session, "turn-end", {"agent": session.active})
    if session.cast.claude:
        return closed._replace(ended=COMPLETED), (ending,)
    buttons = session.cast.buttons(session.active)
    sending = buttons.sending
    if not session.cast.autopilot or sending is None:
        shown, events = _idle(closed, buttons.labels)
        return shown, (ending, *events)
    moved, events = _hand_over(closed, sending, "autopilot")
    if events[0].kind == "handoff-failed":
        idle, more = _idle(moved, NO_BUTTONS)
    else:
        idle, more = _send(moved, "")
    return idle, (ending, *events, *more)


def _idle(session: Session, labels: tuple[str, ...]) -> Stepped:
    """R8."""
    shown = session._replace(shown=labels)
    buttons = (_event(shown, "buttons", {"labels": list(labels)}),) if labels else ()
    return shown, (*buttons, _event(shown, "idle", {"agent": session.active}))


def _hand_over(session: Session, handoff: Handoff, who: str) -> Stepped:
    target = handoff.target or ""
    ends = {"from": session.active, "to": target}
    data = {**ends, "number": handoff.number, "label": handoff.label or ""}
    if not session.cast.is_pickable(target):
        return session, (_event(session, "handoff-failed", data),)
    moved = _active(session, target)
    return moved, (_event(session, "handoff", {**data, "by": who}),)


def _active(session: Session, name: str) -> Session:
    return _working(session._replace(active=name, shown=NO_BUTTONS), name)


def _working(session: Session, name: str) -> Session:
    """The session after an agent has started to work."""
    return session._replace(visited=(*session.visited, name))


def _file(session: Session) -> dict[str, str]:
    """The file of the agent at work; empty for a built-in one."""
    agent = session.cast.first(session.frame)
    return {} if agent is None else {"file": agent.file}


def _event(session: Session, kind: str, data: Mapping[str, object]) -> Event:
    return Event(kind, data, session.frame)


def _is_idle(session: Session) -> bool:
    return not session.open


def _is_open(session: Session) -> bool:
    return session.open


def _always(_session: Session) -> bool:
    return True


_WORDS: dict[str, Callable[[Session, str], Stepped]] = {
    "pick": _pick,
    "send": _send,
    "press": _press,
    "leave": _leave,
    "stop": _stop,
    "tool": _tool,
    "subagent": _subagent,
    "answer": _answer,
}
_FITS: dict[str, Callable[[Session], bool]] = {
    **dict.fromkeys(("pick", "send", "press", "leave"), _is_idle),
    **dict.fromkeys(("tool", "subagent", "answer"), _is_open),
    "stop": _always,
}
_FOR_PEOPLE = ("pick", "send", "press", "leave")

WORDS = tuple(_WORDS)
ALONE = ("send", "leave", "stop", "answer")
"""Words without an argument."""
