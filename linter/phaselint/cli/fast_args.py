"""The arguments of `phaselint lint` read without click, whose import takes longer than to lint a
small contract.

Only what is usual is read: anything else, be it a mistake or a question for help, is click's.
"""

from __future__ import annotations

from phaselint.cli.options import LINT, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from phaselint.cli.options import Option

MOST_DIGITS = 9
"""Digits of a number that is not worth a second look."""

_BY_SPELLING = {spelling: option for option in LINT for spelling in option.spellings}


class _Unusual(Exception):
    """Something that click has to read."""


def read(arguments: Iterable[str]) -> dict[str, Any] | None:
    """What the arguments of `lint` say: its paths and the value of each option, by name, just as
    click gives them. None where a word is no path and none of `--name`, `--name VALUE` and
    `--name=VALUE` for an option that takes that.
    """
    try:
        paths, given = _sorted(arguments)
        values = {option.name: _value(option, given.get(option.name, ())) for option in LINT}
    except _Unusual:
        return None
    return {"paths": tuple(paths), **values}


def _sorted(arguments: Iterable[str]) -> tuple[list[str], dict[str, list[str]]]:
    """The paths among arguments, and what is given for options, by their names; for a flag that is
    an empty text."""
    paths: list[str] = []
    given: dict[str, list[str]] = {}
    rest = iter(arguments)
    for word in rest:
        if word == "-" or not word.startswith("-"):
            paths.append(word)
            continue
        spelling, equals, text = word.partition("=")
        option = _BY_SPELLING.get(spelling)
        if option is None or (option.kind == "flag" and equals):
            raise _Unusual
        if option.kind != "flag" and not equals:
            text = next(rest, "-")
            if text.startswith("-"):  # an option whose value has been forgotten, perhaps
                raise _Unusual
        given.setdefault(option.name, []).append(text)
    return paths, given


def _value(option: Option, texts: Sequence[str]) -> Any:
    """The value of an option that is given so many times."""
    match option.kind:
        case "flag":
            return bool(texts)
        case "texts":
            return tuple(texts)
        case "words":
            return words(texts)
    if not texts:
        return option.default
    last = texts[-1]
    if option.kind == "choice" and last not in option.choices:
        raise _Unusual
    return _number(last, option.least) if option.kind == "count" else last


def _number(text: str, least: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS and int(text) >= least):
        raise _Unusual
    return int(text)
