"""One response of a model with its results, as data: what the search for witnesses makes and a
session takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.vocabulary.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


class Call(NamedTuple):
    """A tool call and its result. `fingerprint` is the canonical text of its arguments."""

    tool: str
    fingerprint: str = "{}"
    ok: bool = True
    output: Mapping[str, Any] = {}


class Turn(NamedTuple):
    """One scripted response, and what the program around the session does before it."""

    calls: tuple[Call, ...] = ()
    narrow: tuple[str, ...] | None = None
    widen: bool = False
    kill: bool = False
    cost: float = 0
