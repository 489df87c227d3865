"""The command line as click reads it: one module per command, each imported when it is called."""

from __future__ import annotations

import os
import shlex
import sys
from importlib import import_module
from typing import TYPE_CHECKING, cast

import click

from phaselint.cli.outcome import FAILURE, INTERRUPTED, OK
from phaselint.version import __version__
from phaselint.vocabulary.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence


COMMANDS = {
    "lint": "Check contracts and report what is wrong with them.",
    "init": "Set up a project: a configuration, hooks, a first contract.",
    "contracts": "List what is recognised as a contract, and what nearly is.",
    "run": "Run a contract with a script.",
    "scripts": "Write scenarios that take every reachable move.",
    "diff": "Show what a change to contracts makes possible.",
    "policies": "List policies and whether they hold, and suggest some.",
    "migrate": "Rewrite contracts for a later release of their format.",
    "graph": "Show the graph of a contract.",
    "rule": "Explain a rule.",
    "rules": "List all rules.",
    "config": "Show the configuration in force.",
    "schema": "Print the JSON Schema of a format of phaselint.",
    "server": "Serve an editor (Language Server Protocol).",
}
"""Command → what it does; its module has the same name."""


LINTING = ("check", "analyze", "scan", "validate")
"""What other tools call `lint`."""


class LazyGroup(click.Group):
    """A group that imports a command's module when the command is used."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """All commands, in the order they are documented."""
        return list(COMMANDS)

    def get_command(self, _ctx: click.Context, name: str) -> click.Command | None:
        """Import the module of a command."""
        if name not in COMMANDS:
            return None
        return cast("click.Command", import_module(f"phaselint.cli.{name}").command)

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Suggest a command where there is none of that name."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from phaselint.vocabulary.suggest import unknown

            wanted = _meant(args)
            ctx.fail(wanted or unknown("command", args[0], list(COMMANDS)))
        return super().resolve_command(ctx, args)


def _meant(words: list[str]) -> str:
    """What to say of a path, or of the name that other linters have for `lint`, where a command is
    expected; empty for other words."""
    word, *rest = words
    if word in LINTING:
        paths = rest or ["."]
    elif os.path.exists(word):
        paths = words
    else:
        return ""
    return f"unknown command `{word}`; use `phaselint lint {shlex.join(paths)}`"


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, message="%(prog)s %(version)s")
@click.pass_context
def group(ctx: click.Context) -> int:
    """Check the workflow contracts of LLM agents, and prove what is found.

    Status: 0 nothing found, 1 findings, 2 the command could not do its work.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help(), err=True)
    return FAILURE


def call(arguments: Sequence[str] | None) -> int:
    """Have click read arguments, those of the process where none are given, and run the command.

    Raises:
        UsageError: click finds fault with them, or somebody interrupts it.
    """
    stdout = sys.stdout
    try:
        status = group.main(arguments, "phaselint", standalone_mode=False)
    except click.exceptions.Abort:  # behind a line break, which click has written
        raise UsageError(INTERRUPTED) from None
    except click.ClickException as error:
        raise UsageError(" ".join(error.format_message().split())) from None
    except SystemExit:
        if sys.stdout is stdout:
            raise
        return OK  # the reader of a help text has gone; click puts something over stdout then
    return status if isinstance(status, int) else OK
