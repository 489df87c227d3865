"""The hooks for pre-commit: which files each is run for (lesson 14)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

HOOKS: dict[str, dict[str, Any]] = {
    hook["id"]: hook
    for hook in yaml.safe_load(
        (Path(__file__).parents[1] / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    )
}
CONTRACTS = (
    "agent.py",
    "src/graphs/agent.py",
    "langgraph.json",
    "server/langgraph.json",
    "session.yaml",
    "session.yml",
    "contracts/session.yaml",
    "contracts/issue_refund.yaml",
    "agents/refund desk/lookup.yml",
    "workflow.yaml",
    "packs/incident/pack.yaml",
    "packs/incident/contracts/triage.yaml",
    "v1.2/session.yaml",
    "скрипт.yaml",
    "workflows/triage.yml",
    ".github/agents/planner.agent.md",
    "services/shop/.github/agents/regional/translator.md",
    ".github/prompts/release.prompt.md",
    ".github/chatmodes/planner.chatmode.md",
    ".claude/agents/review/editor.md",
    "plugins/house/agents/editor.md",
    "collection/planner.agent.md",
    ".sweny/workflows/triage.yml",
    "services/shop/.sweny/e2e/checkout.yaml",
    ".claude/skills/house-style/SKILL.md",
    "services/shop/.sweny/skills/house-style/SKILL.md",
    ".agent/retirer/agent.json",
    ".agent/retirer/steps_registry.json",
    ".agent/retirer/schemas/flag.schema.json",
    "services/shop/.agent/retirer/prompts/steps/initial/flag/f_default.md",
    ".agent/climpt/config/retirer-steps-app.yml",
    ".agent/climpt/config/claude.settings.climpt.agents.json",
    ".agent/climpt/config/claude.settings.climpt.agents.retirer.json",
    ".agent/workflow.json",
    "registries/steps_registry.json",
    "flows/loans.stud.yaml",
    "loans.stud.json",
    "stages/intake.md",
    "flows/stages/intake.json",
    "extensions/state-machines/loans/steps/intake.md",
    ".stud/intake.md",
    "services/desk/.stud/flows/loans.stud.yml",
    ".stud/state-machines/loans/intake.json",
)
SCRIPTS = (
    "contracts/happy.script.yaml",
    "contracts/happy.script.yml",
    ".sweny/workflows/happy.script.yaml",
    ".agent/retirer/tests/happy.script.yaml",
    ".agent/retirer/happy.script.json",
    ".stud/flows/happy.script.json",
    "stages/happy.script.json",
)
SETTINGS = (
    "phaselint.toml",
    "services/desk/phaselint.toml",
    "pyproject.toml",
    "phaselint-baseline.json",
    "contracts/happy.script.json",
    ".sweny/workflows/tests/happy.script.json",
)
OTHERS = (
    ".pre-commit-config.yaml",
    ".github/workflows/ci.yaml",
    ".github/copilot-instructions.md",
    ".github/prompts/notes.md",
    "AGENTS.md",
    "contracts/.draft.yaml",
    "a/.cache/session.yaml",
    "session.yaml.bak",
    "session.yaml.j2",
    "sessionyaml",
    "session.yamlx",
    "package.json",
    "README.md",
    "phaselint.toml.orig",
    ".venv/lib/agent.py",
    "agent.pyc",
    "my-langgraph.json",
    "my-phaselint.toml",
    ".claude/settings.yaml",
    ".claude/skills/house-style/notes.md",
    "skills/house-style/SKILL.md",
    ".swenyx/workflows/triage.yml",
    "stages.md",
    "stages/drawings/intake.md",
    "stages/.draft.md",
    ".cache/stages/intake.md",
    "my-stages/intake.md",
    "state-machines.json",
    "loans.stud.json.bak",
    "docs/.studio/intake.md",
)


def matches(path: str) -> bool:
    """Whether pre-commit runs the hook per file for a path: it searches the pattern anywhere."""
    return re.search(HOOKS["phaselint"]["files"], path) is not None


def test_there_is_one_hook_per_file_and_one_for_the_project() -> None:
    assert list(HOOKS) == ["phaselint", "phaselint-project", "phaselint-diff"]
    for name, hook in HOOKS.items():
        entry = "phaselint diff --pre-push" if name == "phaselint-diff" else "phaselint lint"
        assert hook["entry"] == entry
        assert hook["language"] == "python"
        assert hook["require_serial"] is True
    assert HOOKS["phaselint"].get("pass_filenames", True) is True
    assert HOOKS["phaselint-project"]["pass_filenames"] is False


@pytest.mark.parametrize("path", CONTRACTS)
def test_the_hook_per_file_is_run_for_what_may_be_a_contract(path: str) -> None:
    assert matches(path)


@pytest.mark.parametrize("path", SCRIPTS + SETTINGS + OTHERS)
def test_it_is_run_for_nothing_else(path: str) -> None:
    assert not matches(path)


def test_the_hook_for_the_project_is_run_whatever_is_committed() -> None:
    """Of a commit that only deletes files pre-commit shows none to a hook."""
    assert HOOKS["phaselint-project"]["always_run"] is True
    assert "files" not in HOOKS["phaselint-project"]


def test_the_hook_per_file_gets_yaml_json_prose_and_python_alone() -> None:
    assert HOOKS["phaselint"]["types_or"] == ["yaml", "json", "markdown", "python"]
    assert not {"types", "types_or"} & set(HOOKS["phaselint-project"])


def test_the_hook_for_differences_is_run_before_a_push_and_shows_what_it_says() -> None:
    hook = HOOKS["phaselint-diff"]
    assert hook["stages"] == ["pre-push"]
    assert (hook["always_run"], hook["pass_filenames"], hook["verbose"]) == (True, False, True)
    assert not {"files", "types", "types_or"} & set(hook)
