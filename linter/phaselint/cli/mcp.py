"""`phaselint mcp`: the MCP server for coding agents."""

from __future__ import annotations

import os
import sys

import click

from phaselint.cli.outcome import OK
from phaselint.vocabulary.errors import UsageError

NEEDED = ("mcp", "mcp_types", "anyio")
"""The packages of the extra `mcp`."""

HOW = "-m pip install '.[mcp]'"


@click.command("mcp")
@click.option("--stdio", is_flag=True, hidden=True, help="Ignore this option; clients append it.")
def command(stdio: bool) -> int:  # noqa: ARG001
    """Start the MCP server for coding agents, on standard input and output.

    It offers tools to lint, prove, explain, draw, run and compare contracts, and writes nothing.
    The workspace is what the client names as its roots, or else the current directory.

    It requires the extra `mcp`: run `pip install '.[mcp]'` in your clone of phaselint.
    """
    try:
        from phaselint.mcp.server import serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in NEEDED:
            raise
        raise UsageError(
            f"{error.name} isn't installed; the MCP server requires the extra `mcp`: in your "
            f"clone of phaselint, run `{sys.executable} {HOW}`"
        ) from None
    import anyio

    try:
        anyio.run(serve)
    except* (BrokenPipeError, ConnectionError, KeyboardInterrupt):
        pass
    _leave()
    return OK


def _leave() -> None:
    """End the process: a thread may still wait for the next line of a client that is gone."""
    sys.stderr.flush()
    os._exit(OK)
