"""Words for the visible state of a run (`Runtime.shown`)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def named(names: Iterable[str], otherwise: str = "none") -> str:
    """Names as a list, or the words for none."""
    return ", ".join(names) or otherwise


def counted(used: float, most: float | None) -> str:
    """The amount used, of the limit if there is one: "2 of 8"."""
    return f"{used}" if most is None else f"{used} of {most}"
