"""Findings that stand for several, and what hides them in part or as a whole."""

from __future__ import annotations

import json
from contextlib import chdir
from typing import TYPE_CHECKING

import pytest

from phaselint.linting.request import Request
from phaselint.linting.run import run
from phaselint_rules import RULES
from teams import HOME, PROMPTS, put

if TYPE_CHECKING:
    from pathlib import Path

    from phaselint.linting.result import Result

CAPTAIN, PLANNER = f"{HOME}captain.agent.md", f"{HOME}route-planner.agent.md"
PROMPT = f"{PROMPTS}go.prompt.md"
TEAM = {
    CAPTAIN: """---
name: Tour Captain
description: Leads
tools: [agent, codebase, fetch, ponder, muse]
agents: [route-planner]
version: 1
owner: us
handoffs:
  - {label: Guide, agent: guide, prompt: Go}
  - {label: Print, agent: Printer, prompt: Go}
---
Go.
""",
    PLANNER: """---
name: Route Planner
description: Plans
handoffs:
  - {label: Print, agent: Printer, prompt: Go}
---
Go.
""",
    f"{HOME}guide.agent.md": "---\nname: Guide Dog\ndescription: Guides\n---\nGo.\n",
    PROMPT: "---\nagent: captain\ndescription: x\n---\nGo.\n",
}
LISTED = (
    (
        "renamed-tool",
        ".github/agents/captain.agent.md",
        "codebase",
        "41705b35fdba16639c46e8c7074ae67d",
    ),
    (
        "renamed-tool",
        ".github/agents/captain.agent.md",
        "fetch",
        "f82c717be23d011d4b1ae3b2a218daa0",
    ),
    ("unknown-key", ".github/agents/captain.agent.md", "owner", "bbcf22673b9bd6f7f2144008cc2e1bde"),
    (
        "unknown-key",
        ".github/agents/captain.agent.md",
        "version",
        "3262907dd00d95ca6ccc45f0d633a9e5",
    ),
    (
        "unknown-subagent",
        ".github/agents/captain.agent.md",
        "route-planner",
        "358c66916e2d0f46fd7d1c8fd5d03a81",
    ),
    (
        "unknown-target",
        ".github/agents/captain.agent.md",
        "guide",
        "bb2f02a8e03b01e6d5d089a9956e7419",
    ),
    (
        "unknown-target",
        ".github/agents/captain.agent.md",
        "Printer",
        "5758124d540c955be638f53e828d664b",
    ),
    ("unknown-tool", ".github/agents/captain.agent.md", "muse", "0c6e95e8bf9264786b25a123f18dbaab"),
    (
        "unknown-tool",
        ".github/agents/captain.agent.md",
        "ponder",
        "a903a0355db5847b99a4c25df59f8a09",
    ),
    (
        "unknown-target",
        ".github/agents/route-planner.agent.md",
        "Printer",
        "064c61c5fd78cfff19d072113e417d2e",
    ),
    (
        "unknown-prompt-agent",
        ".github/prompts/go.prompt.md",
        "captain",
        "206be7bdde2595ee36a238980ef4129f",
    ),
)
"""What the release before listed in a baseline: rule, file, the name in question, fingerprint."""

GROUPS = ["renamed-tool", "unknown-key", "unknown-subagent", "unknown-target", "unknown-tool"]


def lint(folder: Path) -> Result:
    with chdir(folder):
        return run(Request(paths=(".",), jobs=1), RULES)


def accept(folder: Path, *but: str) -> None:
    """Write the baseline of the release before, without the entries about some names."""
    entries = [
        {"rule": rule, "path": path, "fingerprint": fingerprint}
        for rule, path, name, fingerprint in LISTED
        if name not in but
    ]
    text = json.dumps({"version": 1, "findings": entries})
    (folder / "phaselint-baseline.json").write_text(text)


def names(result: Result) -> list[str]:
    return sorted(each.name for each in result.findings)


def test_causes_are_reported_once_each(tmp_path: Path) -> None:
    put(tmp_path, TEAM)
    assert names(lint(tmp_path)) == GROUPS


def test_a_baseline_of_the_release_before_still_hides_all(tmp_path: Path) -> None:
    put(tmp_path, TEAM)
    accept(tmp_path)
    result = lint(tmp_path)
    assert names(result) == []
    assert len(result.suppressed) == len(GROUPS)


@pytest.mark.parametrize(
    ("name", "rule", "file", "line"),
    [
        ("route-planner", "unknown-subagent", CAPTAIN, 5),
        ("guide", "unknown-subagent", CAPTAIN, 9),
        ("captain", "unknown-subagent", PROMPT, 2),
        ("muse", "unknown-tool", CAPTAIN, 4),
        ("fetch", "renamed-tool", CAPTAIN, 4),
        ("version", "unknown-key", CAPTAIN, 6),
    ],
)
def test_what_a_baseline_does_not_list_is_left(
    tmp_path: Path, name: str, rule: str, file: str, line: int
) -> None:
    put(tmp_path, TEAM)
    accept(tmp_path, name)
    [found] = lint(tmp_path).findings
    assert (found.name, found.file) == (rule, file)
    assert found.place.range is not None
    assert found.place.range.start.line == line
    assert found.related == ()


def test_a_baseline_of_today_lists_causes(tmp_path: Path) -> None:
    put(tmp_path, TEAM)
    with chdir(tmp_path):
        run(Request(paths=(".",), jobs=1, write_baseline=True), RULES)
    written = json.loads((tmp_path / "phaselint-baseline.json").read_text())
    assert len(written["findings"]) == len(GROUPS)
    assert names(lint(tmp_path)) == []
    assert not {each["fingerprint"] for each in written["findings"]} & {each[3] for each in LISTED}


def test_a_comment_hides_the_places_that_it_is_at(tmp_path: Path) -> None:
    comment = "  # phaselint: ignore[unknown-target] printed elsewhere"
    line = "  - {label: Print, agent: Printer, prompt: Go}"
    put(tmp_path, TEAM | {CAPTAIN: TEAM[CAPTAIN].replace(line, line + comment)})
    [found] = [each for each in lint(tmp_path).findings if each.name == "unknown-target"]
    assert (found.file, found.related) == (PLANNER, ())
    put(tmp_path, {PLANNER: TEAM[PLANNER].replace(line, line + comment)})
    assert "unknown-target" not in names(lint(tmp_path))
    assert "unused-suppression" not in names(lint(tmp_path))


def test_a_comment_about_one_rule_leaves_the_places_of_another(tmp_path: Path) -> None:
    line = "agents: [route-planner]"
    comment = "  # phaselint: ignore[unknown-subagent] it comes with the next release"
    put(tmp_path, TEAM | {CAPTAIN: TEAM[CAPTAIN].replace(line, line + comment)})
    [found] = [each for each in lint(tmp_path).findings if each.name == "unknown-subagent"]
    assert found.file == CAPTAIN
    assert [each.place.file for each in found.related] == [PROMPT]
