"""Why a run fails (reference §3.3)."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple


class Failure(NamedTuple):
    """Why a run ends: the code of reference §3.3, and the reason in words. `codes` are all codes of
    a start that is refused for several reasons at once, including the first."""

    code: str
    reason: str
    codes: tuple[str, ...] = ()
