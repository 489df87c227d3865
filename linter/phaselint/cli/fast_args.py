"""Reads the arguments of `phaselint lint` without click, whose import takes longer than linting a
small contract. Only common arguments are read here; click handles mistakes, requests for help and
everything else.
"""

from __future__ import annotations

from phaselint.cli.options import LINT, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from phaselint.cli.options import Option

MOST_DIGITS = 9
"""Digits of a number that is read here."""

_BY_SPELLING = {
    spelling: option for option in LINT for spelling in (*option.spellings, *option.former)
}


class _Unusual(Exception):
    """An argument that click must read."""


def read(arguments: Iterable[str]) -> dict[str, Any] | None:
    """The paths and the value of each option in the arguments of `lint`, by name, as click gives
    them. None if a word isn't a path or one of `--name`, `--name VALUE` and `--name=VALUE` for a
    matching option.
    """
    try:
        paths, given = _sorted(arguments)
        values = {option.name: _value(option, given.get(option.name, ())) for option in LINT}
    except _Unusual:
        return None
    return {"paths": tuple(paths), **values}


def _sorted(arguments: Iterable[str]) -> tuple[list[str], dict[str, list[str]]]:
    """The paths among arguments, and the values of options, by their names; an empty string for a
    flag."""
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
    """The value of an option, from its occurrences."""
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
