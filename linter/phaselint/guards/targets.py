"""The targets of guards: what each shows of an act while it runs, and under which names.

Compared with: the types of Claude Code's hooks in `@anthropic-ai/claude-agent-sdk` 0.3.332 and its
changelog to 2.1.240; the hooks page of VS Code of 2026-06-03; GitHub's hooks reference for Copilot
CLI (`github/docs` 05da5bc) with the types of `@github/copilot-sdk` 1.0.14; LangGraph 1.2.24, run.
"""

from __future__ import annotations

from functools import cache

from phaselint.dialects.agents.tables import claude, copilot, vscode
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

CLAUDE, VSCODE, COPILOT, LANGGRAPH = "claude-code", "vscode", "copilot-cli", "langgraph"


class NotShown(Exception):
    """The target doesn't show an act, for a reason."""


class Target(NamedTuple):
    """A target.

    Attributes:
        name: its word on the command line.
        product: its name in sentences.
        agent_tools: the tools that call agents, each with the key of the agent's name.
        skill_tools: the tools that call skills, each with the key of the skill's name.
        starts: whether it shows that an agent started.
    """

    name: str
    product: str
    agent_tools: Mapping[str, str] = {}
    skill_tools: Mapping[str, str] = {}
    starts: bool = True


OF = {
    each.name: each
    for each in (
        Target(
            CLAUDE,
            "Claude Code",
            {"Agent": "subagent_type", "Task": "subagent_type"},
            {"Skill": "skill"},
        ),
        Target(VSCODE, "VS Code", {"runSubagent": "agentName"}),
        Target(
            COPILOT,
            "Copilot CLI",
            {"Agent": "agent_type", "Task": "agent_type", "task": "agent_type"},
            starts=False,
        ),
        Target(LANGGRAPH, "LangGraph"),
    )
}

CLAUDE_NAMES: Mapping[str, str] = {
    "bash": "Bash",
    "powershell": "Bash",
    "view": "Read",
    "create": "Write",
    "edit": "Edit",
    "str_replace_editor": "Edit",
    "apply_patch": "Edit",
    "grep": "Grep",
    "rg": "Grep",
    "glob": "Glob",
    "web_fetch": "WebFetch",
    "web_search": "WebSearch",
    "ask_user": "AskUserQuestion",
    "update_todo": "TodoWrite",
}
"""Tool of Copilot CLI → its name in events whose names begin with a capital."""


EDITING = "edit/editFiles"
EDITS = (
    "apply_patch",
    "insert_edit_into_file",
    "multi_replace_string_in_file",
    "replace_string_in_file",
)
"""The tools that VS Code gives a model for one name in headers; which, depends on the model."""


def tool_names(target: Target, tool: str, *, team: bool) -> tuple[str, ...]:
    """The names by which events of a target show a tool of a contract. `team`: the contract is a
    team of agents, whose tools are those of a harness.

    Raises:
        NotShown: they don't show it, or by names that aren't documented.
    """
    names = _names(target, tool, team=team)
    if {*names} & {*target.agent_tools, *target.skill_tools}:
        raise NotShown(f"{target.product} shows the tool `{tool}` as a call of what it starts")
    return names


def _names(target: Target, tool: str, *, team: bool) -> tuple[str, ...]:
    if not team:
        return (tool,)
    if target.name == VSCODE:
        return _in_vscode(tool)
    if tool in _of_vscode() or ("/" in tool and target.name == COPILOT):
        raise NotShown(f"{target.product} has no documented name for the tool `{tool}`")
    return (tool,) if target.name == CLAUDE else _in_copilot(tool)


def _in_vscode(tool: str) -> tuple[str, ...]:
    models = _of_vscode().get(tool)
    if models is not None:
        return models
    if tool in claude.PRESENT or tool in copilot.RUNTIME:
        raise NotShown(f"VS Code shows the tool `{tool}` by the names of its own tools")
    if "/" in tool:
        raise NotShown(f"VS Code names the tool `{tool}` after what its server calls itself")
    return (tool,)


@cache
def _of_vscode() -> Mapping[str, tuple[str, ...]]:
    """Each name of a tool of VS Code that headers may have → those that models use."""
    found: dict[str, tuple[str, ...]] = {}
    for tool in vscode.TOOLS:
        for name in (tool.name, *(each for each in tool.legacy if "/" in each)):
            found[name] = (*found.get(name, ()), *filter(None, [tool.model]))
    found[EDITING] = (*found[EDITING], *EDITS)
    return found


def _in_copilot(tool: str) -> tuple[str, ...]:
    """The runtime's names of a tool, and those of Claude Code, by which events show them."""
    names = copilot.RUNTIME.get(tool, (tool,))
    return tuple(dict.fromkeys(CLAUDE_NAMES.get(name, name) for name in names))
