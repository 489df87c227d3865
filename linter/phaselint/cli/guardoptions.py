"""The options of `phaselint policies` that are about guards, as one value."""

from __future__ import annotations

from functools import wraps

import click

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from phaselint.guards.writing import OnError


class GuardOptions(NamedTuple):
    """What the user asked for.

    Attributes:
        target: the target of the guard; empty where no guard is asked for.
        policies: the names of policies; none for all.
        output: the file to write.
        on_error: what the guard does with an event that it can't check.
        register: whether to change the settings file.
        settings_file: the settings file; empty for that of the target, in the current directory.
    """

    target: str
    policies: tuple[str, ...]
    output: str
    on_error: OnError
    register: bool
    settings_file: str

    @property
    def given(self) -> tuple[str, ...]:
        """The names of the options that aren't as they are by default."""
        values = {
            "--export": self.target,
            "--policy": self.policies,
            "--output": self.output,
            "--register": self.register,
            "--settings-file": self.settings_file,
            "--fail": self.on_error != "open",
        }
        return tuple(name for name, value in values.items() if value)


_OPTIONS = (
    click.option(
        "--export",
        type=click.Choice(("claude-code", "vscode", "copilot-cli", "langgraph")),
        default=None,
        help="Write a guard: a file that blocks what would violate the policies of one contract.",
    ),
    click.option(
        "--policy",
        "named",
        multiple=True,
        metavar="NAME",
        help="Put only this policy into the guard. Can be repeated.",
    ),
    click.option("--output", metavar="FILE", default="", help="Write the guard to this file."),
    click.option(
        "--register",
        is_flag=True,
        help="Add the guard to the settings of its target, and show the change.",
    ),
    click.option(
        "--settings-file",
        metavar="FILE",
        default="",
        help="Use this settings file instead of that of the target.",
    ),
    click.option(
        "--fail",
        "on_error",
        type=click.Choice(("open", "closed")),
        default="open",
        help="Choose whether calls that the guard can't check pass or are blocked.",
    ),
)


def guard_options(command: Callable[..., int]) -> Callable[..., int]:
    """Add the options to a command, which takes them as `guard`."""

    @wraps(command)
    def with_guard(
        export: str | None,
        named: tuple[str, ...],
        output: str,
        on_error: OnError,
        register: bool,
        settings_file: str,
        **others: Any,
    ) -> int:
        options = GuardOptions(
            export or "",
            named,
            output,
            on_error=on_error,
            register=register,
            settings_file=settings_file,
        )
        return command(guard=options, **others)

    for option in reversed(_OPTIONS):
        with_guard = option(with_guard)
    return with_guard
