"""Pieces of HTML. What is text and what is markup already are two types, so nothing a contract
holds gets into a page without being escaped."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, NewType

from phaselint.report.terminal import escape

if TYPE_CHECKING:
    from collections.abc import Iterable

Markup = NewType("Markup", str)
"""HTML that is safe to put into a page."""

NOTHING = Markup("")
_VOID = frozenset({"br", "input", "link", "meta"})


def text(words: str) -> Markup:
    r"""Words unchanged, but with escapes such as `\x1b` for what would not show, or show others in
    another order."""
    return Markup(html.escape(escape(words)))


def prose(words: str) -> Markup:
    """Our own sentence: what is in backticks is code."""
    return Markup(re.sub("`([^`]+)`", r"<code>\1</code>", text(words)))


def tag(name: str, /, *content: Markup, **attributes: str | int | bool | None) -> Markup:
    """An element. An attribute that is true has no value, one that is none or false is left out;
    underscores stand for hyphens, and one at the end for nothing (`class_`)."""
    given = "".join(
        f" {key.rstrip('_').replace('_', '-')}"
        + ("" if value is True else f'="{text(str(value))}"')
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    if name in _VOID:
        return Markup(f"<{name}{given}>")
    return Markup(f"<{name}{given}>{''.join(content)}</{name}>")


def joined(pieces: Iterable[Markup]) -> Markup:
    """Pieces one after the other."""
    return Markup("".join(pieces))
