"""`phaselint server`: the language server (design §9)."""

from __future__ import annotations

import click

from phaselint.cli.serving import serve


@click.command("server")
@click.option("--stdio", is_flag=True, hidden=True, help="Ignore this option; editors append it.")
@click.option(
    "--clientProcessId",
    "client",
    type=int,
    hidden=True,
    help="Ignore this option; editors append it.",
)
def command(stdio: bool, client: int | None) -> int:  # noqa: ARG001
    """Start the language server for editors, on standard input and output.

    It requires the extra `lsp`: run `pip install '.[lsp]'` in your clone of phaselint.
    """
    return serve()
