"""The MCP server: lists the tools, and answers their calls (over the official SDK)."""

from __future__ import annotations

import os
from io import BufferedWriter, FileIO, TextIOWrapper
from typing import TYPE_CHECKING, Any

import anyio
import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from phaselint.mcp import stdout
from phaselint.mcp.calls import run_call
from phaselint.mcp.checking import check_arguments
from phaselint.mcp.tools import INSTRUCTIONS, LIMIT, TOOLS
from phaselint.mcp.workspace import checked, folders_of, workspace_of
from phaselint.version import __version__
from phaselint.vocabulary.errors import UsageError
from phaselint.vocabulary.suggest import unknown

if TYPE_CHECKING:
    from mcp.server.context import ServerRequestContext
    from typing_extensions import Buffer

    from phaselint.mcp.calls import Outcome
    from phaselint.mcp.tools import Tool
    from phaselint.mcp.workspace import Workspace

    Context = ServerRequestContext[dict[str, Any], Any]

ROOTS = "roots"
"""The key of the question for roots in answers to clients that ask for it (2026-07-28)."""

PATIENCE = 5.0
"""Seconds in which a client must tell its roots."""

AT_ONCE = 4
"""Calls of a client that run at the same time; others wait, and their limit runs meanwhile."""


def server() -> Server[dict[str, Any]]:
    """A server for one client."""
    places = anyio.Semaphore(AT_ONCE)

    async def call_tool(
        context: Context, params: types.CallToolRequestParams
    ) -> types.CallToolResult | types.InputRequiredResult:
        tool = TOOLS.get(params.name)
        if tool is None:
            told = unknown("tool", params.name, list(TOOLS))
            raise MCPError(types.INVALID_PARAMS, told)
        try:
            roots = await _roots(context, params)
            if isinstance(roots, types.InputRequiredResult):
                return roots
            workspace = workspace_of(folders_of(roots))
            return await _called(context, params, tool, workspace, places)
        except UsageError as error:
            return _failed(" ".join(str(error).split()))

    return Server(
        "phaselint",
        version=__version__,
        title="phaselint",
        instructions=INSTRUCTIONS,
        on_list_tools=_list_tools,
        on_call_tool=call_tool,
    )


async def _called(
    context: Context,
    params: types.CallToolRequestParams,
    tool: Tool,
    workspace: Workspace,
    places: anyio.Semaphore,
) -> types.CallToolResult:
    """Answer a call in a process of its own, once there is a place for it.

    Raises:
        UsageError: an argument is wrong, or a path is outside the workspace.
    """
    arguments = params.arguments or {}
    check_arguments(arguments, tool.takes)
    made = checked(workspace, arguments, about="paths" in tool.takes["properties"])
    steps = 0

    async def report(message: str) -> None:
        nonlocal steps
        steps += 1
        await context.session.report_progress(steps, None, message)

    call = {"tool": params.name, "arguments": made.arguments, "texts": made.texts}
    seconds = float(arguments.get("seconds", LIMIT))
    start = anyio.current_time()
    async with places:
        left = max(0.1, seconds - (anyio.current_time() - start))
        environment = workspace.environment()
        return result_of(await run_call(call, workspace.folder, environment, left, report))


async def serve() -> None:
    """Serve the client on standard input and output until it goes."""
    made = server()
    wire = TextIOWrapper(BufferedWriter(_Wire(stdout.claimed(), "wb")), encoding="utf-8")
    async with stdio_server(stdout=anyio.wrap_file(wire)) as (read, write):
        await made.run(read, write, made.create_initialization_options())


class _Wire(FileIO):
    """What goes to the client. Once that reads no longer, the process ends: the thread that waits
    for its next line could not be told, and calls end with the process."""

    def write(self, data: Buffer, /) -> int:
        """See FileIO."""
        try:
            return super().write(data)
        except BrokenPipeError:
            os._exit(0)


async def _list_tools(
    _context: Context, _params: types.PaginatedRequestParams | None
) -> types.ListToolsResult:
    return types.ListToolsResult(tools=[_tool(name, tool) for name, tool in TOOLS.items()])


def _tool(name: str, tool: Tool) -> types.Tool:
    return types.Tool(
        name=name,
        title=tool.title,
        description=tool.purpose,
        input_schema=dict(tool.takes),
        output_schema=dict(tool.gives),
        annotations=types.ToolAnnotations(
            title=tool.title,
            read_only_hint=True,
            destructive_hint=False,
            idempotent_hint=True,
            open_world_hint=False,
        ),
    )


async def _roots(
    context: Context, params: types.CallToolRequestParams
) -> list[str] | types.InputRequiredResult:
    """The roots that a client tells, none if it has none; or the question for them, to which a
    client of 2026-07-28 answers by calling again.

    Raises:
        UsageError: the client doesn't tell them.
    """
    capabilities = context.session.client_capabilities
    if capabilities is None or capabilities.roots is None:
        return []
    if not context.session.can_send_request:
        told = (params.input_responses or {}).get(ROOTS)
        if told is None:
            return types.InputRequiredResult(input_requests={ROOTS: types.ListRootsRequest()})
        if not isinstance(told, types.ListRootsResult):
            raise UsageError("the client answers the question for its roots with something else")
        return [str(each.uri) for each in told.roots]
    try:
        answer = await context.session.send_request(
            types.ListRootsRequest(), types.ListRootsResult, request_read_timeout_seconds=PATIENCE
        )
    except MCPError as error:
        raise UsageError(f"the client doesn't tell its roots: {error.message}") from None
    return [str(each.uri) for each in answer.roots]


def result_of(outcome: Outcome) -> types.CallToolResult:
    """What a client gets of a call."""
    if outcome.answer is None:
        return _failed(outcome.error)
    return types.CallToolResult(
        content=[types.TextContent(text=outcome.answer["text"])],
        structured_content=outcome.answer["data"],
    )


def _failed(line: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(text=line)], is_error=True)
