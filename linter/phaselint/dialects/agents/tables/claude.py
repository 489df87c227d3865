"""The tools of Claude Code, with the versions that brought and removed them (agents §4.2)."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

SOURCE = (
    "the tools reference and the page on subagents of Claude Code 2.1.288, and its changelog to "
    "2.1.240"
)
AS_OF = "2026-10-02"

PRESENT = (
    "Agent",
    "Artifact",
    "AskUserQuestion",
    "Bash",
    "CronCreate",
    "CronDelete",
    "CronList",
    "Edit",
    "EndConversation",
    "EnterPlanMode",
    "EnterWorktree",
    "ExitPlanMode",
    "ExitWorktree",
    "Glob",
    "Grep",
    "ListAgents",
    "ListMcpResourcesTool",
    "LSP",
    "Monitor",
    "NotebookEdit",
    "PowerShell",
    "PushNotification",
    "Read",
    "ReadMcpResourceTool",
    "RemoteTrigger",
    "ReportFindings",
    "ScheduleWakeup",
    "SendFeedback",
    "SendMessage",
    "SendUserFile",
    "ShareOnboardingGuide",
    "Skill",
    "SubagentHandback",
    "TaskCreate",
    "TaskGet",
    "TaskList",
    "TaskOutput",
    "TaskStop",
    "TaskUpdate",
    "TodoWrite",
    "ToolSearch",
    "WaitForMcpServers",
    "WebFetch",
    "WebSearch",
    "Workflow",
    "Write",
)
"""The current tools."""

SINCE: Mapping[str, str] = {
    "EndConversation": "2.1.213",
    "ListAgents": "2.1.224",
    "ReportFindings": "2.1.196",
    "SendFeedback": "2.1.238",
}
"""Tool → the version that introduced it, if known."""


class Former(NamedTuple):
    """A removed or renamed tool.

    Attributes:
        instead: its replacement.
        version: the version that changed it; empty if unknown.
        accepted: whether the name still works.
    """

    instead: str = ""
    version: str = ""
    accepted: bool = False


FORMER: Mapping[str, Former] = {
    "Task": Former("Agent", "2.1.63", accepted=True),
    "KillBash": Former("TaskStop", accepted=True),
    "KillShell": Former("TaskStop", accepted=True),
    "BashOutput": Former("Read", "2.0.64"),
    "AgentOutputTool": Former("TaskOutput", "2.0.64"),
    "MultiEdit": Former("Edit"),
    "LS": Former("Glob"),
    "NotebookRead": Former("Read"),
    "TodoRead": Former(),
    "SlashCommand": Former("Skill"),
}
"""Former name → what happened to it."""

UNLISTED = ("MCPSearch",)
"""Tools that VS Code knows by these names but the reference doesn't list."""

DEPRECATED: Mapping[str, str] = {"TaskOutput": "Read"}
"""Tool that still works → what to use in its place."""

NEVER = (
    "AskUserQuestion",
    "EndConversation",
    "EnterPlanMode",
    "ExitPlanMode",
    "ScheduleWakeup",
    "WaitForMcpServers",
    "Workflow",
)
"""Tools that subagents never get; `ExitPlanMode` only in plan mode."""

BACKGROUND = (
    "Read",
    "Grep",
    "Glob",
    "LSP",
    "Bash",
    "PowerShell",
    "Edit",
    "Write",
    "NotebookEdit",
    "WebFetch",
    "WebSearch",
    "TodoWrite",
    "Skill",
    "ToolSearch",
    "EnterWorktree",
    "ExitWorktree",
    "Monitor",
    "TaskStop",
    "SendMessage",
    "Artifact",
    "SubagentHandback",
    "mcp__*",
    "Agent",
    "ExitPlanMode",
)
"""Tools that a background subagent keeps."""

RIGHTS: Mapping[str, tuple[str, ...]] = {
    "Read": ("read",),
    "Grep": ("read",),
    "Glob": ("read",),
    "LSP": ("read",),
    "Edit": ("write",),
    "Write": ("write",),
    "NotebookEdit": ("write",),
    "MultiEdit": ("write",),
    "Bash": ("read", "write", "execute", "network"),
    "PowerShell": ("read", "write", "execute", "network"),
    "Monitor": ("execute", "network"),
    "WebFetch": ("network",),
    "WebSearch": ("network",),
    "Agent": ("delegate",),
    "Task": ("delegate",),
    "Skill": ("delegate",),
    "Workflow": ("delegate",),
    "Artifact": ("network",),
    "SendMessage": ("delegate",),
    "RemoteTrigger": ("network", "delegate"),
    "CronCreate": ("delegate",),
    "SendUserFile": ("network",),
    "PushNotification": ("network",),
}
"""Tool → its rights."""

IN_VSCODE: Mapping[str, tuple[str, ...]] = {
    "Bash": ("execute",),
    "Edit": ("edit/editNotebook", "edit/editFiles"),
    "Glob": ("search/fileSearch",),
    "Grep": ("search/textSearch",),
    "Read": ("read/readFile", "read/getNotebookSummary"),
    "Write": ("edit/createDirectory", "edit/createFile", "edit/createJupyterNotebook"),
    "WebFetch": ("web",),
    "WebSearch": ("web",),
    "Task": ("agent",),
    "NotebookEdit": ("edit/editNotebook",),
    "AskUserQuestion": ("vscode/askQuestions",),
    "Skill": (),
    "LSP": (),
    "MCPSearch": (),
}
"""Tool → VS Code 1.139's equivalent in `.claude/agents`."""
