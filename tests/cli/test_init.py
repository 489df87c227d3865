"""`phaselint init`: a configuration, an example, hooks and manifests, and nothing overwritten."""

from __future__ import annotations

import json
import os
import shutil
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from cli.contracts import contract
from phaselint.dialects import BUILTIN

if TYPE_CHECKING:
    from collections.abc import Callable

    from cli.command import Command

PROJECTS = Path(__file__).parents[2] / "fixtures" / "projects"
EVERYTHING = ("--pre-commit", "--github", "--manifest")

projects = pytest.mark.parametrize("project", sorted(each.name for each in PROJECTS.iterdir()))
dialects = pytest.mark.parametrize("dialect", BUILTIN.names)


def contents(folder: Path) -> dict[str, bytes]:
    """Path → content of all files of a folder."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def findings(command: Command) -> list[tuple[str, str, str]]:
    """File, rule and message of each error and warning."""
    ended = command("lint", "--dry-run", "--format=json", "--min-severity=warning", "--exit-zero")
    assert ended.status == 0, ended.err
    found = json.loads(ended.out)["findings"]
    return sorted((each["file"], each["name"], each["message"]) for each in found)


def copied(command: Command, project: str, *left_out: str) -> None:
    """Copy a project into the folder of a command, without some files and its configuration."""
    ignored = shutil.ignore_patterns("phaselint.toml", *left_out)
    shutil.copytree(PROJECTS / project, command.folder, dirs_exist_ok=True, ignore=ignored)


def check_configuration(command: Command) -> None:
    """The configuration is one by its own schema, unchanged and with every comment that is a
    value uncommented."""
    schema = json.loads(command("schema", "config").out)
    text = (command.folder / "phaselint.toml").read_text()
    uncommented = [line.removeprefix("# ") if " = " in line else line for line in text.splitlines()]
    for each in (text, "\n".join(uncommented)):
        Draft202012Validator(schema).validate(tomllib.loads(each))


class TestProjects:
    @projects
    def test_a_configuration_is_written_and_changes_nothing(
        self, phaselint: Command, project: str
    ) -> None:
        copied(phaselint, project)
        before, found = contents(phaselint.folder), findings(phaselint)
        ended = phaselint("init", *EVERYTHING)
        assert (ended.status, ended.err) == (0, "")
        after = contents(phaselint.folder)
        assert {path: after[path] for path in before} == before
        assert {"phaselint.toml", ".pre-commit-config.yaml"} < after.keys() - before.keys()
        check_configuration(phaselint)
        new = set(findings(phaselint)) - set(found)
        assert {file for file, _, _ in new} <= {each for each in after if ".script." in each}

    @projects
    def test_a_second_time_changes_nothing(self, phaselint: Command, project: str) -> None:
        copied(phaselint, project)
        phaselint("init", *EVERYTHING)
        before = contents(phaselint.folder)
        assert phaselint("init", *EVERYTHING).lines[-1] == "nothing to write"
        assert phaselint("init", *EVERYTHING, "--diff").status == 0
        assert contents(phaselint.folder) == before

    def test_scripts_in_folders_of_their_own_are_named(self, phaselint: Command) -> None:
        copied(phaselint, "dependency-bot-fixed")
        phaselint("init")
        value = tomllib.loads((phaselint.folder / "phaselint.toml").read_text())
        assert value["scripts"] == [".sweny/workflows/tests/*.script.yaml"]
        assert (
            "# Found: 5 contracts of sweny."
            in (phaselint.folder / "phaselint.toml").read_text().splitlines()
        )


class TestExamples:
    @dialects
    def test_it_lints_clean_and_its_script_is_played(
        self, phaselint: Command, dialect: str
    ) -> None:
        ended = phaselint("init", "--example", dialect)
        assert (ended.status, ended.err) == (0, "")
        linted = phaselint("lint", "--dry-run", "--strict", "--sound")
        assert linted.status == 0
        assert linted.lines[-1].startswith("No findings in 1 contract (")
        listed = json.loads(phaselint("contracts", "--format=json").out)
        assert [each["dialect"] for each in listed["contracts"]] == [dialect]
        (script,) = listed["contracts"][0]["scripts"]
        path = phaselint.folder / script
        path.write_text(path.read_text().replace("outcome: completed", "outcome: failed"))
        assert {name for _, name, _ in findings(phaselint)} == {"failed-expectation"}

    @dialects
    def test_a_second_time_changes_nothing(self, phaselint: Command, dialect: str) -> None:
        phaselint("init", "--example", dialect)
        check_configuration(phaselint)
        before = contents(phaselint.folder)
        ended = phaselint("init", "--example", dialect)
        assert (ended.status, ended.lines[-1]) == (0, "nothing to write")
        assert contents(phaselint.folder) == before

    def test_all_at_once(self, phaselint: Command) -> None:
        wanted = [word for name in BUILTIN.names for word in ("--example", name)]
        assert phaselint("init", *wanted, *EVERYTHING).status == 0
        assert phaselint("lint", "--dry-run").lines[-1].startswith("No findings in 6 contracts")

    def test_what_is_missing_of_it_is_written(self, phaselint: Command) -> None:
        phaselint("init", "--example=stud")
        (phaselint.folder / "change" / "stages" / "plan.md").unlink()
        ended = phaselint("init", "--example=stud")
        assert ended.lines[0] == "wrote change/stages/plan.md"

    def test_a_file_of_it_with_another_text(self, phaselint: Command) -> None:
        plan = phaselint.folder / "change" / "stages" / "plan.md"
        plan.parent.mkdir(parents=True)
        plan.write_text("mine\n")
        before = contents(phaselint.folder)
        ended = phaselint("init", "--example=stud")
        assert ended.status == 2
        assert ended.err == (
            "phaselint: --example stud: change/stages/plan.md "
            "already exists with different content\n"
        )
        assert contents(phaselint.folder) == before

    def test_where_it_would_not_be_clean(self, phaselint: Command) -> None:
        """A second agent of the name that another has."""
        mine = phaselint.folder / ".github" / "agents" / "mine.agent.md"
        mine.parent.mkdir(parents=True)
        mine.write_text("---\nname: Planner\ndescription: Mine\n---\nPlan.\n")
        ended = phaselint("init", "--example=agents")
        assert ended.status == 2
        assert (
            "--example agents: together with the existing files, it causes `duplicate-" in ended.err
        )
        assert contents(phaselint.folder).keys() == {".github/agents/mine.agent.md"}

    def test_scripts_that_a_configuration_does_not_name(self, phaselint: Command) -> None:
        (phaselint.folder / "phaselint.toml").write_text("")
        pattern = ".sweny/workflows/tests/*.script.yaml"
        told = f'add "{pattern}" to `scripts` in phaselint.toml; otherwise it is never run'
        assert told in phaselint("init", "--example=sweny").lines
        (phaselint.folder / "phaselint.toml").write_text(f'scripts = ["{pattern}"]\n')
        assert told not in phaselint("init", "--example=sweny").lines

    def test_an_unknown_dialect(self, phaselint: Command) -> None:
        ended = phaselint("init", "--example=swenny")
        assert ended.status == 2
        assert ended.err == (
            "phaselint: --example: unknown dialect `swenny`; a similar name exists: `sweny`\n"
        )
        assert contents(phaselint.folder) == {}


class TestManifests:
    def test_stages_without_a_pipeline(self, phaselint: Command) -> None:
        copied(phaselint, "loan-desk-fixed", "*.stud.yaml", "*.script.yaml")
        ended = phaselint("init", "--manifest")
        assert "pipeline.stud.yaml: `next` is a guess: the order of stages" in ended.out
        value = yaml.safe_load((phaselint.folder / "pipeline.stud.yaml").read_text())
        assert value["entryStage"] == "intake"
        assert value["next"]["intake"] == {
            "execution": "parallel",
            "nextStages": ["condition", "climate", "insurance"],
            "join": "assess",
        }
        assert value["next"]["review"]["branches"] == [
            {
                "when": {"verdict": "ok", "path": "parsed.decision", "equals": "approve"},
                "nextStages": ["letter"],
            }
        ]
        assert findings(phaselint) == []
        assert phaselint("init", "--manifest").lines[-1] == "nothing to write"

    def test_one_that_brings_a_warning_is_not_written(self, phaselint: Command) -> None:
        copied(phaselint, "loan-desk-fixed", "*.stud.yaml", "*.script.yaml", "intake.md")
        for stage in (phaselint.folder / "stages").glob("*.md"):
            text = stage.read_text().replace("ctx.letter", "ctx.upstream[0].parsed.none")
            stage.write_text(text.replace("ctx.object", "ctx.upstream[0].parsed.none"))
        ended = phaselint("init", "--manifest")
        assert "pipeline.stud.yaml isn't written: it would cause `inputs-" in ended.out
        assert "all stages here have one" not in ended.out
        assert not (phaselint.folder / "pipeline.stud.yaml").exists()

    def test_nothing_to_make_one_of(self, phaselint: Command) -> None:
        lines = phaselint("init", "--manifest").lines
        assert "no manifest is written: all stages here have one" in lines


class TestHelpers:
    def test_hooks_and_a_workflow_are_yaml(self, phaselint: Command) -> None:
        phaselint("init", "--pre-commit", "--github")
        hooks = yaml.safe_load((phaselint.folder / ".pre-commit-config.yaml").read_text())
        assert [hook["id"] for hook in hooks["repos"][0]["hooks"]] == ["phaselint"]
        workflow = phaselint.folder / ".github" / "workflows" / "phaselint.yml"
        assert yaml.safe_load(workflow.read_text())["jobs"].keys() == {"phaselint"}

    def test_hooks_of_others_stay(self, phaselint: Command) -> None:
        config = phaselint.folder / ".pre-commit-config.yaml"
        config.write_text("repos: []\n")
        ended = phaselint("init", "--pre-commit")
        assert ".pre-commit-config.yaml already exists; add this to its `repos`:" in ended.lines
        assert "      - id: phaselint" in ended.lines
        assert config.read_text() == "repos: []\n"

    @pytest.mark.parametrize("option", ["--pre-commit", "--github"])
    def test_below_the_top_of_a_repository(self, phaselint: Command, option: str) -> None:
        (phaselint.folder / ".git").mkdir()
        (phaselint.folder / "inner").mkdir()
        ended = phaselint("init", option, "inner")
        assert ended.status == 2
        assert f"must be in {phaselint.folder}; run `phaselint init` there" in ended.err
        assert list((phaselint.folder / "inner").iterdir()) == []


class TestBadInput:
    @pytest.mark.parametrize(
        ("name", "text"),
        [("phaselint.toml", "ignore = []\n"), ("pyproject.toml", "[tool.phaselint]\n")],
    )
    def test_a_configuration_that_is_there(self, phaselint: Command, name: str, text: str) -> None:
        (phaselint.folder / name).write_text(text)
        contract(phaselint.folder / "desk")
        before = contents(phaselint.folder)
        ended = phaselint("init")
        assert (ended.status, ended.err) == (0, "")
        assert ended.lines == [f"{name} already exists and stays unchanged", "nothing to write"]
        assert contents(phaselint.folder) == before

    def test_one_above_holds_as_well(self, phaselint: Command) -> None:
        (phaselint.folder / "phaselint.toml").touch()
        (phaselint.folder / "inner").mkdir()
        assert phaselint("init", "inner").lines[-1] == "nothing to write"

    def test_one_that_is_broken(self, phaselint: Command) -> None:
        (phaselint.folder / "phaselint.toml").write_text("ignore = \n")
        ended = phaselint("init", "--example=stud")
        assert ended.status == 2
        assert ended.err.startswith("phaselint: phaselint.toml:1:")
        assert contents(phaselint.folder).keys() == {"phaselint.toml"}

    @pytest.mark.parametrize(
        ("folder", "said"), [("nowhere", "no such directory"), ("file", "isn't a directory")]
    )
    def test_no_folder(self, phaselint: Command, folder: str, said: str) -> None:
        (phaselint.folder / "file").touch()
        ended = phaselint("init", folder)
        assert (ended.status, ended.err) == (2, f"phaselint: {folder}: {said}\n")

    def test_a_file_where_a_folder_is_needed(self, phaselint: Command) -> None:
        (phaselint.folder / ".github").write_text("mine\n")
        ended = phaselint("init", "--github")
        assert ended.status == 2
        assert ended.err.count("\n") == 1
        assert "phaselint.yml: it can't be read: not a directory" in ended.err
        assert contents(phaselint.folder) == {".github": b"mine\n"}

    def test_a_folder_where_a_file_is_needed(self, phaselint: Command) -> None:
        (phaselint.folder / ".pre-commit-config.yaml").mkdir()
        ended = phaselint("init", "--pre-commit")
        assert ended.status == 2
        assert ended.err == ("phaselint: can't write .pre-commit-config.yaml: it is a directory\n")
        assert contents(phaselint.folder) == {}

    @pytest.mark.posix
    def test_a_folder_that_may_not_be_written_into(
        self, phaselint: Command, as_user: Callable[[], None]
    ) -> None:
        phaselint.folder.chmod(0o555)
        try:
            ended = phaselint.process("init", "--example=vesanor", preexec_fn=as_user)
        finally:
            phaselint.folder.chmod(0o755)
        assert ended.status == 2
        assert ended.err.count("\n") == 1
        assert "permission denied; nothing was written" in ended.err
        assert list(phaselint.folder.iterdir()) == []

    def test_a_failure_half_way_leaves_nothing(
        self, phaselint: Command, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        replace, done = os.replace, []

        def fail_later(*arguments: Any, **named: Any) -> None:
            done.append(arguments)
            if len(done) == 3:
                raise OSError(28, "No space left on device")
            replace(*arguments, **named)

        monkeypatch.setattr(os, "replace", fail_later)
        ended = phaselint("init", "--example=vesanor", "--github")
        assert ended.status == 2
        assert ended.err.endswith("no space left on device; nothing was written\n")
        assert list(phaselint.folder.iterdir()) == []

    @pytest.mark.posix
    def test_a_link_that_leads_nowhere(self, phaselint: Command) -> None:
        (phaselint.folder / ".pre-commit-config.yaml").symlink_to("nowhere")
        ended = phaselint("init", "--pre-commit")
        why = "it is a symbolic link to a missing file"
        assert ended.err == f"phaselint: can't write .pre-commit-config.yaml: {why}\n"
        assert [each.name for each in phaselint.folder.iterdir()] == [".pre-commit-config.yaml"]

    @pytest.mark.posix
    def test_a_link_that_leads_out_is_not_followed(self, phaselint: Command) -> None:
        outside = phaselint.folder / "outside"
        project = phaselint.folder / "project"
        outside.mkdir()
        project.mkdir()
        (project / ".github").symlink_to(outside)
        ended = phaselint("init", "--github", "project")
        assert ended.status == 2
        assert ended.err.count("\n") == 1
        assert list(outside.iterdir()) == []
        assert [each.name for each in project.iterdir()] == [".github"]


def test_an_empty_folder(phaselint: Command) -> None:
    ended = phaselint("init")
    first, offers, last = ended.lines
    assert first == "wrote phaselint.toml"
    assert offers.startswith("also available: --pre-commit to check before each commit; --github")
    assert last == "`phaselint lint --dry-run` checks the project"
    check_configuration(phaselint)
    assert phaselint("lint").status == 0
    assert "no contract yet" in (phaselint.folder / "phaselint.toml").read_text()


def test_a_diff_shows_all_and_writes_nothing(phaselint: Command) -> None:
    ended = phaselint("init", "--example=agents", "--diff")
    assert ended.status == 1
    added = {line.removeprefix("+++ b/") for line in ended.lines if line.startswith("+++ ")}
    assert added == {
        ".github/agents/implementer.agent.md",
        ".github/agents/planner.agent.md",
        "phaselint.toml",
        "team.script.yaml",
    }
    assert contents(phaselint.folder) == {}
    phaselint("init", "--example=agents")
    again = phaselint("init", "--example=agents", "--diff")
    assert (again.status, again.out) == (0, "")
    assert "phaselint: phaselint.toml already exists and stays unchanged\n" in again.err


def test_another_folder_than_the_working_directory(phaselint: Command) -> None:
    contract(phaselint.folder / "shop" / "desk")
    assert phaselint("init", "shop").lines[0] == "wrote shop/phaselint.toml"
    assert "1 contract of vesanor" in (phaselint.folder / "shop" / "phaselint.toml").read_text()


BREAKS = [
    ("agents", ".github/agents/planner.agent.md", "agent: Implementer", "agent: Implementor"),
    ("agents", ".github/agents/planner.agent.md", "    prompt: Carry out the plan above.\n", ""),
    ("agents", ".github/agents/planner.agent.md", "label: Write the code", "label: Write code"),
    ("agents", ".github/agents/implementer.agent.md", "name: Implementer", "name: Implementor"),
    ("agents", ".github/agents/implementer.agent.md", "tools:", "user-invocable: false\ntools:"),
    ("sweny", ".sweny/workflows/triage.yml", "to: label", "to: labell"),
    ("sweny", ".sweny/workflows/triage.yml", "from: read, to: label", "from: read, to: ask"),
    ("vesanor", "support/refund.yaml", "[known]", "[knwon]"),
    ("vesanor", "support/refund.yaml", "advances_to: refunded", "advances_to: handed_over"),
    ("vesanor", "support/session.yaml", "known: [refunded, ", "known: ["),
    (
        "climpt",
        ".agent/surveyor/steps_registry.json",
        '"target": "closure.survey"',
        '"target": "x"',
    ),
    ("climpt", ".agent/surveyor/steps_registry.json", '["repeat", "handoff"]', '["repeat"]'),
    ("stud", "change/pipeline.stud.yaml", "stages/review.md", "stages/reviev.md"),
    ("stud", "change/stages/review.md", "decision:", "decisoin:"),
    ("stud", "change/pipeline.stud.yaml", "[review]}", "[]}"),
    ("langgraph", "agent.py", 'add_node("publish"', 'add_node("publissh"'),
    ("langgraph", "agent.py", '"done": "publish"', '"done": "write"'),
]
"""Mistakes in the examples: dialect, file, the right text, the wrong one."""


@pytest.mark.parametrize(("dialect", "file", "right", "wrong"), BREAKS)
def test_the_scenario_of_an_example_fails_once_the_example_is_broken(
    phaselint: Command, dialect: str, file: str, right: str, wrong: str
) -> None:
    phaselint("init", f"--example={dialect}")
    assert phaselint("lint", "--dry-run", "--strict").status == 0
    broken = phaselint.folder / file
    text = broken.read_text()
    assert right in text
    broken.write_text(text.replace(right, wrong))
    [script] = phaselint.folder.rglob("*.script.yaml")
    ended = phaselint("run", str(script.relative_to(phaselint.folder)))
    assert ended.status in (1, 2), ended.out
    assert "ok: all assertions hold" not in ended.out
    ended = phaselint("lint", "--dry-run", "--format=json", "--min-severity=info")
    names = {each["name"] for each in json.loads(ended.out)["findings"]}
    assert ended.status == 1
    assert names & {"failed-expectation", "script-not-run"}
