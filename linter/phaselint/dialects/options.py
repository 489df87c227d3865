"""Dialect options: their kinds, and which source wins (design §9, §10).

The default gives way to the configuration, that to the contract's own file, and that to
`--set` on the command line.
"""

from __future__ import annotations

from phaselint.vocabulary.errors import UsageError
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.suggest import unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

    from phaselint.dialects import Dialects
    from phaselint.dialects.base import Dialect, Option
    from phaselint.dialects.spelling import Respelled

    Options = dict[str, Any]


KINDS = {bool: "true or false", int: "an integer", str: "a string", list: "a list of strings"}
"""The kinds of options, and the values of each."""

_TRUTH = {"true": True, "false": False}


class BadValue(Exception):
    """A value that its option does not take; the text says what it must be."""


def merge(
    dialect: Dialect,
    configured: Mapping[str, Any],
    own: Mapping[str, Any],
    given: Mapping[str, Any],
) -> Options:
    """Give every option of a dialect its effective value.

    Args:
        configured: the values from the configuration (from `load_config`).
        own: the values from the contract's own file; unknown options and invalid values are left to
        the rules and have no effect here.
        given: the values from the command line (from `parse_settings`).
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
    """Give the options of a dialect their effective values, from the configuration and the command
    line for all dialects."""
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


class Given:
    """Options that override the configuration. Each project decides which dialects exist, so the
    values for a dialect are read for each project separately.

    Args:
        settings: strings of the form DIALECT.OPTION=VALUE; a later one replaces an earlier one.
        values: dialect → option → value; they win over the settings.

    Raises:
        UsageError: a setting of another shape.
    """

    __slots__ = ("_settings", "_values")

    def __init__(
        self,
        settings: Iterable[str] = (),
        values: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> None:
        self._settings = tuple(map(_parted, settings))
        self._values = values or {}

    def options(self, dialects: Dialects) -> dict[str, Options]:
        """The values given for the existing dialects, by dialect.

        Raises:
            UsageError: an unknown option, or a bad value.
        """
        found: dict[str, Options] = {}
        for setting in self._settings:
            if setting.dialect in dialects:
                option, value = setting.read(dialects[setting.dialect])
                found.setdefault(setting.dialect, {})[option] = value
        for name, values in self._values.items():
            if name in dialects:
                found.setdefault(name, {}).update(check_options(dialects[name], values))
        return found

    def respelled(self, dialects: Dialects) -> Iterator[Respelled]:
        """The older spellings in the values given for the existing dialects."""
        for setting in self._settings:
            if setting.dialect in dialects:
                option = find_option(setting.option, dialects[setting.dialect])
                yield from respelled(setting.option, option.name, f"--set {setting.written}")
        for name, values in self._values.items():
            if name in dialects:
                for written in values:
                    now = find_option(written, dialects[name]).name
                    yield from respelled(written, now, f"options of {name}")

    def check(self, known: Iterable[Dialects]) -> None:
        """Check that values are given only for dialects that some project knows.

        Raises:
            UsageError: a dialect that no project knows.
        """
        names = tuple(dict.fromkeys(name for dialects in known for name in dialects.names))
        for setting in self._settings:
            if setting.dialect not in names:
                raise setting.error(unknown("dialect", setting.dialect, names))
        for name in self._values:
            if name not in names:
                raise UsageError(unknown("dialect", name, names))


class Setting(NamedTuple):
    """A setting as it was written, and its parts."""

    written: str
    dialect: str
    option: str
    text: str

    def error(self, why: str) -> UsageError:
        """What is wrong with it."""
        return UsageError(f"--set {self.written}: {why}")

    def read(self, dialect: Dialect) -> tuple[str, Any]:
        """The option of its dialect, and the value. Raises UsageError for a bad one."""
        try:
            option = find_option(self.option, dialect)
            return option.name, convert_text(option, self.text)
        except (BadValue, LookupError) as error:
            raise self.error(error.args[0]) from None


def _parted(setting: str) -> Setting:
    name, equals, text = setting.partition("=")
    dialect, dot, option = name.strip().partition(".")
    if not (equals and dot):
        raise UsageError(f"--set {setting}: expected FORMAT.OPTION=VALUE")
    return Setting(setting, dialect, option, text.strip())


def find_option(name: str, dialect: Dialect) -> Option:
    """Look an option up, in whatever spelling. Raises LookupError, with a suggestion, when there is
    none."""
    spelled = kebab(name)
    for option in dialect.options:
        if kebab(option.name) == spelled:
            return option
    names = [option.name for option in dialect.options]
    raise LookupError(unknown(f"{dialect.name} option", name, names))


def kebab(name: str) -> str:
    """The name of an option as options are spelled: in lower case, with hyphens between words."""
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in name.replace("_", "-"))


def respelled(name: str, now: str, where: str) -> Iterator[Respelled]:
    """What there is to tell of an option that is found under a name: nothing where that is the
    option's own, or one that a plugin's has in the spelling that others have."""
    if name not in (now, kebab(now)):
        from phaselint.dialects.spelling import Respelled

        yield Respelled(name, now, where)


def check_options(dialect: Dialect, values: Mapping[str, Any]) -> Options:
    """Check options that a script gives.

    Raises:
        UsageError: an option the dialect does not have, or a value it does not take.
    """
    try:
        options = ((find_option(name, dialect), value) for name, value in values.items())
        return {option.name: convert(option, value) for option, value in options}
    except (BadValue, LookupError) as error:
        raise UsageError(error.args[0]) from None


def convert(option: Option, value: Any) -> Any:
    """Check a value of TOML, YAML or JSON; a list comes back as a tuple, and a boolean does not
    pass for an integer, but for the word that it is, of an option with such a word.

    Raises:
        BadValue: the value has another type, or isn't among the allowed words.
    """
    if isinstance(value, bool) and str(value).lower() in option.values:
        return str(value).lower()
    if option.single and isinstance(value, str):
        value = [value]
    if not _is_of_kind(option, value):
        raise _wrong_kind(option)
    words: list[Any] = value if option.kind is list else [value]
    for word in words:
        if option.kind is list and not isinstance(word, str):
            raise _wrong_kind(option)
        if option.values and word not in option.values:
            for each, instead in option.refused:
                if word == each:
                    raise BadValue(f"`{option.name}` cannot be {quote(each)} here: {instead}")
            raise BadValue(unknown(message("`{}` value", option.name), str(word), option.values))
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
    return BadValue(message("`{}` must be {}", option.name, KINDS[option.kind]))
