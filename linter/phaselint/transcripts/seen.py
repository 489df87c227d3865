"""What readers of logs yield: records of acts, of results, and of what isn't understood."""

from __future__ import annotations

from phaselint.dialects.acts import OWNED
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from phaselint.dialects.acts import Ok
    from phaselint.transcripts.sources import Source

AGENT, TOOL, SKILL = "agent", "tool", "skill"
ANYWHERE = "anywhere"
"""The place of a `gap` in a log without an order."""

MAIN, UNKNOWN = "main", "?"
"""The agent at the top of a session without a known name, and a subagent without one."""


_PAIRS = OWNED | {"follow"}
_NAMED = _PAIRS | {"call", "enter", "pass", "fail", "skip", "interrupt", "resume", "complete"}
"""Verbs of acts that are about something by its name; those in `_PAIRS` about two things."""


class Seen(NamedTuple):
    """A record of a log.

    Attributes:
        kind: the verb of an act; or `result` of a call, `instance` for the name and the caller of
            an invocation, `request` for a message of the user, `folder` for the working directory,
            `gap` for a record that wasn't understood, `blind` for acts that this log doesn't show,
            `compact` where a session was summarized, `denied` for a call that wasn't allowed.
        subject: the name of an act, the outcome of an `end`, or the name of an instance.
        sort: the kind of what is called.
        place: the line, or what follows the file's name in a place.
        time: seconds since 1970; none for a record without a time.
        run: which run of the log.
        instance: which invocation of an agent; empty for the main one.
        call: the id of a call, for the call, its result and its instance.
        target: the target of `follow`; the phase of `take`; the caller's instance of an `instance`.
        ok: whether a call succeeded.
    """

    kind: str
    subject: str = ""
    place: int | str = 0
    time: float | None = None
    run: str = ""
    instance: str = ""
    call: str = ""
    sort: str = ""
    target: str = ""
    ok: Ok = "unknown"

    @property
    def lacks_name(self) -> bool:
        """Whether it tells of an act, but not of which one."""
        named = self.subject and (self.target or self.kind not in _PAIRS)
        return self.kind in _NAMED and not named


class Format(NamedTuple):
    """A format of logs.

    Attributes:
        name: what reports and `--log-format` call it.
        title: what it is, in words.
        read: yields the records of one file, in its order.
        shows: the verbs that its acts have; `call` with a kind after a space where only some kinds
            are shown. Acts of other verbs happen unseen.
        sign: whether a record at the beginning of a file is one of this format.
        whole: whether a file may be a single JSON value.
        told_end: whether a `completed` run is told by the log, not inferred; where it's inferred,
            a call without a result leaves the run open.
        files: all files of the same runs in the order in which they are read, given the path of
            one; none if it's always that one alone.
        separate: what comes between a file and the rest of a place.
        bare: whether a place doesn't begin with the file.
        dialects: of which contracts it is a log; empty for any.
        follows: whether it tells enough to follow a run through a contract.
        tools: whose names its tools have: `copilot`, those of the Copilot runtime, or `vscode`,
            those of VS Code; empty where that isn't known.
        origin: the distribution that brings the reader; empty for the built-in ones.
        infers: verbs of acts that can be inferred from those that are shown.
    """

    name: str
    title: str
    read: Callable[[Source], Iterator[Seen]]
    shows: frozenset[str]
    sign: Callable[[object], bool]
    whole: bool = False
    told_end: bool = True
    files: Callable[[str], Iterator[str]] | None = None
    separate: str = ":"
    bare: bool = False
    dialects: frozenset[str] = frozenset()
    follows: bool = True
    tools: str = ""
    origin: str = ""
    infers: frozenset[str] = frozenset()
