"""Words for what there is to show of a state (`Runtime.shown`)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def named(names: Iterable[str], otherwise: str = "none") -> str:
    """Names as a list, or what to say where there are none."""
    return ", ".join(names) or otherwise


def counted(used: float, most: float | None) -> str:
    """How much is used, of how much where there is a limit: "2 of 8"."""
    return f"{used}" if most is None else f"{used} of {most}"
