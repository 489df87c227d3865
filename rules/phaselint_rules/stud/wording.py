"""What messages call stages, their values and the layers of tools (reference §2.2, §3.4)."""

from __future__ import annotations

from phaselint.vocabulary.message import message, quote, quote_all
from phaselint_rules.words import and_all, kind_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from phaselint.dialects.stud.model import Stage
    from phaselint.vocabulary.finding import Pointer
    from phaselint.vocabulary.message import Message

MOST_NAMES = 5

MOST_SHOWN = 40
"""Characters up to which messages quote a value literally."""


def called(stage: Stage) -> Message:
    """A stage in the middle of a message; one without an id has no name to go by."""
    return quote(stage.id) if stage.id else message("this stage")


def noun(stage: Stage) -> Message:
    """A stage in a message."""
    if stage.id:
        return message("stage {}", quote(stage.id))
    return message("stage {}", stage.number + 1) if stage.entry else message("the stage")


def described(value: Any) -> Message:
    """A value for messages: a short string literally, anything else by its kind."""
    if not isinstance(value, str) or len(value) > MOST_SHOWN:
        return kind_of(value)
    return message("the string {}", quote(value)) if value else message("an empty string")


def literal(value: Any) -> Message:
    """A value as JSON, in backticks."""
    from phaselint.javascript.texts import json_of

    return quote(json_of(value))


def path_text(pointer: Pointer) -> str:
    """A pointer as people write it: `next.review.branches[0].when`."""
    text = ""
    for step in pointer:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text


def a_tool_of(layer: str) -> Message:
    """A tool by the layer that it comes from."""
    known = layer in ("bundled", "discovered")
    return message("a {} tool" if known else "a tool of the {}", layer)


def several(names: Sequence[str]) -> Message:
    """Names in backticks, of many the first ones and how many more there are."""
    if len(names) <= MOST_NAMES:
        return and_all([*map(quote, names)])
    shown = names[: MOST_NAMES - 1]
    return message("{} and {} more", quote_all(shown), len(names) - len(shown))
