"""Wording shared by all rules: kinds of values, suggestions of similar names and their fixes."""

from __future__ import annotations

import re

from phaselint.vocabulary.finding import Edit, Fix
from phaselint.vocabulary.message import joined, message, quote, quote_all
from phaselint.vocabulary.suggest import choice, listing, suggest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from phaselint.vocabulary.finding import Place, Safety
    from phaselint.vocabulary.message import Message

_FEW = 6
"""Sets of up to this many words are always listed in full."""


def kind_of(value: Any) -> Message:
    """A value for messages: a short one literally, a string, list or mapping by its kind."""
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
    """A help: the similar known name, if there is one, else a general remedy."""
    near = suggest(word, known)
    return f"use {quote(near)}" if near else otherwise


def respell(word: str, known: Sequence[str], place: Place) -> Fix | None:
    """A fix that replaces a misspelled name with the similar one, if there is one."""
    return _respelt(word, suggest(word, known), place)


def one_of(word: str, words: Sequence[str], otherwise: str = "use a known value") -> str:
    """A help about a word outside a closed set: the probably intended one, and the whole set if it
    is small."""
    near, listed = choice(word, words), listing(words)
    if near is None:
        return f"use {listed}" if listed else otherwise
    every = f"; allowed: {quote_all(words)}" if 1 < len(words) <= _FEW else ""
    return f"use {quote(near)}{every}"


def rechoose(word: str, words: Sequence[str], place: Place) -> Fix | None:
    """A fix that replaces a word with the probably intended one of a closed set, if that is
    clear."""
    return _respelt(word, choice(word, words), place)


def _respelt(word: str, near: str | None, place: Place) -> Fix | None:
    if near is None:
        return None
    return replace(word, near, place) if place.file.endswith(".json") or _is_plain(near) else None


def _is_plain(word: str) -> bool:
    """Whether YAML reads an unquoted word as a string."""
    from phaselint.document.plain import NOT_PLAIN, PLAIN

    return re.fullmatch(PLAIN, word) is not None and word.lower() not in NOT_PLAIN


def replace(word: str, better: str, place: Place, safety: Safety = "unsafe") -> Fix:
    """A fix that replaces a word; quoted if YAML or JSON wouldn't read it as a string otherwise."""
    if not place.file.endswith(".json") and _is_plain(better):
        spelt = better
    else:
        import json

        spelt = json.dumps(better, ensure_ascii=False)
    title = f"replace {quote(word)} with {quote(better)}" if word else f"write {quote(better)}"
    return Fix(safety, title, (Edit(place, spelt),))
