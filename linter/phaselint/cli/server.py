"""`phaselint server`: the language server (design §9)."""

from __future__ import annotations

import click

from phaselint.cli.serving import serve


@click.command("server")
@click.option("--stdio", is_flag=True, hidden=True, help="What editors append; it is always so.")
@click.option("--clientProcessId", "client", type=int, hidden=True, help="What editors append.")
def command(stdio: bool, client: int | None) -> int:  # noqa: ARG001
    """Serve an editor over standard input and output (Language Server Protocol).

    It needs the extra `lsp`: pip install '.[lsp]' in a checkout.
    """
    return serve()
