"""Small things that several commands share."""

from __future__ import annotations

import os
import sys

from phaselint.cli import streams
from phaselint.cli.outcome import FAILURE, OK
from phaselint.vocabulary.errors import UsageError, blamed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from phaselint.config.model import Config
    from phaselint.dialects.spelling import Respelled
    from phaselint.linting.discovery import FoundContract
    from phaselint.report import Style


def find_contract(
    path: str,
    dialect_name: str,
    config_file: str = "",
    settings: tuple[str, ...] = (),
    *,
    isolated: bool = False,
    overlay: Mapping[str, bytes] | None = None,
) -> FoundContract:
    """The one contract of a path; `overlay` has strings that stand for files, by absolute path.
    Problems of plugins are reported but don't matter.

    Raises:
        UsageError: there is none, or more than one, or a setting is wrong.
    """
    from phaselint.api import builtin_rules
    from phaselint.dialects.options import Given
    from phaselint.linting.discover import Finder

    finder = Finder(
        builtin_rules(),
        wanted=dialect_name,
        config_file=config_file,
        isolated=isolated,
        overlay=overlay,
        given=Given(settings),
    )
    discovery = finder.discover((path,))
    for line in discovery.faults:
        streams.complain(line)
    tell_respelled(discovery.respelled)
    if discovery.wrong:
        raise UsageError(discovery.wrong[0])
    if not discovery.found:
        raise UsageError(f"{path}: no contract found")
    return _the_one(path, discovery.found)


def _the_one(path: str, several: Sequence[FoundContract]) -> FoundContract:
    """The contract that a path names, even if folders below it contain others.

    Raises:
        UsageError: it names a folder that contains several.
    """
    if len(several) == 1:
        return several[0]
    paths = [_shown(found) for found in several]
    named = os.path.relpath(path).replace(os.sep, "/")
    if paths.count(named) == 1:
        return several[paths.index(named)]
    listed = ", ".join(sorted(paths))
    raise UsageError(f"{path}: several contracts found; name one of them: {listed}")


def _shown(found: FoundContract) -> str:
    full = os.path.join(found.workspace.root, found.target.path)
    return os.path.relpath(full).replace(os.sep, "/")


def tell_respelled(found: Iterable[Respelled]) -> None:
    """Report options in older spellings."""
    some = tuple(found)
    if some:
        from phaselint.dialects.spelling import spelling_lines

        for line in spelling_lines(some):
            streams.complain(line)


def options_for(found: FoundContract) -> dict[str, Any]:
    """The effective dialect options of a contract."""
    from phaselint.dialects.options import in_force

    return in_force(found.dialect, found.workspace.config.options, found.workspace.given)


def status_of(config: Config) -> int:
    """The status of a command that shows the effect of a configuration, after reporting its
    problems."""
    for line in config.faults:
        streams.complain(line)
    tell_respelled(config.respelled)
    return FAILURE if config.faults else OK


def write_lines(text: Iterable[str], path: str) -> None:
    """Write to standard output, or to a file in one piece; `-` is standard output.

    Raises:
        UsageError: the text can't be written; what was in the file before is untouched.
    """
    if path in ("", "-"):
        streams.write(text)
        return
    write_file("".join(text), path)


def write_made(text: Iterable[str], path: str, found: FoundContract) -> None:
    """Write something made from a contract as `write_lines` does, but not over a file of the
    contract.

    Raises:
        UsageError: the path is such a file, or the text can't be written; nothing is changed.
    """
    if path not in ("", "-") and os.path.exists(path):
        with blamed(found.dialect.origin, "machine"):
            files = found.dialect.load(found.workspace.reader, found.target).documents
        root = found.workspace.root
        if any(_same(os.path.join(root, file), path) for file in files):
            raise UsageError(f"can't write {path}: it is a file of the contract")
    write_lines(text, path)


def _same(left: str, right: str) -> bool:
    return os.path.exists(left) and os.path.samefile(left, right)


def write_file(data: str | bytes, path: str) -> None:
    """Write to a file in one piece.

    Raises:
        UsageError: it can't be written; the existing file is unchanged.
    """
    from phaselint.project.replacing import write_atomically

    for lost in write_atomically(path, data):
        streams.complain(f"{path}: {lost}")


_LINKING = (
    "VTE_VERSION",
    "WT_SESSION",
    "KITTY_WINDOW_ID",
    "KONSOLE_VERSION",
    "ALACRITTY_WINDOW_ID",
)
_LINKING_PROGRAMS = ("iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper")


def use_links() -> bool:
    """Whether standard output is a terminal that supports hyperlinks (OSC 8); FORCE_HYPERLINK
    overrides it, 0 for no."""
    asked = os.environ.get("FORCE_HYPERLINK")
    if asked is not None:
        return asked != "0"
    if not sys.stdout.isatty() or os.environ.get("TERM") == "dumb":
        return False
    program = os.environ.get("TERM_PROGRAM")
    return program in _LINKING_PROGRAMS or any(name in os.environ for name in _LINKING)


def style_of_screen(color: str) -> Style:
    """What standard output can show of a report: colors as asked for, links, the width."""
    from phaselint.report import Style

    coloured = use_colour(color)
    return Style(coloured, links=coloured and use_links(), columns=_narrow_columns())


def _narrow_columns() -> int:
    """The width of the terminal on standard output if it is narrow; else 0."""
    if not sys.stdout.isatty():
        return 0
    from shutil import get_terminal_size

    from phaselint.report.narrow import usable

    return usable(get_terminal_size((0, 0)).columns)


def use_colour(when: str) -> bool:
    """Whether to color standard output: `always`, `never`, or `auto` (on a terminal, unless
    NO_COLOR is set; FORCE_COLOR overrides)."""
    if when != "auto":
        return when == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
