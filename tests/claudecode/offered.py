"""Lists of tools as Claude Code 2.1.197 reads them: which tools it offers a subagent with each of
these headers, observed at its requests to a scripted model (`test_claude_code.py`)."""

from __future__ import annotations

ALL = "*"
OFFERED = {
    "tools: Read Write": "Read Write",
    "tools: Read, Write": "Read Write",
    'tools: ["Read, Write", Bash]': "Read Write Bash",
    'tools: ["Read Write"]': "Read Write",
    "tools: >\n  Read\n  Write": "Read Write",
    "tools: |\n  Read,\n  Write": "Read Write",
    "tools: Read,,Write,": "Read Write",
    "tools: Bash(git push *) Read": "Bash Read",
    "tools: Bash(a (b) c) Read": "Bash Read",
    'tools: "Bash(a, b),Read"': "Bash Read",
    "tools: Read - Write": "Read Write",
    'tools: ["Read\\tWrite"]': "",
    "tools: [read]": "",
    "tools: []": "",
    'tools: ""': "",
    "tools: Task(a1, a2), Read": "Agent Read",
    "tools: KillShell": "TaskStop",
    "tools: KillBash": "TaskStop",
    'tools: "*"': ALL,
    'tools: [Read, "*"]': ALL,
    'tools: "*, Read"': ALL,
    "disallowedTools: Task": "- Agent",
    "disallowedTools: Agent(a1)": "- Agent",
    "disallowedTools: KillShell": "- TaskStop",
    "disallowedTools: Bash(git:*)": "- Bash",
    "disallowedTools: Read Write": "- Read Write",
    'disallowedTools: ["Read, Write"]': "- Read Write",
    "disallowedTools: Skill(x) Read": "- Skill Read",
    'disallowedTools: "*"': ALL,
    'disallowedTools: ["*", Read]': ALL,
    "disallowedTools: read": ALL,
    "disallowedTools: [Read*]": ALL,
    "tools: [Read]\ndisallowedTools: [Read]": "",
    "model: inherit # --- tools\ntools: Read": ALL,
    "# ------\ntools: Read": ALL,
    "tools: Read\n# ------\ndisallowedTools: Read": "Read",
    "tools: Read --- Write": "Read",
    "tools:\n  - Read\n  # ---\n  - Write": "Read",
    "initialPrompt: |\n  a---b\ndisallowedTools: Read": ALL,
}
"""A header → the tools, all of them, or all but some. Tools that depend on the machine or the
version, such as `Grep` beside `Bash`, are left out."""

TOOLS = ("Agent", "Bash", "Edit", "Read", "Skill", "TaskStop", "WebFetch", "Write")


def expected(header: str) -> set[str]:
    """The tools of `TOOLS` that a subagent with this header is offered."""
    sign, *names = OFFERED[header].split() or [""]
    if sign == ALL:
        return {*TOOLS}
    return {*TOOLS} - {*names} if sign == "-" else {sign, *names} - {""}
