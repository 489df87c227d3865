"""The MCP server: what coding agents ask about contracts, over the official SDK (`mcp`).

`tools` has the table of tools, `server` speaks the protocol, `workspace` decides what may be read.
Each call runs in a process of its own (`calls` starts and ends it, `worker` is what runs there), so
it can be ended at any time, and nothing that it prints gets between messages. `answers` has one
module per tool. Only `server` and `serving` import the SDK.
"""
