"""The tools of VS Code: their names, former names and sets (agents §4.2)."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

SOURCE = (
    "VS Code 1.139.1 and its Copilot Chat 0.67.0, read; beside them Copilot Chat 0.42.0 of "
    "2026-03-29 and 0.49.0, and the tools reference of 2026-09-20"
)
AS_OF = "2026-09-26"


class Tool(NamedTuple):
    """A tool.

    Attributes:
        name: its name, with its set before a slash.
        legacy: its former names.
        rights: `read`, `write`, `execute`, `network`, `delegate`; `write-memory` are notes of its
        own.
        model: the name that models use, which doesn't work in headers.
        setting: the setting that turns it on, if it is off by default.
        last: the last release that has it; empty for an existing tool.
    """

    name: str
    legacy: tuple[str, ...]
    rights: tuple[str, ...]
    model: str
    setting: str = ""
    last: str = ""

    @property
    def bare(self) -> str:
        """Its name without that of its set."""
        return self.name.rpartition("/")[2]


TOOLS: tuple[Tool, ...] = (
    Tool("agent/runSubagent", (), ("delegate",), "runSubagent"),
    Tool("execute/runInTerminal", ("runCommands/runInTerminal",), ("execute",), "run_in_terminal"),
    Tool(
        "execute/getTerminalOutput",
        ("runCommands/getTerminalOutput",),
        ("read",),
        "get_terminal_output",
    ),
    Tool("execute/sendToTerminal", (), ("execute",), "send_to_terminal"),
    Tool("execute/killTerminal", (), ("execute",), "kill_terminal"),
    Tool("execute/awaitTerminal", (), ("read",), "await_terminal", last="before 1.139"),
    Tool(
        "execute/createAndRunTask",
        ("runTasks/createAndRunTask",),
        ("execute",),
        "create_and_run_task",
    ),
    Tool("execute/runTask", ("runTasks/runTask",), ("execute",), "run_task"),
    Tool("execute/runTests", ("runTests",), ("execute",), "runTests"),
    Tool("execute/testFailure", ("copilot_testFailure",), ("read",), "test_failure"),
    Tool(
        "read/terminalSelection",
        ("runCommands/terminalSelection",),
        ("read",),
        "terminal_selection",
    ),
    Tool(
        "read/terminalLastCommand",
        ("runCommands/terminalLastCommand",),
        ("read",),
        "terminal_last_command",
    ),
    Tool("read/getTaskOutput", ("runTasks/getTaskOutput",), ("read",), "get_task_output"),
    Tool("vscode/extensions", ("extensions",), ("network",), "vscode_searchExtensions_internal"),
    Tool(
        "vscode/askQuestions",
        ("vscode_askQuestions", "vscode/askQuestions"),
        (),
        "vscode_askQuestions",
    ),
    Tool("vscode/toolSearch", (), (), "tool_search"),
    Tool("todo", ("todos",), (), "manage_todo_list"),
    Tool("browser/openBrowserPage", (), ("network",), "openBrowserPage"),
    Tool("browser/readPage", (), ("network",), "readPage"),
    Tool("browser/screenshotPage", (), ("network",), "screenshotPage"),
    Tool("browser/navigatePage", (), ("network",), "navigatePage"),
    Tool("browser/clickElement", (), ("network",), "clickElement"),
    Tool("browser/dragElement", (), ("network",), "dragElement"),
    Tool("browser/hoverElement", (), ("network",), "hoverElement"),
    Tool("browser/typeInPage", (), ("network",), "typeInPage"),
    Tool("browser/runPlaywrightCode", (), ("network", "execute"), "runPlaywrightCode"),
    Tool("browser/handleDialog", (), ("network",), "handleDialog"),
    Tool("edit/createDirectory", ("createDirectory",), ("write",), "create_directory"),
    Tool("edit/createFile", ("createFile",), ("write",), "create_file"),
    Tool(
        "edit/createJupyterNotebook",
        ("newJupyterNotebook",),
        ("write",),
        "create_new_jupyter_notebook",
    ),
    Tool("edit/editFiles", ("editFiles",), ("write",), "edit_files"),
    Tool("edit/editNotebook", (), ("write",), "edit_notebook_file"),
    Tool("edit/rename", (), ("write",), "vscode_renameSymbol"),
    Tool("execute/runNotebookCell", ("runNotebooks/runCell",), ("execute",), "run_notebook_cell"),
    Tool(
        "execute/executionSubagent",
        (),
        ("execute",),
        "execution_subagent",
        setting="executionSubagent.enabled",
    ),
    Tool(
        "read/getNotebookSummary",
        ("runNotebooks/getNotebookSummary",),
        ("read",),
        "copilot_getNotebookSummary",
    ),
    Tool("read/problems", ("problems",), ("read",), "get_errors"),
    Tool("read/readFile", ("search/readFile",), ("read",), "read_file"),
    Tool("read/viewImage", (), ("read",), "view_image"),
    Tool(
        "read/readNotebookCellOutput",
        ("runNotebooks/readNotebookCellOutput",),
        ("read",),
        "read_notebook_cell_output",
    ),
    Tool("read/skill", (), ("delegate",), "skill", setting="skillTool.enabled"),
    Tool(
        "search/changes",
        ("changes",),
        ("read",),
        "get_changed_files",
        setting="getChangedFilesTool.enabled",
    ),
    Tool("search/codebase", (), ("read",), "semantic_search"),
    Tool("search/fileSearch", (), ("read",), "file_search"),
    Tool("search/listDirectory", (), ("read",), "list_dir"),
    Tool("search/textSearch", (), ("read",), "grep_search"),
    Tool(
        "search/searchSubagent", (), ("read",), "search_subagent", setting="searchSubagent.enabled"
    ),
    Tool("search/usages", (), ("read",), "vscode_listCodeUsages"),
    Tool(
        "search/searchResults", (), ("read",), "get_search_view_results", last="0.49 .. before 0.67"
    ),
    Tool(
        "vscode/installExtension",
        ("new/installExtension",),
        ("execute", "network"),
        "install_extension",
    ),
    Tool("vscode/memory", (), ("write-memory",), "memory"),
    Tool("vscode/newWorkspace", ("new/newWorkspace",), ("write",), "create_new_workspace"),
    Tool("vscode/resolveMemoryFileUri", (), ("read",), "resolve_memory_file_uri"),
    Tool("vscode/runCommand", ("new/runVscodeCommand",), ("execute",), "run_vscode_command"),
    Tool("vscode/switchAgent", (), ("delegate",), "switch_agent", setting="switchAgent.enabled"),
    Tool("vscode/vscodeAPI", (), ("read",), "get_vscode_api"),
    Tool(
        "vscode/getProjectSetupInfo",
        ("new/getProjectSetupInfo",),
        ("read",),
        "get_project_setup_info",
        last="0.49 .. before 0.67",
    ),
    Tool(
        "vscode/openSimpleBrowser",
        ("openSimpleBrowser",),
        ("network",),
        "open_simple_browser",
        last="0.40 (2026-03)",
    ),
    Tool("web/fetch", ("fetch",), ("network",), "fetch_webpage"),
    Tool("web/githubRepo", ("githubRepo",), ("network",), "github_repo"),
    Tool("web/githubTextSearch", ("githubTextSearch",), ("network",), "github_text_search"),
)

_BROWSER = (
    "openBrowserPage",
    "readPage",
    "screenshotPage",
    "navigatePage",
    "clickElement",
    "dragElement",
    "hoverElement",
    "typeInPage",
    "runPlaywrightCode",
    "handleDialog",
)

SETS: Mapping[str, tuple[str, ...]] = {
    "agent": ("runSubagent",),
    "browser": _BROWSER,
    "edit": (
        "createDirectory",
        "createFile",
        "createJupyterNotebook",
        "editFiles",
        "editNotebook",
        "rename",
    ),
    "execute": (
        "runInTerminal",
        "getTerminalOutput",
        "sendToTerminal",
        "killTerminal",
        "createAndRunTask",
        "runTask",
        "runTests",
        "testFailure",
        "runNotebookCell",
        "executionSubagent",
    ),
    "read": (
        "terminalSelection",
        "terminalLastCommand",
        "getTaskOutput",
        "getNotebookSummary",
        "problems",
        "readFile",
        "viewImage",
        "readNotebookCellOutput",
        "skill",
    ),
    "search": (
        "changes",
        "codebase",
        "fileSearch",
        "listDirectory",
        "textSearch",
        "searchSubagent",
        "usages",
    ),
    "vscode": (
        "extensions",
        "askQuestions",
        "toolSearch",
        "installExtension",
        "memory",
        "newWorkspace",
        "resolveMemoryFileUri",
        "runCommand",
        "switchAgent",
        "vscodeAPI",
    ),
    "web": ("fetch", "githubRepo", "githubTextSearch"),
    "vscodeTasks": ("createAndRunTask", "runTask", "getTaskOutput", "problems"),
    "vscodeBrowser": _BROWSER,
    "vscodeGeneral": ("runTests", "testFailure", "rename", "usages", "toolSearch"),
    "vscodeNotebooks": (
        "createJupyterNotebook",
        "editNotebook",
        "runNotebookCell",
        "getNotebookSummary",
        "readNotebookCellOutput",
    ),
}
"""Set → the tools in it, by their bare names."""

HIDDEN = ("vscodeTasks", "vscodeBrowser", "vscodeGeneral", "vscodeNotebooks")
"""Sets that no picker shows; their names work in headers anyway."""

ALIASES: Mapping[str, tuple[str, ...]] = {
    "agent": ("runSubagent", "custom-agent"),
    "execute": ("shell",),
}
"""Set → its aliases."""

GONE = (
    "openSimpleBrowser",
    "openIntegratedBrowser",
    "think",
    "findTestFiles",
    "awaitTerminal",
    "getProjectSetupInfo",
    "searchResults",
    "copilotCodingAgent",
    "activePullRequest",
)
"""Bare names of removed tools."""

MISPRINTS: Mapping[str, str] = {"vscode/VSCodeAPI": "vscode/vscodeAPI"}
"""Name in the documentation → actual name."""

SERVERS: Mapping[str, tuple[str, ...]] = {
    "github": (
        "github/github-mcp-server",
        "io.github.github/github-mcp-server",
        "github-mcp-server",
    ),
    "playwright": ("microsoft/playwright-mcp", "com.microsoft/playwright-mcp"),
}
"""MCP server that can be referenced by its name alone → its aliases."""
