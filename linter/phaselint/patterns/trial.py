"""One string that an engine has matched."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple


class Trial(NamedTuple):
    """What became of one string: whether it matched, and the seconds of processor time."""

    matched: bool
    seconds: float
