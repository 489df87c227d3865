"""Names of tools as logs have them, and as headers of agents name them."""

from __future__ import annotations

from functools import cache

from phaselint.dialects.agents.tables import copilot, vscode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

IDS: Mapping[str, str] = {
    "copilot_searchCodebase": "codebase",
    "execution_subagent": "executionSubagent",
    "search_subagent": "searchSubagent",
    "copilot_getVSCodeAPI": "vscodeAPI",
    "copilot_findFiles": "fileSearch",
    "copilot_findTextInFiles": "textSearch",
    "copilot_readFile": "readFile",
    "copilot_viewImage": "viewImage",
    "copilot_listDirectory": "listDirectory",
    "copilot_getErrors": "problems",
    "copilot_getChangedFiles": "changes",
    "copilot_testFailure": "testFailure",
    "copilot_createNewWorkspace": "newWorkspace",
    "copilot_getProjectSetupInfo": "getProjectSetupInfo",
    "copilot_installExtension": "installExtension",
    "copilot_runVscodeCommand": "runCommand",
    "copilot_createNewJupyterNotebook": "createJupyterNotebook",
    "copilot_createFile": "createFile",
    "copilot_createDirectory": "createDirectory",
    "copilot_editNotebook": "editNotebook",
    "copilot_runNotebookCell": "runNotebookCell",
    "copilot_getNotebookSummary": "getNotebookSummary",
    "copilot_readNotebookCellOutput": "readNotebookCellOutput",
    "copilot_fetchWebPage": "fetch",
    "copilot_getSearchResults": "searchResults",
    "copilot_githubRepo": "githubRepo",
    "copilot_githubTextSearch": "githubTextSearch",
    "copilot_switchAgent": "switchAgent",
    "copilot_memory": "memory",
    "copilot_resolveMemoryFileUri": "resolveMemoryFileUri",
    "copilot_openSimpleBrowser": "openSimpleBrowser",
    "copilot_editFiles": "editFiles",
    "copilot_applyPatch": "editFiles",
    "copilot_insertEdit": "editFiles",
    "copilot_replaceString": "editFiles",
    "copilot_multiReplaceString": "editFiles",
}
"""Internal id of a tool of VS Code → its name in headers; the last four are how it edits files."""

EDITS = ("apply_patch", "insert_edit_into_file", "replace_string_in_file", "edit_files")
EDITS_MORE = ("multi_replace_string_in_file",)
FREE = frozenset(copilot.TOOLS) - {tool for tools in copilot.RUNTIME.values() for tool in tools}
"""Tools of the Copilot runtime that no entry of a header grants."""


@cache
def of_vscode() -> Mapping[str, tuple[str, ...]]:
    """Any name of a tool of VS Code in a log → its qualified names in headers."""
    found: dict[str, list[str]] = {}
    bare: dict[str, str] = {}
    for tool in vscode.TOOLS:
        bare.setdefault(tool.bare, tool.name)
        for name in (tool.model, tool.name, tool.bare, *tool.legacy):
            if name:
                found.setdefault(name, []).append(tool.name)
    for name, reference in IDS.items():
        if reference in bare:
            found.setdefault(name, []).append(bare[reference])
    for name in (*EDITS, *EDITS_MORE):
        found.setdefault(name, []).append(bare["editFiles"])
    return {name: tuple(dict.fromkeys(names)) for name, names in found.items()}


@cache
def of_copilot() -> Mapping[str, str]:
    """A tool of the Copilot runtime → the name in headers that grants it."""
    found = {tool: name for name, tools in copilot.RUNTIME.items() for tool in tools}
    for tool in copilot.TOOLS:
        if tool not in found and tool.endswith(("_bash", "_powershell")):
            found[tool] = "execute"
    found["rg"] = "search"
    return found


@cache
def granted_by_copilot(entry: str) -> frozenset[str]:
    """The names in headers that an entry of a list of tools stands for in the Copilot runtime."""
    lower = entry.lower()
    names = {name for name in copilot.RUNTIME if name == lower}
    names |= {name for name, also in copilot.ALIASES.items() if lower in map(str.lower, also)}
    return frozenset(names)


@cache
def named_by_harness() -> frozenset[str]:
    """Every name that an entry of a list of tools may be, of tools and sets that are known."""
    aliases = {each for also in vscode.ALIASES.values() for each in also}
    sets = {*vscode.SETS, *aliases, *copilot.RUNTIME}
    return frozenset({*of_vscode(), *sets, *(f"{each}/*" for each in sets), *of_copilot()})
