"""What is said about phases, placeholders and rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import climpt
from lsp.writing import GARDEN, KILN, LETTERS, SESSION, agent, editor, put, written

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


def said(root: Path, files: Mapping[str, str], name: str, text: str) -> str:
    opened = editor(root, files)
    return opened.hover(*written(opened, name, text))


def test_a_phase_with_its_ways_and_tools(tmp_path: Path) -> None:
    text = put(SESSION, "dig: [sow]", "dig: [s⌶ow]")
    assert said(tmp_path, GARDEN, "session.yaml", text) == (
        "**phase `sow`**\n\n"
        "- entered from: `dig`\n"
        "- leads to: `reap`\n"
        "- shortest path: `dig` → `sow`\n"
        "- tools: none"
    )


def test_a_phase_that_only_the_map_leads_to(tmp_path: Path) -> None:
    text = put(SESSION, "sow: [reap]", "sow: [re⌶ap]")
    found = said(tmp_path, GARDEN, "session.yaml", text)
    assert "- entered from: `sow`\n" in found
    assert "- no run reaches this: no run takes the transition from `sow`\n" in found


def test_where_runs_start_and_end(tmp_path: Path) -> None:
    path = ".sweny/workflows/kiln.yml"
    start = said(tmp_path, {path: KILN}, path, put(KILN, "entry: load", "entry: l⌶oad"))
    assert start.startswith("**node `load`**, runs start here\n\n- entered from: none\n")
    assert "- leads to: `fire`, `cool`" in start


def test_a_phase_that_no_run_comes_to(tmp_path: Path) -> None:
    text = put(SESSION, "{name: sow}", "{name: sow}\n  - {name: we⌶ed}")
    found = said(tmp_path, GARDEN, "session.yaml", text)
    assert "**phase `weed`**" in found
    assert "- no run reaches this" in found
    assert "## unreachable-phase" in found


def test_a_placeholder_with_the_stage_that_fills_it(tmp_path: Path) -> None:
    text = put(LETTERS["review.md"], "parsed.summary", "parsed.su⌶mmary")
    assert said(tmp_path, LETTERS, "review.md", text) == (
        "**placeholder `ctx.upstream[0].parsed.summary`**\n\n"
        "- stage `draft`, the stage before: its payload always has it"
    )


def test_a_declared_context_field(tmp_path: Path) -> None:
    text = put(LETTERS["review.md"], "ctx.topic", "ctx.to⌶pic")
    assert "- context field, required" in said(tmp_path, LETTERS, "review.md", text)


def test_a_variable_of_a_prompt(tmp_path: Path) -> None:
    files = agent()
    prompt = f"{climpt.PROMPTS}/initial/issue/f_default.md"
    found = said(tmp_path, files, prompt, files[prompt] + "\nRound {uv-iter⌶ation}.\n")
    assert "- step `initial.issue`: counted by the verdict handler" in found


def test_a_rule_that_a_comment_names(tmp_path: Path) -> None:
    text = put(SESSION, "agent:", "# phaselint: ignore[unreach⌶able-phase] not yet\nagent:")
    found = said(tmp_path, GARDEN, "session.yaml", text)
    assert found.startswith("## unreachable-phase\n\nCode: `PL101`")


def test_nothing_is_said_of_nothing(tmp_path: Path) -> None:
    text = put(SESSION, "agent: gardener", "agent: gar⌶dener")
    assert said(tmp_path, GARDEN, "session.yaml", text) == ""
