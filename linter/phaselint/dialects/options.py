"""Dialect options: their kinds, and which source wins (design §9, §10).

The default gives way to the configuration, that to the contract's own file, and that to
`--set` on the command line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.errors import UsageError
from phaselint.suggest import unknown

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from phaselint.dialects.base import Dialect, Option

Options = dict[str, Any]

_KIND_WORDS = {bool: "true or false", int: "an integer", str: "a string", list: "a list of strings"}
_TRUTH = {"true": True, "false": False}


class BadValue(Exception):
    """A value that its option does not take; the text says what it must be."""


def merge(
    dialect: Dialect,
    configured: Mapping[str, Any],
    own: Mapping[str, Any],
    given: Mapping[str, Any],
) -> Options:
    """Give every option of a dialect its value in force.

    Args:
        configured: what the configuration says (from `load_config`).
        own: what the contract's own file says; what is no option of the dialect, or no value
            of the option, is left to the rules and has no effect here.
        given: what the command line says (from `parse_settings`).
    """
    merged = {option.name: option.default for option in dialect.options}
    merged.update(configured)
    for option in dialect.options:
        if option.name not in own:
            continue
        try:
            merged[option.name] = convert(option, own[option.name])
        except BadValue:
            continue
    merged.update(given)
    return merged


def in_force(
    dialect: Dialect,
    configured: Mapping[str, Mapping[str, Any]],
    given: Mapping[str, Mapping[str, Any]],
) -> Options:
    """Give the options of a dialect their value in force, from what the configuration and the
    command line say about all dialects."""
    return merge(dialect, configured.get(dialect.name, {}), {}, given.get(dialect.name, {}))


def as_configured(
    dialect: Dialect,
    configured: Mapping[str, Mapping[str, Any]],
    given: Mapping[str, Mapping[str, Any]],
) -> Dialect:
    """Give a dialect as it looks for contracts in a project, from what the configuration and the
    command line say about all dialects."""
    if dialect.configured is None:
        return dialect
    return dialect.configured(in_force(dialect, configured, given))


def parse_settings(settings: Iterable[str], dialects: Sequence[Dialect]) -> dict[str, Options]:
    """Read `--set DIALECT.OPTION=VALUE` arguments; a later one replaces an earlier one.

    Raises:
        UsageError: an argument of another shape, an unknown dialect or option, a bad value.
    """
    parsed: dict[str, Options] = {}
    for setting in settings:
        name, equals, text = setting.partition("=")
        dialect_name, dot, option_name = name.strip().partition(".")
        if not (equals and dot):
            raise UsageError(f"--set {setting}: expected DIALECT.OPTION=VALUE")
        try:
            dialect = find_dialect(dialect_name, dialects)
            option = find_option(option_name, dialect)
            value = convert_text(option, text.strip())
        except (BadValue, LookupError) as error:
            raise UsageError(f"--set {setting}: {error.args[0]}") from None
        parsed.setdefault(dialect.name, {})[option.name] = value
    return parsed


def find_dialect(name: str, dialects: Sequence[Dialect]) -> Dialect:
    """Look a dialect up. Raises LookupError, with a suggestion, when there is none."""
    for dialect in dialects:
        if dialect.name == name:
            return dialect
    raise LookupError(unknown("dialect", name, [each.name for each in dialects]))


def find_option(name: str, dialect: Dialect) -> Option:
    """Look an option up. Raises LookupError, with a suggestion, when there is none."""
    for option in dialect.options:
        if option.name == name:
            return option
    names = [option.name for option in dialect.options]
    raise LookupError(unknown(f"{dialect.name} option", name, names))


def check_options(dialect: Dialect, values: Mapping[str, Any]) -> Options:
    """Check options that a script gives.

    Raises:
        UsageError: an option the dialect does not have, or a value it does not take.
    """
    try:
        return {name: convert(find_option(name, dialect), value) for name, value in values.items()}
    except (BadValue, LookupError) as error:
        raise UsageError(str(error.args[0])) from None


def convert(option: Option, value: Any) -> Any:
    """Check a value of TOML, YAML or JSON; a list comes back as a tuple, and a boolean does not
    pass for an integer.

    Raises:
        BadValue: the value is of another kind, or not among the allowed words.
    """
    if not _is_of_kind(option, value):
        raise _wrong_kind(option)
    words: list[Any] = value if option.kind is list else [value]
    for word in words:
        if option.kind is list and not isinstance(word, str):
            raise _wrong_kind(option)
        if option.values and word not in option.values:
            raise BadValue(unknown(f"`{option.name}` value", str(word), option.values))
    return tuple(words) if option.kind is list else value


def convert_text(option: Option, text: str) -> Any:
    """Read a value from the command line; a list is separated by commas.

    Raises:
        BadValue: the text does not stand for such a value.
    """
    if option.kind is bool:
        return convert(option, _TRUTH.get(text.lower(), text))
    if option.kind is int:
        digits = text.removeprefix("-")
        plain = digits.isascii() and digits.isdigit() and len(digits) < 20
        return convert(option, int(text) if plain else text)
    if option.kind is list:
        return convert(option, [item for part in text.split(",") if (item := part.strip())])
    return convert(option, text)


def _is_of_kind(option: Option, value: Any) -> bool:
    return isinstance(value, option.kind) and isinstance(value, bool) is (option.kind is bool)


def _wrong_kind(option: Option) -> BadValue:
    return BadValue(f"`{option.name}` must be {_KIND_WORDS[option.kind]}")
