"""The plugin for Claude Code: what it names exists, and phaselint finds nothing in it."""

from __future__ import annotations

import json
import re
import shutil
from typing import TYPE_CHECKING

import pytest

import phaselint
from phaselint.cli.group import COMMANDS
from phaselint.mcp.tools import TOOLS
from sources import ROOT

if TYPE_CHECKING:
    from pathlib import Path

PLUGIN = ROOT / "plugin"
MISSING = "missing-component"
SKILL = PLUGIN / "skills" / "check-contracts" / "SKILL.md"


def test_phaselint_finds_nothing_in_it() -> None:
    result = phaselint.lint((str(PLUGIN),), dry_run=True, isolated=True)
    assert result.summary.contracts == 1
    assert result.findings == ()


@pytest.mark.parametrize(
    ("file", "old", "new", "rule"),
    [
        ("agents/contract-checker.md", "skills: check", "skills: chek", "unknown-skill"),
        (".claude-plugin/plugin.json", '"license"', '"skills": "./gone", "license"', MISSING),
    ],
)
def test_a_mistake_in_it_would_be_found(
    file: str, old: str, new: str, rule: str, tmp_path: Path
) -> None:
    copy = tmp_path / "plugin"
    shutil.copytree(PLUGIN, copy)
    text = (copy / file).read_text("utf-8")
    assert old in text
    (copy / file).write_text(text.replace(old, new), "utf-8")
    found = [each.name for each in phaselint.lint((str(copy),), isolated=True).findings]
    assert rule in found


def test_the_server_is_the_installed_command() -> None:
    manifest = json.loads((PLUGIN / ".claude-plugin" / "plugin.json").read_text("utf-8"))
    [server] = manifest["mcpServers"].values()
    assert server == {"command": "phaselint", "args": ["mcp"]}
    assert "mcp" in COMMANDS


def test_the_skill_names_tools_and_arguments_that_exist() -> None:
    text = SKILL.read_text("utf-8")
    told = set(re.findall(r"call `(\w+)`", text))
    assert {"lint", "prove", "explain_rule", "diff"} <= told <= {*TOOLS}
    words = {*TOOLS["lint"].takes["properties"], *TOOLS["lint"].gives["properties"]}
    assert {"texts", "skip", "paths", "left_out", "stopped"} <= words
