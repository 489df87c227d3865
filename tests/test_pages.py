"""What pages of the documentation show is what happens: outputs, scripts, options, workflows."""

from __future__ import annotations

import re
import shutil
import tomllib
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from pages import ROOT, Page, commands, is_shown
from phaselint import version
from phaselint.cli import main
from phaselint.cli.group import COMMANDS, group
from phaselint.config.file import check_rules, load_config
from phaselint.config.model import Config
from phaselint.dialects import BUILTIN, NAMES
from phaselint.document.commented import comments_of
from phaselint.document.reader import read
from phaselint.linting.request import Request
from phaselint.linting.run import run
from phaselint.report import FOR_FILES, FORMATS
from phaselint.report.drawing import small_mermaid
from phaselint_rules import RULES

if TYPE_CHECKING:
    from pathlib import Path

WRITTEN = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md"))
PAGES = {path: Page(path) for path in WRITTEN}
PLAYED = "docs/tutorial.md"
"""A page whose blocks go on where the one before has ended: tests/test_tutorial.py."""

CONSOLES = [
    (path, text)
    for path, page in PAGES.items()
    if path != PLAYED
    for text in page.blocks("console")
]
PRINTING = [
    (path, text)
    for path, page in PAGES.items()
    if path != PLAYED
    for text in page.blocks("sh")
    if text != page.all[-1].text and page.after(text) in page.blocks("text")
]
SCRIPTS = (
    ("docs/how-to/scripts.md", "refund-desk-fixed/refunds"),
    ("docs/dialects/vesanor.md", "refund-desk-fixed/refunds"),
    ("docs/dialects/sweny.md", "dependency-bot-fixed/.sweny/workflows/release-digest.yml"),
    ("docs/dialects/climpt.md", "flag-retirement-fixed/.agent/retirer"),
    ("docs/dialects/stud.md", "loan-desk-fixed/loans.stud.yaml"),
    ("docs/dialects/langgraph.md", "seed-library-fixed/seeds/requests.py"),
    ("docs/dialects/agents.md", "release-crew-fixed"),
    ("docs/dialects/agents.md", "release-crew-fixed/handbook"),
)
"""Pages with a script, and the contract that it is for; of a page with several, in their order."""

APPENDED = {"--stdio", "--clientProcessId"}
"""Options that editors append, which no help lists."""


@pytest.fixture(autouse=True)
def in_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


