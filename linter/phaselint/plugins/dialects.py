"""The dialects that plugins bring: what one must be, to be used like those built in."""

from __future__ import annotations

import re

from phaselint.dialects.base import Dialect, Option
from phaselint.dialects.options import KINDS, BadValue, convert
from phaselint.plugins.guard import guarded
from phaselint.plugins.unfit import Unfit, kind_of, need, need_portable
from phaselint.vocabulary.rule import SHARED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

    from phaselint.dialects import Dialects

NAME = re.compile(r"[a-z][a-z0-9]*([_-][a-z0-9]+)*")
"""What a dialect may be called: the name is a key of the configuration, and is before the dot
of `--set`."""

_CALLED = ("detect", "claim", "root", "load", "study", "runtime", "machine")
_OPTIONAL = ("declared", "cost", "symbols", "insight", "configured", "setup")


def fit(value: Any, origin: str, known: Dialects, reserved: Collection[str]) -> Dialect:
    """A dialect of a distribution, ready to be used.

    Args:
        known: the dialects there are already.
        reserved: names that mean something else in a configuration.

    Raises:
        Unfit: it isn't a dialect, its name is taken, or a part of it is not as it must be.
    """
    need(isinstance(value, Dialect), f"isn't a dialect but a {kind_of(value)}")
    dialect: Dialect = value
    need(
        isinstance(dialect.name, str) and NAME.fullmatch(dialect.name),
        f"is named `{dialect.name}`, which isn't a valid name for a dialect",
    )
    need(
        dialect.name not in known,
        f"is named `{dialect.name}`, the name of another dialect",
    )
    need(
        dialect.name not in reserved and dialect.name != SHARED,
        f"is named `{dialect.name}`, a reserved name",
    )
    need(isinstance(dialect.word, str) and dialect.word, "has no word for its phases")
    for part in _CALLED:
        need(callable(getattr(dialect, part)), f"has a `{part}` that isn't a function")
    for part in _OPTIONAL:
        function = getattr(dialect, part)
        need(function is None or callable(function), f"has a `{part}` that isn't a function")
    _check_options(dialect)
    need_portable(dialect)
    return guarded(dialect, origin)


def _check_options(dialect: Dialect) -> None:
    options = dialect.options
    need(
        isinstance(options, tuple) and all(isinstance(each, Option) for each in options),
        "has `options` that aren't a table of options",
    )
    names = [option.name for option in options]
    for option in options:
        need(names.count(option.name) == 1, f"has duplicate option `{option.name}`")
        need(option.kind in KINDS, f"has an option `{option.name}` of an unknown kind")
        default = option.default
        try:
            convert(option, list(default) if isinstance(default, tuple) else default)
        except BadValue as error:
            raise Unfit(f"has a wrong default: {error}") from None
    for name in dialect.open_options:
        need(name in names, f"opens with `{name}`, which isn't one of its options")
