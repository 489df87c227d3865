"""The hooks as pre-commit runs them, installed from this checkout (it takes some seconds).

pre-commit wants a repository at a revision, so the sources are put into one as they are now.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from cli.contracts import COMPOSE, UNREACHABLE, contract

if TYPE_CHECKING:
    from collections.abc import Iterator

SOURCE = Path(__file__).parents[1]
PARTS = ("linter", "rules", "lsp", "pyproject.toml", "hatch_build.py", "README.md", "LICENSE")
HOOKS_FILE = ".pre-commit-hooks.yaml"
UNREACHED = ("Could not find a version", "Temporary failure", "Connection", "Failed to establish")
FINDING = "contracts/session.yaml:5:12"

pytestmark = [
    pytest.mark.installs,
    pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed"),
    pytest.mark.skipif(
        importlib.util.find_spec("pre_commit") is None, reason="pre-commit is not installed"
    ),
]


class Repository(NamedTuple):
    """A git repository that uses the hooks."""

    folder: Path
    environment: dict[str, str]

    def git(self, *arguments: str) -> str:
        """Run git in it."""
        return self._run("git", *arguments, check=True).stdout

    def hook(self, name: str, *arguments: str) -> tuple[int, str]:
        """Run one hook; give its status and all it printed."""
        program = (sys.executable, "-m", "pre_commit")
        ended = self._run(*program, "run", name, "--color=never", "--verbose", *arguments)
        return ended.returncode, ended.stdout + ended.stderr

    def install(self) -> None:
        """Have pre-commit install the package; skip where its dependencies are out of reach."""
        ended = self._run(sys.executable, "-m", "pre_commit", "install-hooks")
        output = ended.stdout + ended.stderr
        if ended.returncode and any(words in output for words in UNREACHED):
            pytest.skip("the package index cannot be reached")
        assert ended.returncode == 0, output

    def _run(self, *command: str, check: bool = False) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command,
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=600,
            check=check,
        )


def environment(home: Path) -> dict[str, str]:
    """An environment in which neither git nor Python nor pre-commit knows the user's own."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("GIT_", "PYTHON", "PRE_COMMIT", "VIRTUAL_ENV", "PYTEST"))
    }
    person = {
        f"GIT_{role}_{key}": value
        for role in ("AUTHOR", "COMMITTER")
        for key, value in (("NAME", "Test"), ("EMAIL", "test@example.com"))
    }
    return {
        **kept,
        **person,
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "PRE_COMMIT_HOME": str(home),
    }


def commit_all(repository: Repository) -> str:
    """Commit everything in a folder, which becomes a repository; give the revision."""
    repository.git("init", "--quiet", "--initial-branch=main")
    repository.git("add", "--all")
    repository.git("commit", "--quiet", "--message=all", "--no-verify")
    return repository.git("rev-parse", "HEAD").strip()


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    """A project with a clean contract, and the hooks installed from this checkout."""
    variables = environment(tmp_path_factory.mktemp("pre-commit"))
    tool = Repository(tmp_path_factory.mktemp("phaselint"), variables)
    for name in PARTS:
        copy(SOURCE / name, tool.folder / name)
    copy(SOURCE / HOOKS_FILE, tool.folder / HOOKS_FILE)
    revision = commit_all(tool)
    made = Repository(tmp_path_factory.mktemp("project"), variables)
    (made.folder / ".pre-commit-config.yaml").write_text(
        f"repos:\n  - repo: {tool.folder}\n    rev: {revision}\n"
        "    hooks: [{id: phaselint}, {id: phaselint-project}, {id: phaselint-diff}]\n"
    )
    (made.folder / "compose.yaml").write_text(COMPOSE)
    contract(made.folder / "contracts")
    commit_all(made)
    made.install()
    return made


def copy(source: Path, target: Path) -> None:
    """Copy a file or folder without what Python and its tools leave behind."""
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", ".*_cache"))
    else:
        shutil.copy(source, target)


@pytest.fixture
def defective(project: Repository) -> Iterator[Repository]:
    """The project with a defect, staged."""
    contract(project.folder / "contracts", UNREACHABLE)
    project.git("add", "contracts")
    yield project
    project.git("reset", "--hard", "--quiet")


@pytest.mark.parametrize("hook", ["phaselint", "phaselint-project"])
def test_a_clean_project_passes(project: Repository, hook: str) -> None:
    status, output = project.hook(hook, "--all-files")
    assert status == 0, output
    assert "Passed" in output
    assert "No findings in 1 contract (2 files)." in output


def test_a_defect_in_a_staged_contract_fails(defective: Repository) -> None:
    status, output = defective.hook("phaselint")
    assert status == 1, output
    assert "error[PL101] unreachable-phase" in output
    assert FINDING in output


def test_a_changed_tool_brings_in_the_contract_it_belongs_to(defective: Repository) -> None:
    status, output = defective.hook("phaselint", "--files", "contracts/answer.yaml")
    assert status == 1, output
    assert FINDING in output


def test_the_project_hook_finds_it_whatever_file_was_changed(defective: Repository) -> None:
    status, output = defective.hook("phaselint-project", "--files", "compose.yaml")
    assert status == 1, output
    assert FINDING in output


def test_files_without_contract_pass(defective: Repository) -> None:
    status, output = defective.hook("phaselint", "--files", "compose.yaml")
    assert status == 0, output
    assert "error" not in output


@pytest.mark.parametrize(
    ("file", "header", "said"),
    [
        (
            ".github/agents/lead.agent.md",
            "name: Lead\nhandoffs: [{label: Go, agent: Lead}]\n",
            "error[AG301] incomplete-handoff",
        ),
        (".claude/agents/review/runner.md", "description: x\ntools: Read\n", "error[AG307]"),
    ],
)
def test_teams_in_hidden_folders_are_checked(
    project: Repository, file: str, header: str, said: str
) -> None:
    path = project.folder / file
    path.parent.mkdir(parents=True)
    path.write_text(f"---\n{header}---\nDo it.\n")
    project.git("add", file)
    try:
        for hook in ("phaselint", "phaselint-project"):
            status, output = project.hook(hook)
            assert status == 1, output
            assert said in output
            assert f"{file}:" in output
    finally:
        project.git("reset", "--hard", "--quiet")


def test_nothing_is_run_for_other_files(defective: Repository) -> None:
    status, output = defective.hook("phaselint", "--files", ".pre-commit-config.yaml")
    assert status == 0, output
    assert "Skipped" in output


def test_the_project_hook_looks_at_what_a_deletion_leaves(
    project: Repository,
) -> None:
    project.git("rm", "--quiet", "contracts/answer.yaml")
    try:
        status, output = project.hook("phaselint-project")
    finally:
        project.git("reset", "--hard", "--quiet")
    assert status == 0, output
    assert "in 1 contract (1 file)" in output


def test_a_push_is_told_what_it_makes_possible(project: Repository) -> None:
    start = project.git("rev-parse", "HEAD").strip()
    contract(project.folder / "contracts", UNREACHABLE)
    project.git("commit", "--quiet", "--all", "--message=broken", "--no-verify")
    try:
        status, output = project.hook(
            "phaselint-diff", "--hook-stage=pre-push", f"--from-ref={start}", "--to-ref=HEAD"
        )
        assert status == 0, output
        assert "new findings: unreachable-phase" in output
        status, output = project.hook("phaselint-diff", "--hook-stage=pre-push", "--all-files")
        assert status == 0, output
        assert "nothing to compare" in output
    finally:
        project.git("reset", "--hard", "--quiet", start)
