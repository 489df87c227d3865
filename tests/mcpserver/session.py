"""Sessions of the SDK's own client with the installed command, over standard input and output."""

from __future__ import annotations

import shutil
import sys
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio
import mcp_types as types
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters
from pydantic import FileUrl

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

    from mcp_types import CallToolResult

PATIENCE = 120
"""Seconds after which a session counts as hung."""

LEGACY = "legacy"
"""The handshake of releases before 2026-07-28, which VS Code and Claude Code speak."""


def command() -> str:
    """The installed command, next to this Python."""
    found = shutil.which("phaselint", path=str(Path(sys.executable).parent))
    assert found is not None, "`phaselint` isn't installed in this environment"
    return found


@asynccontextmanager
async def session(
    folder: Path, *, roots: Sequence[Path] | None = None, mode: str = LEGACY
) -> AsyncIterator[Client]:
    """A client of a server that runs in a folder; it tells these roots, if any are given."""
    server = StdioServerParameters(command=command(), args=["mcp"], cwd=folder)

    async def tell_roots(_context: Any) -> types.ListRootsResult:
        some = [types.Root(uri=FileUrl(each.as_uri())) for each in roots or ()]
        return types.ListRootsResult(roots=some)

    more: dict[str, Any] = {} if roots is None else {"list_roots_callback": tell_roots}
    async with Client(server, mode=mode, **more) as client:
        yield client


def run(play: Callable[..., Awaitable[None]], *arguments: Any, **named: Any) -> None:
    """Play a session to its end."""

    async def limited() -> None:
        with anyio.fail_after(PATIENCE):
            await partial(play, *arguments, **named)()

    anyio.run(limited)


def data(result: CallToolResult) -> dict[str, Any]:
    """The structured answer of a call that hasn't failed."""
    assert not result.is_error, result.content
    assert isinstance(result.structured_content, dict)
    return result.structured_content


def line(result: CallToolResult) -> str:
    """The one line of a call that has failed."""
    assert result.is_error
    [content] = result.content
    assert isinstance(content, types.TextContent)
    assert "\n" not in content.text
    return content.text
