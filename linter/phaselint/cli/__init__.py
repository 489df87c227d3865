"""The command line: one module per command, each imported when it is called (design §9)."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, NoReturn, cast

import click

from phaselint import __version__
from phaselint.cli import streams
from phaselint.linting.garbage import collect_rarely
from phaselint.vocabulary.errors import PhaselintError

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMANDS = {
    "lint": "Check contracts and report what is wrong with them.",
    "run": "Run a contract with a script.",
    "scripts": "Write scenarios that take every reachable move.",
    "migrate": "Rewrite contracts for a later release of their format.",
    "graph": "Show the graph of a contract.",
    "rule": "Explain a rule.",
    "rules": "List all rules.",
    "config": "Show the configuration in force.",
    "server": "Serve an editor (Language Server Protocol).",
}
"""Command → what it does; its module has the same name."""

OK, FINDINGS, FAILURE = 0, 1, 2
"""Exit statuses: nothing found that counts, something that does, work that was not done."""


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

            ctx.fail(unknown("command", args[0], list(COMMANDS)))
        return super().resolve_command(ctx, args)


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


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    stdout = streams.prepare()
    try:
        status = group.main(
            None if arguments is None else list(arguments), "phaselint", standalone_mode=False
        )
    except click.exceptions.Abort:
        return _fail("interrupted")
    except click.ClickException as error:
        return _fail(" ".join(error.format_message().split()))
    except PhaselintError as error:
        return _fail(str(error))
    except OSError as error:
        streams.give_up(sys.stdout)
        return _fail(
            f"{error.strerror or error}" + (f": {error.filename}" if error.filename else "")
        )
    except Exception as error:  # ours or a library's: no defect may look like findings
        streams.give_up(sys.stdout)
        return _fail(_defect(error))
    except SystemExit:
        if sys.stdout is stdout:
            raise
        return 0  # the reader of a help text has gone; click puts something over stdout then
    return status if isinstance(status, int) else 0


def script() -> NoReturn:
    """What the console script runs: `main`, and an end to the process without taking the
    interpreter down piece by piece, which is an eighth of a short run (measured)."""
    collect_rarely()
    status = main()
    streams.finish()
    os._exit(status)


def _defect(error: Exception) -> str:
    """What to say of an exception that nothing has foreseen: its kind, and where it arose."""
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    where = (
        f" ({os.path.basename(last.tb_frame.f_code.co_filename)}:{last.tb_lineno})" if last else ""
    )
    what = type(error).__name__ + (f": {error}" if str(error) else "")
    if isinstance(error, MemoryError):
        return f"there is not enough memory{where}"
    return f"internal error, please report it: {what}{where}"


def _fail(message: str) -> int:
    streams.complain(message)
    return FAILURE
