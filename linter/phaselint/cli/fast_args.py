"""Reads the arguments of `phaselint lint` and `phaselint diff` without click, whose import takes
longer than linting a small contract. Only common arguments are read here; click handles mistakes,
requests for help and everything else.
"""

from __future__ import annotations

from phaselint.cli.options import LINT, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from phaselint.cli.options import Option

MOST_DIGITS = 9
"""Digits of a number that is read here."""


class _Unusual(Exception):
    """An argument that click must read."""


def read(
    arguments: Iterable[str], options: Sequence[Option] = LINT, rest: str = "paths"
) -> dict[str, Any] | None:
    """The values of options in the arguments of a command, by name, and under the name `rest` all
    that isn't one (the paths of `lint`), as click gives them. None if a word is neither that nor
    one of `--name`, `--name VALUE` and `--name=VALUE` for a matching option.
    """
    try:
        others, given = _sorted(arguments, _by_spelling(options))
        values = {option.name: _value(option, given.get(option.name, ())) for option in options}
    except _Unusual:
        return None
    return {rest: tuple(others), **values}


def _by_spelling(options: Iterable[Option]) -> dict[str, Option]:
    return {
        spelling: option for option in options for spelling in (*option.spellings, *option.former)
    }


def _sorted(
    arguments: Iterable[str], known: Mapping[str, Option]
) -> tuple[list[str], dict[str, list[str]]]:
    """The arguments that aren't options, and the values of options, by their names; an empty string
    for a flag."""
    others: list[str] = []
    given: dict[str, list[str]] = {}
    rest = iter(arguments)
    for word in rest:
        if word == "-" or not word.startswith("-"):
            others.append(word)
            continue
        spelling, equals, text = word.partition("=")
        option = known.get(spelling)
        if option is None or (option.kind == "flag" and equals):
            raise _Unusual
        if option.kind != "flag" and not equals:
            text = next(rest, "-")
            if text.startswith("-"):  # an option whose value has been forgotten, perhaps
                raise _Unusual
        given.setdefault(option.name, []).append(text)
    return others, given


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
