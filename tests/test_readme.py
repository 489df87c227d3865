"""Every line of the README that can be tried is tried."""

from __future__ import annotations

import itertools
import re
import shlex
import shutil
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from phaselint.cli import main
from phaselint.cli.group import COMMANDS, group
from phaselint.config import Config
from phaselint.config.file import check_rules, load_config
from phaselint.dialects import BUILTIN, NAMES
from phaselint.document.reader import read
from phaselint.linting.request import Request
from phaselint.linting.run import run
from phaselint.report import FOR_FILES, FORMATS
from phaselint.report.drawing import small_mermaid
from phaselint_rules import RULES

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
LEFT_OUT = re.compile(r"^\[.*\]\n", re.MULTILINE)
"""A line that stands for output that is not shown."""


class Block(NamedTuple):
    """A fenced block of the README: its language and its text."""

    language: str
    text: str


BLOCKS = [
    Block(found[1], found[2])
    for found in re.finditer(r"^```(\w+)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
]


def blocks(language: str, containing: str = "") -> list[str]:
    return [b.text for b in BLOCKS if b.language == language and containing in b.text]


def the_block(language: str, containing: str = "") -> str:
    (text,) = blocks(language, containing)
    return text


def section(heading: str) -> str:
    """The text below a heading, up to the next one of any level."""
    return re.split(r"^#+ ", README.partition(f"# {heading}\n")[2], maxsplit=1, flags=re.M)[0]


def after(text: str) -> str:
    """The block that follows another."""
    return next(b.text for a, b in itertools.pairwise(BLOCKS) if a.text == text)


def commands(script: str) -> list[list[str]]:
    """The phaselint commands of a shell script or console, as words."""
    lines = (line.partition("||")[0] for line in script.splitlines())
    words = (shlex.split(line.removeprefix("$ "), comments=True) for line in lines)
    return [each[1:] for each in words if each[:1] == ["phaselint"]]


@pytest.fixture(autouse=True)
def in_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def test_first_block_installs_and_shows_the_output_below(
    capsys: pytest.CaptureFixture[str],
) -> None:
    first = blocks("sh")[0]
    assert "pip install .\n" in first
    ((command),) = commands(first)
    assert command[:2] == ["lint", "--dry-run"]
    status = main(command)
    assert status == 1
    rest = capsys.readouterr().out
    for piece in filter(None, map(str.strip, LEFT_OUT.split(after(first)))):
        assert piece in rest
        rest = rest.partition(piece)[2]
    assert rest == "\n"


def test_second_block_installs_the_development_tools_and_runs_the_tests() -> None:
    lines = [line.partition("#")[0].rstrip() for line in blocks("sh")[1].splitlines()]
    assert lines[-3:] == ["pip install --editable '.[dev]'", "pytest tests/smoke", "pytest"]


def test_console_blocks_show_what_the_command_prints(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for block in blocks("console"):
        folder, prompt, shown = block.split("\n", 2)
        monkeypatch.chdir(ROOT / folder.removeprefix("$ cd "))
        (command,) = commands(prompt)
        main(command)
        assert capsys.readouterr().out == shown


def test_the_small_picture_is_that_of_the_trap() -> None:
    request = Request(("fixtures/projects/refund-desk/refunds",), pictures=True)
    result = run(request, RULES)
    [drawing] = result.drawings.values()
    [trap] = [each for each in result.findings if each.name == "order-trap"]
    assert the_block("mermaid") == small_mermaid(drawing, trap)


def test_library_example_prints_what_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    example = the_block("python")
    for _ in range(2):  # a program may call it more than once
        exec(compile(example, "README.md", "exec"), {})
        assert capsys.readouterr().out == after(example)


@pytest.mark.parametrize(
    ("example", "contract"),
    list(
        zip(
            blocks("yaml", "scenarios:"),
            (
                "refund-desk-fixed/refunds",
                "dependency-bot-fixed/.sweny/workflows/release-digest.yml",
                "flag-retirement-fixed/.agent/retirer",
                "loan-desk-fixed/loans.stud.yaml",
                "release-crew-fixed",
            ),
            strict=True,
        )
    ),
    ids=NAMES,
)
def test_script_example_passes(
    example: str, contract: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "example.script.yaml"
    script.write_text(example, "utf-8")
    assert main(["run", f"fixtures/projects/{contract}", "--script", str(script)]) == 0
    assert "ok: does what it expects" in capsys.readouterr().out


def test_configuration_example_has_every_key_and_says_the_defaults(tmp_path: Path) -> None:
    path = tmp_path / "phaselint.toml"
    path.write_text(the_block("toml"), "utf-8")
    check_rules(load_config(str(path)), RULES)
    example: dict[str, Any] = tomllib.loads(the_block("toml"))
    keys = {field.replace("_", "-") for field in Config._fields} - {
        *("path", "root", "options", "dialects", "brought", "faults", "respelled"),
    }
    assert set(example) == keys.union(NAMES)
    for each in BUILTIN:
        defaults = {option.name: option.default for option in each.options}
        shown = {k: tuple(v) if isinstance(v, list) else v for k, v in example[each.name].items()}
        assert shown == defaults


def test_suppression_examples_are_well_formed() -> None:
    names = {name for rule in RULES for name in rule.names}
    examples = blocks("yaml", "phaselint: ignore")
    assert examples
    for text in examples:
        for comment in read("example.yaml", text.encode()).comments:
            assert comment.error == ""
            assert comment.reason
            assert {name for name, _, _ in comment.names} <= names


def test_pre_commit_example_names_the_hooks_there_are() -> None:
    (repository,) = yaml.safe_load(the_block("yaml", "repos:"))["repos"]
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    offered = {hook["id"] for hook in hooks}
    assert {hook["id"] for hook in repository["hooks"]} <= offered
    assert set(re.findall(r"id: ([\w-]+)", the_block("yaml", "repos:"))) == offered


def test_workflow_writes_the_file_it_uploads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = yaml.safe_load(the_block("yaml", "jobs:"))["jobs"]["phaselint"]["steps"]
    (command,) = commands("\n".join(step.get("run", "") for step in steps))
    shutil.copytree(ROOT / "fixtures" / "projects" / "refund-desk", tmp_path / "contracts")
    monkeypatch.chdir(tmp_path)
    assert main(command) == 1
    (upload,) = (step for step in steps if "upload-sarif" in step.get("uses", ""))
    sarif = upload["with"]["sarif_file"]
    assert (tmp_path / sarif).stat().st_size > 0
    assert f"hashFiles('{sarif}')" in upload["if"]


def test_tables_list_every_command_and_every_format() -> None:
    listed = re.findall(r"^\| `phaselint (\w+)", README, re.MULTILINE)
    assert listed == list(COMMANDS)
    formats = re.findall(r"^\| `(\w+)` \| ", section("Formats"), re.MULTILINE)
    assert formats == [*FORMATS, *FOR_FILES]


def test_dialects_are_all_described() -> None:
    told = re.findall(r"^\| `(\w+)` \| ", section("What it reads"), re.MULTILINE)
    assert tuple(dict.fromkeys(told)) == NAMES


def test_every_option_named_exists() -> None:
    context = group.make_context("phaselint", ["lint"], resilient_parsing=True)
    subcommands = [group.get_command(context, name) for name in COMMANDS]
    known = {
        option
        for command in (group, *subcommands)
        if command is not None
        for parameter in command.get_params(context)
        for option in parameter.opts
    }
    prose = README.replace("pip install --editable", "")
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", prose)) <= known


def test_every_rule_named_exists() -> None:
    names = {name for rule in RULES for name in rule.names}
    in_output = set(re.findall(r"\[[A-Z]{2}\d{3}\] ([a-z-]+):", README))
    in_example = set(re.findall(r"ignore\[([a-z-]+)", README))
    assert in_output | in_example | {"analysis-incomplete"} <= names


def test_every_link_leads_to_a_file() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / target).exists(), target
