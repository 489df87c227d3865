"""Lists of tools as Claude Code 2.1.197 read them: which tools it offered a subagent with each of
these headers, observed at its requests to a scripted model."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaselint.cli.common import find_contract, options_for
from phaselint.linting.conforming import Subject

if TYPE_CHECKING:
    from pathlib import Path

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
}
"""A header → the tools, all of them, or all but some. Tools that depend on the machine or the
version, such as `Grep` beside `Bash`, are left out."""

TOOLS = ("Agent", "Bash", "Edit", "Read", "Skill", "TaskStop", "WebFetch", "Write")


@pytest.mark.parametrize("header", OFFERED)
def test_a_subagent_has_the_tools_that_it_is_offered(header: str, tmp_path: Path) -> None:
    folder = tmp_path / ".claude" / "agents"
    folder.mkdir(parents=True)
    text = f"---\nname: helper\ndescription: Use it\n{header}\n---\nHelp.\n"
    (folder / "helper.md").write_text(text, "utf-8")
    found = find_contract(str(tmp_path), "", "", (), isolated=True)
    subject = Subject(found, str(tmp_path), 1000, options_for(found))
    cast = subject.team.cast
    offered = {each for each in TOOLS if cast.has_tool("helper", each, inside=True)}
    sign, *names = OFFERED[header].split() or [""]
    if sign == ALL:
        assert offered == {*TOOLS}
    elif sign == "-":
        assert offered == {*TOOLS} - {*names}
    else:
        assert offered == {sign, *names} - {""}
