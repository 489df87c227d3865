"""Certificates: what a clean verdict carries, as plain numbers (core A.6).

`phaselint.machine.check` accepts them without the searches that found them. They hold no number
that the checker could not tell from a wrong one, save for runs: another run to the same state
proves the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.machine.steps import Live
from phaselint.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from phaselint.machine.model import Response, State


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


def to_data(certificate: Certificate) -> dict[str, Any]:
    """Give a certificate as a JSON value."""
    finish = certificate.finish
    return {
        "live": {"facts": list(certificate.live.facts), "bans": list(certificate.live.bans)},
        "nodes": [[node.parent, list(node.response)] for node in certificate.nodes],
        "maximal": list(certificate.maximal),
        "unreachable": list(certificate.unreachable),
        "never": list(certificate.never),
        "finish": None
        if finish is None
        else [
            [row.phase, row.facts, row.bans, [list(step) for step in row.path]] for row in finish
        ],
    }


def from_data(data: Mapping[str, Any]) -> Certificate:
    """Read a certificate from a JSON value.

    Raises ValueError when it does not have the form that `to_data` gives.
    """
    try:
        finish = data["finish"]
        return Certificate(
            Live(_numbers(data["live"]["facts"]), _numbers(data["live"]["bans"])),
            tuple(Reach(_number(parent), _numbers(step)) for parent, step in data["nodes"]),
            _numbers(data["maximal"]),
            _numbers(data["unreachable"]),
            _numbers(data["never"]),
            None if finish is None else tuple(_finish(row) for row in finish),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError("the data is no certificate") from error


def _finish(row: Sequence[Any]) -> Finish:
    phase, facts, bans, path = row
    responses = tuple(_numbers(response) for response in path)
    return Finish(_number(phase), _number(facts), _number(bans), responses)


def _numbers(value: Sequence[Any]) -> tuple[int, ...]:
    return tuple(_number(item) for item in value)


def _number(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise ValueError("not a number")
    return value
