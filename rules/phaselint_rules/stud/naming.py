"""What messages call stages and the layers of tools (reference §2.2, §3.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.message import joined, say, tick, ticks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.dialects.stud.model import Stage
    from phaselint.message import Message

MOST_NAMES = 5


def called(stage: Stage) -> Message:
    """A stage in the middle of a message; one without an id has no name to go by."""
    return tick(stage.id) if stage.id else say("this stage")


def a_tool_of(layer: str) -> Message:
    """A tool by the layer that it comes from."""
    known = layer in ("bundled", "discovered")
    return say("a {} tool" if known else "a tool of the {}", layer)


def and_all(words: Sequence[Message]) -> Message:
    """Words with commas and a last `and`."""
    listed = joined(", ", words[:-1] or words)
    return say("{} and {}", listed, words[-1]) if len(words) > 1 else listed


def several(names: Sequence[str]) -> Message:
    """Names in backticks, of many the first ones and how many more there are."""
    if len(names) <= MOST_NAMES:
        return and_all([*map(tick, names)])
    shown = names[: MOST_NAMES - 1]
    return say("{} and {} more", ticks(shown), len(names) - len(shown))
