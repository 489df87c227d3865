"""Certificates: what a clean verdict carries, as plain numbers (core A.6).

`phaselint.machine.check` accepts them without the searches that found them. They hold no number
that the checker could not tell from a wrong one, save for runs: another run to the same state
proves the same.
"""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.machine.model import Response, State
    from phaselint.machine.steps import Live


class Reach(NamedTuple):
    """A step of the forest of runs: the node before and the response.

    The initial states are the first nodes, in order; these steps are the next ones.
    """

    parent: int
    response: Response


class Finish(NamedTuple):
    """How every state of a phase can finish.

    `facts` hold in all of them, and no other actions than `bans` are banned in any. From there
    `path` leads to a terminal phase, or to the phase of an earlier record.
    """

    phase: int
    facts: int
    bans: int
    path: tuple[Response, ...]


class Certificate(NamedTuple):
    """What holds of a machine, and why.

    Claims: the phases in `unreachable` are entered by no run and all others are; the actions
    in `never` are executed by no run and all others are; with `finish`, every reachable state
    has a run to a terminal phase. Grounds: `nodes` is the forest of runs (C1); its nodes
    `maximal`, cut down to `live`, are an antichain above every reachable state (C2); `finish`
    has one record for each reached phase that is not terminal (C3).
    """

    live: Live
    nodes: tuple[Reach, ...]
    maximal: tuple[int, ...]
    unreachable: tuple[int, ...]
    never: tuple[int, ...]
    finish: tuple[Finish, ...] | None = None


class Stuck(NamedTuple):
    """A run after which no terminal phase can be reached.

    `start` is the phase it begins in. `states`, cut down to `live`, are the maximal states that
    can follow its end.
    """

    live: Live
    start: int
    run: tuple[Response, ...]
    states: tuple[State, ...]
