"""The tools that the harnesses bring (reference §4.2, as of autumn 2026; incomplete by nature)."""

from __future__ import annotations

SETS: dict[str, tuple[str, ...]] = {
    "agent": ("runSubagent",),
    "browser": (),
    "edit": (
        *("createDirectory", "createFile", "createJupyterNotebook", "editFiles", "editNotebook"),
        "rename",
    ),
    "execute": (
        *("awaitTerminal", "createAndRunTask", "getTerminalOutput", "killTerminal"),
        *("runInTerminal", "runNotebookCell", "runTask", "runTests", "sendToTerminal"),
        "testFailure",
    ),
    "read": (
        *("getNotebookSummary", "getTaskOutput", "problems", "readFile", "readNotebookCellOutput"),
        *("terminalLastCommand", "terminalSelection", "viewImage"),
    ),
    "search": (
        *("changes", "codebase", "fileSearch", "listDirectory", "searchResults"),
        *("searchSubagent", "textSearch", "usages"),
    ),
    "todo": (),
    "vscode": (
        *("askQuestions", "extensions", "getProjectSetupInfo", "installExtension", "memory"),
        *("newWorkspace", "runCommand", "vscodeAPI"),
    ),
    "web": ("fetch", "githubRepo"),
}
"""Tool set of VS Code → the tools in it."""

FORMER: dict[str, str] = {
    **{
        name: f"search/{name}"
        for name in (
            *("codebase", "changes", "usages", "searchResults", "textSearch", "fileSearch"),
            "listDirectory",
        )
    },
    "editFiles": "edit/editFiles",
    "fetch": "web/fetch",
    "githubRepo": "web/githubRepo",
    **{
        name: f"read/{name}"
        for name in ("problems", "readFile", "terminalLastCommand", "terminalSelection")
    },
    **{
        name: f"execute/{name}"
        for name in ("runTests", "testFailure", "runInTerminal", "getTerminalOutput")
    },
    "extensions": "vscode/extensions",
    "vscodeAPI": "vscode/vscodeAPI",
    "todos": "todo",
    "runSubagent": "agent/runSubagent",
}
"""Former bare name of a tool of VS Code → what it is called now."""

COPILOT: dict[str, str] = {
    alias: name
    for name, aliases in {
        "execute": ("shell", "bash", "powershell"),
        "read": ("NotebookRead",),
        "edit": ("MultiEdit", "Write", "NotebookEdit"),
        "search": ("Grep", "Glob"),
        "agent": ("custom-agent", "Task"),
        "web": ("WebSearch", "WebFetch"),
        "todo": ("TodoWrite",),
    }.items()
    for alias in aliases
}
"""Alias of Copilot, in any case → the set it stands for."""

_ANY_CASE = frozenset({"agent", "custom-agent", "task"})
_EXACT = frozenset({"agent/*", "agent/runSubagent", "runSubagent", "*"})

NEVER = (
    *("AskUserQuestion", "EnterPlanMode", "ExitPlanMode", "EndConversation", "ScheduleWakeup"),
    *("WaitForMcpServers", "Workflow"),
)
"""Tools of Claude Code that no subagent is given."""

CLAUDE = (
    *("Agent", "Task", "Bash", "BashOutput", "PowerShell", "KillShell", "KillBash", "Monitor"),
    *("Read", "Edit", "MultiEdit", "Write", "Glob", "Grep", "LS", "LSP", "NotebookRead"),
    *("NotebookEdit", "WebFetch", "WebSearch", "TodoRead", "TodoWrite", "TaskCreate", "TaskGet"),
    *("TaskList", "TaskUpdate", "TaskOutput", "TaskStop", "Skill", "SlashCommand", "ToolSearch"),
    *("MCPSearch", "ListMcpResourcesTool", "ReadMcpResourceTool", "SendMessage", "ListAgents"),
    *("SubagentHandback", "Artifact", "EnterWorktree", "ExitWorktree", "CronCreate", "CronDelete"),
    "CronList",
    *NEVER,
)
"""Tools of Claude Code."""

CALLS = ("Agent", "Task")
"""The tool of Claude Code that calls subagents, and what it was called before."""


def calls_agents(tools: tuple[str, ...] | None) -> bool:
    """Whether an agent of VS Code with these tools can call subagents; with none named it has all
    (§4.2)."""
    return tools is None or any(tool in _EXACT or tool.lower() in _ANY_CASE for tool in tools)


def bare(tool: str) -> str:
    """An entry of Claude Code without what stands in its parentheses."""
    return tool.partition("(")[0].strip()


def is_pattern(tool: str) -> bool:
    """Whether an entry of Claude Code names tools of servers, or many at once."""
    return "__" in tool or "*" in bare(tool)
