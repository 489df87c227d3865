"""The command line in click: one module per command, imported when it is called."""

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


GROUPS = {
    "Check": {
        "lint": "Check contracts and report findings.",
        "contracts": "List detected contracts, and files that look like one.",
        "rule": "Explain a rule.",
        "rules": "List all rules.",
    },
    "Test and explore": {
        "run": "Run a contract with a script, or estimate its maximum cost.",
        "scripts": "Generate scenarios that cover every reachable transition.",
        "policies": "List policies and whether they hold, and suggest new ones.",
        "diff": "Show what a change to contracts makes possible.",
        "conform": "Follow logs of real runs through their contract.",
        "graph": "Draw the graph of a contract.",
    },
    "Set up and maintain": {
        "init": "Create a configuration, hooks or an example contract.",
        "migrate": "Update contracts to a later release of their format.",
        "config": "Show the effective configuration and where it comes from.",
        "schema": "Print the JSON Schema of a phaselint file format.",
        "server": "Start the language server for editors.",
        "mcp": "Start the MCP server for coding agents.",
    },
}
"""The commands in the groups of the help, each with its purpose; its module has the same name."""

COMMANDS = {name: purpose for commands in GROUPS.values() for name, purpose in commands.items()}
"""Command → its purpose."""


LINTING = ("check", "analyze", "scan", "validate")
"""Names that other tools have for `lint`."""


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

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands, and the options after them."""
        self.format_commands(ctx, formatter)
        click.Command.format_options(self, ctx, formatter)

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands in groups without importing any."""
        widest = max(map(len, COMMANDS))
        for title, commands in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(widest), what) for name, what in commands.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Suggest a command if the name is unknown."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from phaselint.vocabulary.suggest import unknown

            wanted = _meant(args)
            ctx.fail(wanted or unknown("command", args[0], list(COMMANDS)))
        return super().resolve_command(ctx, args)


def _meant(words: list[str]) -> str:
    """The error for a path, or for another linter's name for `lint`, in place of a command; empty
    for other words."""
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
    epilog="Exit status: 0 no findings, 1 findings, 2 the command couldn't run.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, message="%(prog)s %(version)s")
@click.pass_context
def group(ctx: click.Context) -> int:
    """Find broken handoffs, dead ends and endless loops in the workflow contracts of LLM agents,
    and confirm them by simulated runs.

    Start with `phaselint lint`, or `phaselint init` in a new project.
    """
    if ctx.invoked_subcommand is None:
        from phaselint.cli.overview import overview

        status = overview()
        if status is not None:
            return status
        click.echo(ctx.get_help(), err=True)
    return FAILURE


def call(arguments: Sequence[str] | None) -> int:
    """Make click read arguments, by default those of the process, and run the command.

    Raises:
        UsageError: the arguments are invalid, or the user interrupts it.
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