@pytest.mark.parametrize("block", [text for _, text in CONSOLES], ids=[p for p, _ in CONSOLES])
def test_console_blocks_show_what_the_command_prints(
    block: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, prompt, shown = block.split("\n", 2)
    monkeypatch.chdir(ROOT / folder.removeprefix("$ cd "))
    (command,) = commands(prompt)
    main(command)
    assert capsys.readouterr().out == shown


@pytest.mark.parametrize(("path", "block"), PRINTING, ids=[path for path, _ in PRINTING])
def test_output_below_a_command_is_what_it_prints(
    path: str, block: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = commands(block)[-1]
    main(command)
    assert is_shown(PAGES[path].after(block), capsys.readouterr().out)


@pytest.mark.parametrize(("path", "contract"), SCRIPTS)
def test_script_example_passes(
    path: str, contract: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    examples = PAGES[path].blocks("yaml", "scenarios:")
    nth = [each for each in SCRIPTS if each[0] == path].index((path, contract))
    script = tmp_path / "example.script.yaml"
    script.write_text(examples[nth], "utf-8")
    assert main(["run", f"fixtures/projects/{contract}", "--script", str(script)]) == 0
    assert "ok: all assertions hold" in capsys.readouterr().out


def test_every_script_shown_is_run_and_every_dialect_has_one() -> None:
    shown = [path for path, page in PAGES.items() for _ in page.blocks("yaml", "scenarios:")]
    assert sorted(shown) == sorted(path for path, _ in SCRIPTS)
    assert {f"docs/dialects/{name}.md" for name in NAMES} <= set(shown)


def test_library_example_prints_what_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    page = PAGES["docs/reference/library.md"]
    example = page.block("python", "phaselint.lint(")
    for _ in range(2):  # a program may call it more than once
        exec(compile(example, "library.md", "exec"), {})
        assert capsys.readouterr().out == page.after(example)


def test_the_small_picture_is_that_of_the_trap() -> None:
    request = Request(("fixtures/projects/refund-desk/refunds",), pictures=True)
    result = run(request, RULES)
    [drawing] = result.drawings.values()
    [trap] = [each for each in result.findings if each.name == "order-trap"]
    assert PAGES["docs/how-to/graphs.md"].block("mermaid") == small_mermaid(drawing, trap)


def test_configuration_example_has_every_key_and_says_the_defaults(tmp_path: Path) -> None:
    text = PAGES["docs/how-to/configure.md"].block("toml")
    path = tmp_path / "phaselint.toml"
    path.write_text(text, "utf-8")
    check_rules(load_config(str(path)), RULES)
    example: dict[str, Any] = tomllib.loads(text)
    keys = {field.replace("_", "-") for field in Config._fields} - {
        *("path", "root", "options", "dialects", "brought", "faults", "respelled"),
    }
    assert set(example) == keys.union(NAMES)
    for each in BUILTIN:
        defaults = {option.name: option.default for option in each.options}
        shown = {k: tuple(v) if isinstance(v, list) else v for k, v in example[each.name].items()}
        assert shown == defaults


def test_entries_of_configurations_are_well_formed(tmp_path: Path) -> None:
    path = tmp_path / "phaselint.toml"
    path.write_text(PAGES["docs/how-to/suppress.md"].block("toml"), "utf-8")
    check_rules(load_config(str(path)), RULES)


def test_suppression_examples_are_well_formed() -> None:
    names = {name for rule in RULES for name in rule.names}
    examples = [
        text for page in PAGES.values() for text in page.blocks("yaml", "phaselint: ignore")
    ]
    assert examples
    for text in examples:
        for comment in comments_of(read("example.yaml", text.encode())):
            assert comment.error == ""
            assert comment.reason
            assert {name for name, _, _ in comment.names} <= names


def test_pre_commit_example_names_the_hooks_there_are() -> None:
    text = PAGES["docs/how-to/pre-commit.md"].block("yaml", "repos:")
    (repository,) = yaml.safe_load(text)["repos"]
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    offered = {hook["id"] for hook in hooks}
    assert {hook["id"] for hook in repository["hooks"]} <= offered
    assert set(re.findall(r"id: ([\w-]+)", text)) == offered


def test_workflow_writes_the_file_it_uploads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workflow = yaml.safe_load(PAGES["docs/how-to/github.md"].block("yaml", "upload-sarif@"))
    steps = workflow["jobs"]["phaselint"]["steps"]
    (command,) = commands("\n".join(step.get("run", "") for step in steps))
    shutil.copytree(ROOT / "fixtures" / "projects" / "refund-desk", tmp_path / "contracts")
    monkeypatch.chdir(tmp_path)
    assert main(command) == 1
    (upload,) = (step for step in steps if "upload-sarif" in step.get("uses", ""))
    sarif = upload["with"]["sarif_file"]
    assert (tmp_path / sarif).stat().st_size > 0
    assert f"hashFiles('{sarif}')" in upload["if"]


def test_inputs_and_outputs_of_the_action_are_those_it_has() -> None:
    action = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
    section = PAGES["docs/how-to/github.md"].section("With the action")
    told = re.findall(r"^\| `([\w-]+)` \|", section, re.MULTILINE)
    assert told == [*action["inputs"], *action["outputs"]]


def test_pipeline_of_gitlab_writes_the_reports_it_names() -> None:
    for text in PAGES["docs/how-to/gitlab.md"].blocks("yaml"):
        job = yaml.safe_load(text)["phaselint"]
        (command,) = commands("\n".join(job["script"]))
        written = {each.partition(":")[2] for each in command if ":" in each}
        assert written == set(job["artifacts"]["reports"].values())


def test_formats_are_all_listed() -> None:
    section = PAGES["docs/reference/formats.md"].section("Reports")
    formats = re.findall(r"^\| `(\w+)` \| ", section, re.MULTILINE)
    assert sorted(formats) == sorted([*FORMATS, *FOR_FILES])


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
    for path in ("README.md", *WRITTEN):
        if not path.startswith("docs/dialects/"):  # which speak of options of other programs
            named = re.findall(r"`phaselint[^`]*`|`--[a-z][^`]*`", Page(path).text)
            options = set(re.findall(r"(?<![\w-])--[a-z][a-zA-Z-]+", " ".join(named)))
            assert options - known - APPENDED == set(), path


@pytest.mark.parametrize("path", ["README.md", *WRITTEN])
def test_the_home_of_the_project_and_its_version_are_those_of_the_package(path: str) -> None:
    text = (ROOT / path).read_text("utf-8")
    homes = re.findall(r"github\.com/([\w-]+/phaselint)\b|uses: ([\w-]+/phaselint)@", text)
    assert {one or other for one, other in homes} <= {version.REPOSITORY}
    releases = re.findall(r"phaselint@v([\d.]+)|/phaselint .*\n +rev: v([\d.]+)", text)
    assert {one or other for one, other in releases} <= {version.__version__}
