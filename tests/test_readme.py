"""Every line of the README that can be tried is tried."""

from __future__ import annotations

import re

import pytest
import yaml

from pages import ROOT, Page, commands, is_shown
from phaselint.cli import main
from phaselint.dialects import NAMES
from phaselint.linting.request import Request
from phaselint.linting.run import run
from phaselint.report.drawing import small_mermaid
from phaselint_rules import RULES

README = Page("README.md")
LINTING, TESTING = README.blocks("sh")
ENVIRONMENT = "python3 -m venv .venv"
CREW = "fixtures/projects/release-crew"


@pytest.fixture(autouse=True)
def in_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def test_it_is_short() -> None:
    assert len(README.path.read_bytes()) <= 9_800


def steps(block: str) -> list[str]:
    """The commands of a block that is one line, each run if the one before succeeds."""
    (line,) = block.splitlines()
    return line.split(" && ")


def test_first_command_installs_and_prints_what_is_shown_below(
    capsys: pytest.CaptureFixture[str],
) -> None:
    environment, installation, lint = steps(LINTING)
    assert environment == ENVIRONMENT
    assert installation == ".venv/bin/pip install --quiet ."
    ((command),) = commands(lint.removeprefix(".venv/bin/"))
    assert command[:2] == ["lint", "--dry-run"]
    assert main(command) == 0
    assert is_shown(README.after(LINTING), capsys.readouterr().out)


def test_second_command_installs_the_development_tools_and_runs_the_tests() -> None:
    assert steps(TESTING) == [
        ENVIRONMENT,
        ".venv/bin/pip install --quiet --editable '.[dev]'",
        ".venv/bin/pytest",
    ]


def test_pre_commit_example_names_a_hook_there_is() -> None:
    (repository,) = yaml.safe_load(README.block("yaml", "repos:"))["repos"]
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    assert {hook["id"] for hook in repository["hooks"]} <= {hook["id"] for hook in hooks}


def test_dialects_are_all_listed() -> None:
    table = README.section("Supported formats")
    assert sorted(re.findall(r"^\| \[`(\w+)`\]", table, re.MULTILINE)) == sorted(NAMES)
    folders = re.findall(r"\]\((fixtures/projects/[\w-]+)\) \|$", table, re.MULTILINE)
    assert len(folders) == len(NAMES)
    assert all((ROOT / each).is_dir() and (ROOT / f"{each}-fixed").is_dir() for each in folders)
    example = re.findall(r"`phaselint init --example (\w+)`", README.text)
    assert set(example) <= set(NAMES)
    assert example


def test_every_rule_named_exists() -> None:
    names = {name for rule in RULES for name in rule.names}
    in_output = set(re.findall(r"\[[A-Z]{2}\d{3}\] ([a-z-]+):", README.text))
    table = README.section("What schema checks miss")
    in_table = set(re.findall(r"\| `([a-z-]+)` \|$", table, re.MULTILINE))
    assert in_table
    assert in_output | in_table <= names


@pytest.mark.parametrize("path", ["README.md", "docs/index.md"])
def test_the_picture_is_that_of_the_endless_loop(path: str) -> None:
    result = run(Request((CREW,), pictures=True), RULES)
    drawing = result.drawings["agents", CREW]
    [loop] = [each for each in result.findings if each.name == "auto-send-cycle"]
    assert Page(path).block("mermaid") == small_mermaid(drawing, loop)
