"""Every line of the README that can be tried is tried."""

from __future__ import annotations

import re

import pytest
import yaml

from pages import ROOT, Page, commands, is_shown
from phaselint.cli import main
from phaselint.dialects import NAMES
from phaselint_rules import RULES

README = Page("README.md")
INSTALLING, LINTING, DEVELOPING = README.blocks("sh")


@pytest.fixture(autouse=True)
def in_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def test_it_is_short() -> None:
    assert len(README.path.read_bytes()) <= 9_000


def test_first_block_installs() -> None:
    assert INSTALLING.splitlines()[-1] == "pip install ."


def test_second_block_prints_what_is_shown_below(capsys: pytest.CaptureFixture[str]) -> None:
    ((command),) = commands(LINTING)
    assert command[:2] == ["lint", "--dry-run"]
    assert main(command) == 0
    assert is_shown(README.after(LINTING), capsys.readouterr().out)


def test_third_block_installs_the_development_tools_and_runs_the_tests() -> None:
    lines = [line.partition("#")[0].rstrip() for line in DEVELOPING.splitlines()]
    assert lines[-3:] == ["pip install --editable '.[dev]'", "pytest tests/smoke", "pytest"]


def test_pre_commit_example_names_a_hook_there_is() -> None:
    (repository,) = yaml.safe_load(README.block("yaml", "repos:"))["repos"]
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    assert {hook["id"] for hook in repository["hooks"]} <= {hook["id"] for hook in hooks}


def test_dialects_are_all_listed() -> None:
    table = README.section("What it reads")
    assert sorted(re.findall(r"^\| \[`(\w+)`\]", table, re.MULTILINE)) == sorted(NAMES)
    assert sorted(re.findall(r"`phaselint init --example (\w+)`", table)) == sorted(NAMES)


def test_every_rule_named_exists() -> None:
    names = {name for rule in RULES for name in rule.names}
    in_output = set(re.findall(r"\[[A-Z]{2}\d{3}\] ([a-z-]+):", README.text))
    table = README.section("What it finds that a schema check does not")
    in_table = set(re.findall(r"\| `([a-z-]+)` \|$", table, re.MULTILINE))
    assert in_table
    assert in_output | in_table <= names


def test_the_picture_has_the_names_of_the_graph(capsys: pytest.CaptureFixture[str]) -> None:
    main(["graph", "--findings", "fixtures/projects/release-crew"])
    graph = capsys.readouterr().out
    (path,) = re.findall(r"!\[[^\]]*\]\(([^)]+\.svg)\)", README.text)
    names = re.findall(r'<text class="agent"[^>]*>([^<]+)<', (ROOT / path).read_text("utf-8"))
    assert names
    assert [name for name in names if f'"{name}' not in graph] == []
