"""Completion for shells: rules, dialects, contracts and options, through click (design §9)."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest
from click.shell_completion import ShellComplete

from cli.command import PATIENCE
from cli.contracts import SESSION, contract
from phaselint.cli import completion
from phaselint.cli.group import group
from phaselint.dialects import BUILTIN

if TYPE_CHECKING:
    from pathlib import Path

    from cli.command import Command

BASH = """
eval "$(_PHASELINT_COMPLETE=bash_source "{script}")"
complete_line() {{
    COMP_WORDS=($1 "$2"); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); COMPREPLY=()
    _phaselint_completion "{script}"
    printf '%s\\n' "${{COMPREPLY[@]}}"
}}
compopt() {{ :; }}
complete -p phaselint
complete_line "phaselint rule" unreachable-ph
complete_line "phaselint lint --select" dead-phase,unreachable-ph
complete_line "phaselint graph" de
complete_line "phaselint lint --dialect" ve
complete_line "phaselint lint" --exc
"""
"""What bash does as somebody presses the key, without the terminal."""


FISH = """
_PHASELINT_COMPLETE=fish_source phaselint | source
complete --do-complete "phaselint rule unreachable-ph"
complete --do-complete "phaselint lint --select dead-phase,unreachable-ph"
complete --do-complete "phaselint lint --dialect ve"
"""


def completed(*words: str) -> list[str]:
    """What the last word may become."""
    *before, last = words
    found = ShellComplete(group, {}, "phaselint", "_PHASELINT_COMPLETE").get_completions(
        list(before), last
    )
    return [each.value if each.type == "plain" else f"<{each.type}>" for each in found]


@pytest.fixture(autouse=True)
def folder(phaselint: Command) -> Path:
    """Two contracts, and a file that is none."""
    contract(phaselint.folder / "desks" / "north", SESSION)
    contract(phaselint.folder / "desks" / "south", SESSION)
    (phaselint.folder / "desks" / "notes.txt").touch()
    return phaselint.folder


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("vesanor.refuse", ["vesanor.refuse-invalid="]),
        (
            "vesanor.refuse-invalid=",
            ["vesanor.refuse-invalid=false", "vesanor.refuse-invalid=true"],
        ),
        ("vesanor.gate=strip_b", ["vesanor.gate=strip_blocked"]),
        ("vesanor.denied-tools=", []),
        ("vesanor.other=", []),
    ],
)
def test_options_of_dialects(word: str, expected: list[str]) -> None:
    assert completed("lint", "--set", word) == completed("config", "--set", word) == expected


@pytest.mark.parametrize("option", ["--select", "--ignore", "--extend-select"])
def test_rules_are_words_with_commas(option: str) -> None:
    assert completed("lint", option, "unreachable-ph") == ["unreachable-phase"]
    assert completed("lint", option, "VE1,unreachable-ph") == ["VE1,unreachable-phase"]
    assert completed("lint", option, "dead-phase,dead-ph") == []
    assert completed("lint", option, "PL10")[:2] == ["PL101", "PL102"]
    assert completed("lint", option, "AL") == ["ALL"]


def test_the_rule_to_explain() -> None:
    assert completed("rule", "unreachable-ph") == ["unreachable-phase"]
    assert completed("rule", "VE10")[0] == "VE101"
    assert "dead-phase" in completed("rule", "")


@pytest.mark.parametrize("command", ["lint", "run", "graph", "scripts", "policies", "migrate"])
def test_dialects(command: str) -> None:
    assert completed(command, "--dialect", "") == sorted(BUILTIN.names)
    assert completed(command, "--dialect", "ve") == ["vesanor"]


def test_options() -> None:
    assert completed("lint", "--excl") == ["--exclude"]
    assert completed("lint", "--format", "js") == ["json", "jsonl"]
    assert completed("lint", "--config", "x") == ["<file>"]
    assert completed("lint", "x") == ["<file>"]


@pytest.mark.parametrize("command", ["run", "graph", "scripts", "policies"])
class TestContracts:
    """Contracts, as arguments of the commands that take one."""

    def test_those_below_the_working_directory(self, command: str) -> None:
        assert completed(command, "") == ["desks/north", "desks/south"]
        assert completed(command, "desks/s") == ["desks/south"]

    def test_those_below_a_folder_that_is_named(self, command: str, folder: Path) -> None:
        (folder / "other").mkdir()
        os.chdir(folder / "other")
        assert completed(command, "../desks/n") == ["../desks/north"]
        assert completed(command, f"{folder}/desks/s") == [f"{folder}/desks/south"]

    def test_where_there_is_none_it_is_a_file(self, command: str) -> None:
        assert completed(command, "desks/no-") == ["<file>"]
        assert completed(command, "gone/") == ["<file>"]

    def test_a_name_that_a_shell_would_read_is_left_to_it(self, command: str, folder: Path) -> None:
        for name in ("$(reboot)", "a b", "x;y", "*"):
            contract(folder / "odd" / name, SESSION)
        assert completed(command, "odd/") == ["<file>"]

    def test_it_takes_no_longer_than_a_moment(
        self, command: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(completion, "PATIENCE", -1)
        assert completed(command, "") == ["<file>"]


def test_a_bad_configuration_is_passed_over(folder: Path) -> None:
    (folder / "phaselint.toml").write_text("selekt = []\n")
    assert completed("rule", "unreachable-ph") == ["unreachable-phase"]
    assert completed("graph", "") == ["<file>"]


@pytest.mark.posix
def test_a_real_bash(phaselint: Command) -> None:
    bash, script = shutil.which("bash"), shutil.which("phaselint")
    if bash is None or script is None:
        pytest.skip("there is no bash, or phaselint is not installed")
    ended = phaselint.shell(BASH.format(script=script))
    assert ended.err == ""
    assert ended.lines == [
        "complete -o nosort -F _phaselint_completion phaselint",
        "unreachable-phase",
        "dead-phase,unreachable-phase",
        "desks/north",
        "desks/south",
        "vesanor",
        "--exclude",
    ]


@pytest.mark.posix
def test_a_real_fish(phaselint: Command) -> None:
    fish, script = shutil.which("fish"), shutil.which("phaselint")
    if fish is None or script is None:
        pytest.skip("there is no fish, or phaselint is not installed")
    path = os.pathsep.join((os.path.dirname(script), os.environ["PATH"]))
    found = subprocess.run(
        [fish, "--no-config", "-c", FISH],
        cwd=phaselint.folder,
        env={"PATH": path, "HOME": str(phaselint.folder)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    words = ["unreachable-phase", "dead-phase,unreachable-phase", "vesanor"]
    assert (found.stdout.split(), found.stderr) == (words, "")


def test_fish_takes_completions_apart_at_the_first_comma(
    phaselint: Command,
) -> None:
    source = phaselint.process(environment={"_PHASELINT_COMPLETE": "fish_source"}).out
    assert 'string split --max 1 "," $completion' in source
