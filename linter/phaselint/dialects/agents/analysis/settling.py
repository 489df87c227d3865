"""Whether the program that reads an agent file is settled, which safe fixes require.

A file can be copied or linked to where another program reads it. What repairs it for one program
can break it for another: VS Code has no tool `Read`, and Claude Code no `read`. So a fix of a file
that two programs could read is never safe.
"""

from __future__ import annotations

from phaselint.dialects.agents.enabling import enabling
from phaselint.dialects.agents.filenames import CLAUDE
from phaselint.dialects.agents.tables.claude import FORMER, PRESENT
from phaselint.dialects.agents.tools import bare
from phaselint.project.paths import outside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.agents.model import Agent
    from phaselint.vocabulary.finding import Finding
    from phaselint.vocabulary.rule import Rule

_FOR_ALL = frozenset({"header-not-portable"})
"""Rules whose fixes write the same header in a way that more programs can read."""


def cautious(facts: AgentsFacts, rule: Rule, finding: Finding) -> Finding:
    """A finding whose fix is unsafe if it changes an agent that another program could read too."""
    fix = finding.fix
    if fix is None or fix.safety != "safe" or rule.name in _FOR_ALL:
        return finding
    changed = (facts.by_file.get(edit.place.file) for edit in fix.edits)
    if all(agent is None or is_settled(facts, agent) for agent in changed):
        return finding
    return finding._replace(fix=fix._replace(safety="unsafe"))


def is_settled(facts: AgentsFacts, agent: Agent) -> bool:
    """Whether only one program, or programs that agree, could read an agent: because the agent or
    the configuration names it; else by its place, unless it is linked from another program's folder
    or its tools are written for Claude Code but VS Code would read it."""
    if agent.target or facts.wanted.mode != "files" or agent.family in ("plugin", "prompt"):
        return True
    if agent.file in facts.contract.shared:
        return False
    if agent.family == "claude":
        return outside(agent.path, (CLAUDE,)) != agent.path
    return not any(_is_claudes(name) for name in agent.tool_names or ())


def _is_claudes(tool: str) -> bool:
    """Whether an entry of `tools` is a tool of Claude Code but not one of VS Code."""
    name = bare(tool)
    return name in _CLAUDES and name not in enabling()


_CLAUDES = frozenset({*PRESENT, *FORMER})
