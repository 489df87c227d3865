"""Wording shared by all rules: kinds of values, did-you-mean and its fix (style 17)."""

from __future__ import annotations

import re

from phaselint.document.plain import NOT_PLAIN, PLAIN
from phaselint.vocabulary.finding import Edit, Fix
from phaselint.vocabulary.message import joined, message, quote
from phaselint.vocabulary.suggest import choice, listing, suggest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from phaselint.vocabulary.finding import Place, Safety
    from phaselint.vocabulary.message import Message

_FEW = 6
"""A set of so many words is always named in full."""


def kind_of(value: Any) -> Message:
    """What a value is: a short one as it is, a text, list or mapping by its kind."""
    if value is None:
        return quote("null")
    if isinstance(value, bool):
        return message("the boolean `{}`", "true" if value else "false")
    if isinstance(value, (int, float)):
        return message("the number `{}`", value)
    if isinstance(value, str):
        return message("a string")
    return message("a list" if isinstance(value, list) else "a mapping")


def and_all(words: Sequence[Message]) -> Message:
    """Words with commas and a last `and`."""
    listed = joined(", ", words[:-1] or words)
    return message("{} and {}", listed, words[-1]) if len(words) > 1 else listed


def meant(word: str, known: Sequence[str], otherwise: str) -> str:
    """A help text: did-you-mean where some known name is near, else something general."""
    near = suggest(word, known)
    return f"did you mean {quote(near)}?" if near else otherwise


def respell(word: str, known: Sequence[str], place: Place) -> Fix | None:
    """Offer to replace a misspelt name by the near one, if there is one."""
    return _respelt(word, suggest(word, known), place)


def one_of(word: str, words: Sequence[str], otherwise: str = "write a known value") -> str:
    """A help text about a word that is none of a closed set: the one that is meant, as far as that
    can be told, and the whole set where it is small."""
    near, listed = choice(word, words), listing(words)
    if near is None:
        return f"write {listed}" if listed else otherwise
    every = f" it takes {listed}" if 1 < len(words) <= _FEW else ""
    return f"did you mean {quote(near)}?{every}"


def rechoose(word: str, words: Sequence[str], place: Place) -> Fix | None:
    """Offer to replace a word by the one of a closed set that is meant, if that can be told."""
    return _respelt(word, choice(word, words), place)


def _respelt(word: str, near: str | None, place: Place) -> Fix | None:
    if near is None:
        return None
    return replace(word, near, place) if place.file.endswith(".json") or _is_plain(near) else None


def _is_plain(word: str) -> bool:
    """Whether YAML takes a word for a string as it stands."""
    return re.fullmatch(PLAIN, word) is not None and word.lower() not in NOT_PLAIN


def replace(word: str, better: str, place: Place, safety: Safety = "unsafe") -> Fix:
    """Offer another text; it is quoted where YAML or JSON would not take it for a string."""
    if not place.file.endswith(".json") and _is_plain(better):
        spelt = better
    else:
        import json

        spelt = json.dumps(better, ensure_ascii=False)
    title = f"replace {quote(word)} by {quote(better)}" if word else f"write {quote(better)}"
    return Fix(safety, title, (Edit(place, spelt),))
