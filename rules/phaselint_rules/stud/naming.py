"""What messages call stages and the layers of tools (reference §2.2, §3.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.message import tick

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.dialects.stud.model import Stage

MOST_NAMES = 5


def called(stage: Stage) -> str:
    """A stage in the middle of a message; one without an id has no name to go by."""
    return tick(stage.id) if stage.id else "this stage"


def a_tool_of(layer: str) -> str:
    """A tool by the layer that it comes from."""
    if layer in ("bundled", "discovered"):
        return f"a {layer} tool"
    return f"a tool of the {layer}"


def and_all(words: list[str]) -> str:
    """Words with commas and a last `and`."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def several(names: Sequence[str]) -> str:
    """Names in backticks, of many the first ones and how many more there are."""
    if len(names) <= MOST_NAMES:
        return and_all([*map(tick, names)])
    shown = names[: MOST_NAMES - 1]
    return f"{', '.join(map(tick, shown))} and {len(names) - len(shown)} more"
