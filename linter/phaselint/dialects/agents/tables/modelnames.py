"""Names that models see, and names that authors mistake for tools: none of them works in a header
(agents §4.2)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

SOURCE = (
    "the tool names of Copilot Chat 0.42.0 and VS Code 1.139.1, and what authors of 46 public "
    "repositories write"
)
AS_OF = "2026-11-23"

MEANT: Mapping[str, str] = {
    "run_in_terminal": "execute/runInTerminal",
    "get_terminal_output": "execute/getTerminalOutput",
    "send_to_terminal": "execute/sendToTerminal",
    "kill_terminal": "execute/killTerminal",
    "await_terminal": "execute/awaitTerminal",
    "create_and_run_task": "execute/createAndRunTask",
    "run_task": "execute/runTask",
    "test_failure": "execute/testFailure",
    "terminal_selection": "read/terminalSelection",
    "terminal_last_command": "read/terminalLastCommand",
    "get_task_output": "read/getTaskOutput",
    "vscode_searchExtensions_internal": "vscode/extensions",
    "vscode_askQuestions": "vscode/askQuestions",
    "tool_search": "vscode/toolSearch",
    "manage_todo_list": "todo",
    "create_directory": "edit/createDirectory",
    "create_file": "edit/createFile",
    "create_new_jupyter_notebook": "edit/createJupyterNotebook",
    "edit_files": "edit/editFiles",
    "edit_notebook_file": "edit/editNotebook",
    "vscode_renameSymbol": "edit/rename",
    "run_notebook_cell": "execute/runNotebookCell",
    "execution_subagent": "execute/executionSubagent",
    "copilot_getNotebookSummary": "read/getNotebookSummary",
    "get_errors": "read/problems",
    "read_file": "read/readFile",
    "view_image": "read/viewImage",
    "read_notebook_cell_output": "read/readNotebookCellOutput",
    "get_changed_files": "search/changes",
    "semantic_search": "search/codebase",
    "file_search": "search/fileSearch",
    "list_dir": "search/listDirectory",
    "grep_search": "search/textSearch",
    "search_subagent": "search/searchSubagent",
    "vscode_listCodeUsages": "search/usages",
    "get_search_view_results": "search/textSearch",
    "install_extension": "vscode/installExtension",
    "create_new_workspace": "vscode/newWorkspace",
    "resolve_memory_file_uri": "vscode/resolveMemoryFileUri",
    "run_vscode_command": "vscode/runCommand",
    "switch_agent": "vscode/switchAgent",
    "get_vscode_api": "vscode/vscodeAPI",
    "get_project_setup_info": "",
    "open_simple_browser": "browser",
    "fetch_webpage": "web/fetch",
    "github_repo": "web/githubRepo",
    "github_text_search": "web/githubTextSearch",
    "replace_string_in_file": "edit/editFiles",
    "multi_replace_string_in_file": "edit/editFiles",
    "insert_edit_into_file": "edit/editFiles",
    "apply_patch": "edit/editFiles",
    "edit_file": "edit/editFiles",
    "write_file": "edit/createFile",
    "search_workspace_symbols": "search/codebase",
    "test_search": "search/fileSearch",
    "run_subagent": "agent/runSubagent",
    "list_code_usages": "search/usages",
    "list_directory": "search/listDirectory",
    "find_files": "search/fileSearch",
    "find_text_in_files": "search/textSearch",
    "codebase_search": "search/codebase",
    "run_tests": "execute/runTests",
    "terminalCommand": "execute/runInTerminal",
    "terminal": "execute/runInTerminal",
    "codeSearch": "search/codebase",
    "think": "",
}
"""Name → the intended tool of VS Code; empty if it no longer exists."""
