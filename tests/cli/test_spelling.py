"""Older spellings of options: understood everywhere, told once a run, and no error."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cli.contracts import SESSION, contract
from phaselint.dialects import BUILTIN
from phaselint.dialects.options import find_option, kebab, respelled
from phaselint.dialects.spelling import Respelled, spelling_lines

if TYPE_CHECKING:
    from cli.command import Command

OLD = {
    "vesanor": ("refuse_invalid", "unmatchedPolicy", "deniedTools", "honour_error_suppressions"),
    "sweny": ("agent_tools", "max_steps", "refuse_invalid", "check_answers", "validate_inputs"),
    "climpt": ("max_iterations", "refuse_invalid", "check_answers"),
}
SCRIPT = """\
version: 1
contract: .
options: {refuse_invalid: false}
scenarios:
  - {name: one, model: []}
  - {name: two, model: [], options: {deniedTools: [x]}}
"""


@pytest.mark.parametrize("name", OLD)
def test_every_option_that_was_renamed_is_found(name: str) -> None:
    for old in OLD[name]:
        assert find_option(old, BUILTIN[name]).name == kebab(old)


def test_all_options_are_in_the_one_spelling() -> None:
    for dialect in BUILTIN:
        assert [option.name for option in dialect.options] == [
            kebab(option.name) for option in dialect.options
        ]


def test_options_of_plug_ins_keep_their_names() -> None:
    assert not list(respelled("max_depth", "max_depth", "x"))
    assert not list(respelled("max-depth", "max_depth", "x"))
    assert list(respelled("maxDepth", "max_depth", "x")) == [
        Respelled("maxDepth", "max_depth", "x")
    ]


def test_each_spelling_is_told_once() -> None:
    places = [Respelled("a_b", "a-b", "x.toml", line) for line in (3, 3, 5)]
    assert list(spelling_lines(places)) == [
        "x.toml:3: `a_b` is now spelled `a-b`, and in 1 other place"
    ]


class TestCommand:
    """What the command says of them."""

    CONFIGURED = "phaselint.toml:2: `refuse_invalid` is now spelled `refuse-invalid`"

    @pytest.fixture(autouse=True)
    def desk(self, phaselint: Command) -> None:
        """A contract under a configuration of old."""
        contract(phaselint.folder, SESSION)
        (phaselint.folder / "phaselint.toml").write_text("[vesanor]\nrefuse_invalid = false\n")

    def test_a_configuration(self, phaselint: Command) -> None:
        ended = phaselint("lint")
        assert ended.status == 0
        assert ended.err == ""
        assert f"note: {self.CONFIGURED}" in ended.lines

    def test_other_commands(self, phaselint: Command) -> None:
        assert phaselint("graph", ".").err == f"phaselint: {self.CONFIGURED}\n"
        ended = phaselint("config")
        assert ended.status == 0
        assert ended.err == f"phaselint: {self.CONFIGURED}\n"
        assert "  refuse-invalid: false" in ended.lines

    def test_a_setting(self, phaselint: Command) -> None:
        ended = phaselint("lint", "--isolated", "--set", "vesanor.deniedTools=x")
        assert ended.status == 0
        line = "--set vesanor.deniedTools=x: `deniedTools` is now spelled `denied-tools`"
        assert f"note: {line}" in ended.lines

    def test_a_script(self, phaselint: Command) -> None:
        (phaselint.folder / "a.script.yaml").write_text(SCRIPT)
        ended = phaselint("lint", "--dry-run", "--isolated", "--jobs=2")
        told_ = [line.removeprefix("note: ") for line in ended.lines if "is now spelled" in line]
        assert told_ == [
            "a.script.yaml:3: `refuse_invalid` is now spelled `refuse-invalid`",
            "a.script.yaml:6: `deniedTools` is now spelled `denied-tools`",
        ]
        ended = phaselint("run", ".", "--script=a.script.yaml", "--isolated")
        assert [line.removeprefix("phaselint: ") for line in ended.err.splitlines()] == told_

    def test_a_script_whose_options_are_none(self, phaselint: Command) -> None:
        broken = SCRIPT.replace("{refuse_invalid: false}", "null")
        (phaselint.folder / "a.script.yaml").write_text(broken)
        ended = phaselint("lint", "--dry-run", "--isolated")
        assert "`options` must be a mapping" in ended.out
        assert "note: a.script.yaml:6: `deniedTools` is now spelled `denied-tools`" in ended.lines

    def test_reports_for_programs_say_nothing(self, phaselint: Command) -> None:
        ended = phaselint("lint", "--format=jsonl")
        assert "is now spelled" not in ended.out + ended.err
