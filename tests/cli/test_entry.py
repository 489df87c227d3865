"""The command as a whole: help, version, mistakes, completion (design §9)."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cli.contracts import contract
from phaselint import __version__
from phaselint.cli.group import COMMANDS
from phaselint.cli.options import GROUPS, LINT

if TYPE_CHECKING:
    from cli.command import Command


class TestHelp:
    """What the command says about itself."""

    def test_version(self, phaselint: Command) -> None:
        ended = phaselint.process("--version")
        assert ended == (0, f"phaselint {__version__}\n", "")

    @pytest.mark.parametrize("option", ["-h", "--help"])
    def test_all_commands_are_listed(self, phaselint: Command, option: str) -> None:
        ended = phaselint(option)
        assert ended.status == 0
        shown = ended.out.split("Check:\n")[1].split("Options:\n")[0]
        listed = [line.split()[0] for line in shown.splitlines() if line.startswith("  ")]
        assert listed == list(COMMANDS)

    @pytest.mark.parametrize("name", COMMANDS)
    def test_every_command_explains_itself_and_its_options(
        self, phaselint: Command, name: str
    ) -> None:
        ended = phaselint(name, "--help")
        assert ended.status == 0
        assert ended.out.startswith(f"Usage: phaselint {name} ")
        assert phaselint(name, "-h") == ended

    def test_options_of_lint_are_in_groups_with_examples(self, phaselint: Command) -> None:
        shown = phaselint("lint", "--help").out
        assert sum(line.startswith("    phaselint lint") for line in shown.splitlines()) == 5
        assert all(f"\n{title}:\n" in shown for title, _ in GROUPS)
        for option in LINT:
            assert (
                shown.count(f" {option.spellings[0]} ") >= 1 or option.spellings[0] + "\n" in shown
            )
        assert all(len(line) <= 80 for line in shown.splitlines())

    def test_without_a_command_it_is_the_help_and_status_2(self, phaselint: Command) -> None:
        ended = phaselint()
        assert ended.status == 2
        assert ended.out == ""
        assert ended.err.startswith(
            "Usage: phaselint [OPTIONS] [COMMAND] [ARGS]...\n\n  Find broken"
        )


class TestMistakes:
    """A mistake is one line on standard error and status 2."""

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (["lnit"], "unknown command `lnit`; a similar name exists: `lint`"),
            (["."], "unknown command `.`; use `phaselint lint .`"),
            (["check"], "unknown command `check`; use `phaselint lint .`"),
            (["check", "a b"], "unknown command `check`; use `phaselint lint 'a b'`"),
            (["--verison"], "--version"),
            (["lint", "--selct=PL1"], "--select"),
            (["rules", "--dry-run"], "--dry-run"),
            (["lint", "--bound=0"], "--bound"),
            (["lint", "--bound=many"], "--bound"),
            (["lint", "--jobs=-1"], "--jobs"),
            (["lint", "--fail-on=fatal"], "'error', 'warning', 'info'"),
            (["lint", "--min-severity=all"], "'error', 'warning', 'info'"),
            (["lint", "--color=sometimes"], "'auto', 'always', 'never'"),
            (["graph"], "CONTRACT"),
            (["run", "."], "--script"),
            (["graph", ".", "--format=png"], "'mermaid'"),
            (["rule", "a", "b"], "(b)"),
        ],
    )
    def test_options_and_arguments(
        self, phaselint: Command, arguments: list[str], words: str
    ) -> None:
        ended = phaselint(*arguments)
        assert ended.status == 2
        assert ended.out == ""
        assert ended.err.startswith("phaselint: ")
        assert ended.err.count("\n") == 1
        assert words in ended.err

    def test_in_a_process(self, phaselint: Command) -> None:
        ended = phaselint.process("lint", "--nonsense")
        assert ended.status == 2
        assert ended.err.count("\n") == 1


class TestInstalled:
    """The console script, where the package is installed."""

    @pytest.fixture
    def script(self) -> str:
        """The path of the console script beside the Python that runs the tests."""
        path = shutil.which("phaselint", path=str(Path(sys.executable).parent))
        if path is None:
            pytest.skip("phaselint is not installed beside this Python")
        return path

    @pytest.mark.posix
    def test_its_status_is_that_of_the_command(self, phaselint: Command, script: str) -> None:
        contract(phaselint.folder)
        ended = phaselint.shell(f'"{script}" lint; "{script}" lint missing')
        assert ended.status == 2
        assert ended.out.startswith("No findings in 1 contract")
        assert ended.err == "phaselint: missing: no such file or directory\n"

    @pytest.mark.posix
    @pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
    def test_completion_as_click_gives_it(
        self, phaselint: Command, script: str, shell: str
    ) -> None:
        if shell == "bash" and shutil.which("bash") is None:
            pytest.skip("click asks bash for its version, and there is no bash")
        ended = phaselint.shell(f'_PHASELINT_COMPLETE={shell}_source "{script}"')
        assert ended.status == 0
        assert "_PHASELINT_COMPLETE" in ended.out

    @pytest.mark.posix
    def test_completion_knows_commands_and_options(self, phaselint: Command, script: str) -> None:
        ended = phaselint.shell(
            f"export _PHASELINT_COMPLETE=bash_complete; "
            f'COMP_WORDS="phaselint ru" COMP_CWORD=1 "{script}"; '
            f'COMP_WORDS="phaselint lint --dry" COMP_CWORD=2 "{script}"'
        )
        assert ended.lines == ["plain,rule", "plain,rules", "plain,run", "plain,--dry-run"]


def test_a_defect_never_looks_like_findings(
    phaselint: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("nothing to divide by")

    monkeypatch.setattr("phaselint.cli.linting.run", fail)
    ended = phaselint("lint", ".")
    assert (ended.status, ended.out) == (2, "")
    assert ended.err.startswith("phaselint: internal error, please report it: ZeroDivisionError: ")
    assert ended.err.count("\n") == 1


def test_an_enormous_baseline_is_not_read(phaselint: Command) -> None:
    with (phaselint.folder / "phaselint-baseline.json").open("wb") as file:
        file.truncate(6_000_000_000)
    contract(phaselint.folder)
    ended = phaselint("lint", ".")
    message = "phaselint: phaselint-baseline.json: the limit for baselines is 64 MB\n"
    assert (ended.status, ended.err) == (2, message)
