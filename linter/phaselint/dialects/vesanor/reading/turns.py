"""One response of a model with its results, as data: what the search for witnesses makes and a
session takes."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


class Call(NamedTuple):
    """A tool call and its result. `fingerprint` is the canonical text of its arguments."""

    tool: str
    fingerprint: str = "{}"
    ok: bool = True
    output: Mapping[str, Any] = {}


class Turn(NamedTuple):
    """One scripted response, and what the program around the session does before it. With `more`,
    further calls of the same response follow (`running.parts`)."""

    calls: tuple[Call, ...] = ()
    narrow: tuple[str, ...] | None = None
    widen: bool = False
    kill: bool = False
    cost: float = 0
    more: bool = False
