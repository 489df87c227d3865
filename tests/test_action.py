"""The action for GitHub: what its script leaves behind, run as the runner runs it; the image."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
import yaml

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[1]
PROJECTS = ROOT / "fixtures" / "projects"
OFFLINE = "No matching distribution found"


class Step(NamedTuple):
    """What a step left: its status and log, its outputs, the summary."""

    status: int
    log: str
    outputs: dict[str, str]
    summary: str


@pytest.fixture(scope="module")
def step(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Step]:
    """Run the script with inputs in a folder, by default that of the fixture projects."""
    temporary = tmp_path_factory.mktemp("runner temp")
    wheel = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", str(wheel)]
    built = subprocess.run([*command, str(ROOT)], capture_output=True, text=True, check=False)
    if OFFLINE in built.stderr:
        pytest.skip("the build backend cannot be downloaded")
    (distribution,) = wheel.iterdir()

    def run(paths: str, folder: Path = PROJECTS, **inputs: str) -> Step:
        files = [temporary / name for name in ("output", "summary")]
        for file in files:
            file.write_text("", "utf-8")
        given = {"ARGUMENTS": "", "DRY_RUN": "true", "SUMMARY": "true", "DIFF": "false", "BASE": ""}
        given |= inputs
        ended = subprocess.run(
            ["bash", str(ROOT / ".github" / "lint.sh")],
            cwd=folder,
            env={
                **os.environ,
                **given,
                "ACTION": str(ROOT),
                "PATHS": paths,
                "PYTHON": sys.executable,
                "REQUIREMENT": str(distribution),
                "RUNNER_TEMP": str(temporary),
                "GITHUB_OUTPUT": str(files[0]),
                "GITHUB_STEP_SUMMARY": str(files[1]),
            },
            capture_output=True,
            text=True,
            check=False,
        )
        output, summary = (file.read_text("utf-8") for file in files)
        outputs = dict(line.split("=", 1) for line in output.splitlines())
        return Step(ended.returncode, ended.stdout + ended.stderr, outputs, summary)

    return run


@pytest.mark.installs
@pytest.mark.posix
class TestScript:
    """`.github/lint.sh`."""

    def test_nothing_found(self, step: Callable[..., Step]) -> None:
        done = step("refund-desk-fixed\n")
        assert (done.status, done.outputs["status"]) == (0, "0"), done.log
        assert json.loads(Path(done.outputs["sarif-file"]).read_text("utf-8"))["version"] == "2.1.0"
        assert "No findings" in done.summary

    def test_findings_are_told_before_the_job_fails(self, step: Callable[..., Step]) -> None:
        done = step("refund-desk\nloan-desk\n")
        assert (done.status, done.outputs["status"]) == (0, "1"), done.log
        assert "::error file=refund-desk/" in done.log
        found = json.loads(Path(done.outputs["json-file"]).read_text("utf-8"))["findings"]
        assert {each["file"].split("/")[0] for each in found} == {"refund-desk", "loan-desk"}
        assert any(each["proof"]["status"] == "proved" for each in found)
        assert "```mermaid\n" in done.summary

    def test_inputs_are_no_code(self, step: Callable[..., Step], tmp_path: Path) -> None:
        done = step("$(touch broken)\n`touch broken`\n--version\n", tmp_path)
        assert done.outputs["status"] == "2", done.log
        assert [*tmp_path.iterdir()] == []
        assert "--version" in done.log

    def test_what_is_given_besides(self, step: Callable[..., Step], tmp_path: Path) -> None:
        shutil.copytree(PROJECTS / "refund-desk", tmp_path / "a folder")
        rules = "--select=unknown-phase\r\n\n--exit-zero"
        done = step("a folder", tmp_path, ARGUMENTS=rules, DRY_RUN="false", SUMMARY="false")
        assert (done.status, done.outputs["status"]) == (0, "0"), done.log
        found = json.loads(Path(done.outputs["json-file"]).read_text("utf-8"))["findings"]
        assert {(each["name"], each["proof"]) for each in found} == {("unknown-phase", None)}
        assert done.summary == ""

    def test_what_a_change_makes_possible(self, step: Callable[..., Step], tmp_path: Path) -> None:
        def git(*arguments: str) -> str:
            person = ["-c", "user.name=Test", "-c", "user.email=test@example.com"]
            command = ["git", *person, *arguments]
            done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
            return done.stdout.strip()

        shutil.copytree(PROJECTS / "refund-desk", tmp_path / "desk")
        git("init", "--quiet")
        git("add", "--all")
        git("commit", "--quiet", "--message=one")
        base = git("rev-parse", "HEAD")
        shutil.copytree(PROJECTS / "refund-desk-fixed", tmp_path / "desk", dirs_exist_ok=True)
        git("add", "--all")
        git("commit", "--quiet", "--message=two")
        done = step("desk", tmp_path, DIFF="true", BASE=base, SUMMARY="false")
        assert (done.status, done.outputs["status"]) == (0, "0"), done.log
        assert "### `desk/refunds` (vesanor)" in done.summary
        assert (
            "- **can happen now**: `call confirm_fraud` right after `enter fraud_review`"
            in done.summary
        )
        lost = step("desk", tmp_path, DIFF="true", BASE="f" * 40, SUMMARY="false")
        assert (lost.status, lost.outputs["status"]) == (0, "0"), lost.log
        assert "unknown revision" in lost.log
        assert "::warning title=phaselint diff::" in lost.log
        assert lost.summary == ""


def test_the_action_hands_every_input_on() -> None:
    action = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
    text = (ROOT / "action.yml").read_text("utf-8").partition("\nruns:")[2]
    assert {*re.findall(r"inputs\.([\w-]+)", text)} == set(action["inputs"])
    assert all(each["description"] for each in (action["inputs"] | action["outputs"]).values())


def test_no_input_stands_in_a_script() -> None:
    action = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
    scripts = [each["run"] for each in action["runs"]["steps"] if "run" in each]
    assert scripts
    assert not any("${{" in script for script in scripts)


def test_what_others_made_is_pinned() -> None:
    files = [ROOT / "action.yml", *(ROOT / ".github" / "workflows").glob("*.yml")]
    for file in files:
        for used in re.findall(r"uses: (\S+)", file.read_text("utf-8")):
            assert used == "./" or re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", used), (file.name, used)


@pytest.mark.installs
def test_the_image_has_what_it_takes_to_install_it(tmp_path: Path) -> None:
    """What the Dockerfile copies, without what its context leaves out, makes a wheel."""
    kept = (ROOT / ".dockerignore").read_text("utf-8").split()
    for line in re.findall(r"^COPY (?!--)(.+)$", (ROOT / "Dockerfile").read_text("utf-8"), re.M):
        *sources, target = line.split()
        for source in sources:
            assert f"!{source}" in kept
            if (ROOT / source).is_dir():
                shutil.copytree(ROOT / source, tmp_path / target)
            else:
                shutil.copy(ROOT / source, tmp_path / target)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", "made", "."]
    built = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    if OFFLINE in built.stderr:
        pytest.skip("the build backend cannot be downloaded")
    assert built.returncode == 0, built.stderr
    assert [*(tmp_path / "made").glob("phaselint-*.whl")]
