"""`phaselint server`: the language server (design §9)."""

from __future__ import annotations

import gc

import click

from phaselint.vocabulary.errors import UsageError

NEEDED = ("pygls", "lsprotocol")
"""What the extra `lsp` brings."""

HOW = "pip install '.[lsp]' in a checkout"


@click.command("server")
@click.option("--stdio", is_flag=True, hidden=True, help="What editors append; it is always so.")
@click.option("--clientProcessId", "client", type=int, hidden=True, help="What editors append.")
def command(stdio: bool, client: int | None) -> int:  # noqa: ARG001
    """Serve an editor over standard input and output (Language Server Protocol).

    It needs the extra `lsp`: pip install '.[lsp]' in a checkout.
    """
    from phaselint.api import builtin_rules

    gc.disable()  # the protocol has a thousand classes, none of which is garbage
    try:
        from phaselint_lsp.lateclasses import import_protocol

        import_protocol()
        from phaselint_lsp.server import serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in NEEDED:
            raise
        raise UsageError(f"{error.name} is missing; it comes with the extra `lsp`: {HOW}") from None
    gc.enable()
    gc.freeze()
    serve(builtin_rules())
    return 0
