"""The executor gives a subagent of Claude Code the tools that Claude Code itself offers it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from claudecode.offered import OFFERED, TOOLS, expected
from phaselint.cli.common import find_contract, options_for
from phaselint.linting.conforming import Subject

if TYPE_CHECKING:
    from pathlib import Path


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
    assert offered == expected(header)
