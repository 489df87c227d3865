"""Options and small things that several commands share."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any, TypeVar

import click

from phaselint.cli import streams
from phaselint.dialects import NAMES
from phaselint.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from phaselint.discover import Found

Command = TypeVar("Command", bound="Callable[..., Any]")


def words(_ctx: object, _parameter: object, values: tuple[str, ...]) -> tuple[str, ...]:
    """The comma-separated words of a repeatable option."""
    return tuple(word.strip() for value in values for word in value.split(",") if word.strip())


def contract_options(command: Command) -> Command:
    """The options by which a command finds and reads a contract."""
    for option in reversed(
        (
            click.option(
                "--dialect", metavar="NAME", default="", help=f"Dialect: {', '.join(NAMES)}."
            ),
            click.option(
                "--config", "config_file", metavar="FILE", default="", help="Configuration."
            ),
            click.option(
                "--set",
                "settings",
                metavar="DIALECT.OPTION=VALUE",
                multiple=True,
                help="Set a dialect option; wins over the configuration.",
            ),
            click.option("--isolated", is_flag=True, help="Read no configuration file."),
        )
    ):
        command = option(command)
    return command


def find_contract(
    path: str, dialect_name: str, config_file: str, settings: tuple[str, ...], *, isolated: bool
) -> Found:
    """The one contract behind a path.

    Raises:
        UsageError: there is none, or more than one, or a setting is wrong.
    """
    from phaselint.dialects import dialects
    from phaselint.dialects.options import parse_settings
    from phaselint.discover import Finder

    finder = Finder(
        dialects(dialect_name),
        forced=bool(dialect_name),
        config_file=config_file,
        isolated=isolated,
        given=parse_settings(settings, dialects()),
    )
    discovery = finder.discover((path,))
    if discovery.wrong:
        raise UsageError(discovery.wrong[0])
    if not discovery.found:
        raise UsageError(f"{path}: no contract found")
    if len(discovery.found) > 1:
        listed = ", ".join(sorted(_shown(found) for found in discovery.found))
        raise UsageError(f"{path}: several contracts found, name one of them: {listed}")
    return discovery.found[0]


def _shown(found: Found) -> str:
    full = os.path.join(found.workspace.root, found.target.path)
    return os.path.relpath(full).replace(os.sep, "/")


def options_for(found: Found, settings: tuple[str, ...]) -> dict[str, Any]:
    """The dialect options in force for a contract."""
    from phaselint.dialects import dialects
    from phaselint.dialects.options import in_force, parse_settings

    given = parse_settings(settings, dialects())
    return in_force(found.dialect, found.workspace.config.dialects, given)


def write_lines(text: Iterable[str], path: str) -> None:
    """Write to standard output, or to a file in one piece; `-` is standard output.

    Raises:
        UsageError: the text cannot be written; what was in the file before is untouched.
    """
    if path in ("", "-"):
        streams.write(text)
        return
    from phaselint.project.files import write_atomically

    write_atomically(path, "".join(text))


def use_colour(when: str) -> bool:
    """Whether to colour standard output: `always`, `never`, or `auto` (on a terminal, unless
    NO_COLOR is set; FORCE_COLOR overrides)."""
    if when != "auto":
        return when == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
