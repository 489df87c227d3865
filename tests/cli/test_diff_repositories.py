"""`phaselint diff` on repositories that lack something: one line each says what and what to do."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING, Any

import pytest

from cli.contracts import SESSION, TERMINAL, TOOL, contract, tool
from cli.repository import Repository
from phaselint.linting.checker import Checker
from phaselint.linting.detection import Looker

if TYPE_CHECKING:
    from pathlib import Path

    from cli.command import Command
    from phaselint.dialects.base import Dialect

pytestmark = [
    pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed"),
    pytest.mark.posix,
]

GATED = TOOL + "preconditions:\n  - requires_prior_tool: verify\n"
VERIFY = tool("verify", "intake")
ZEROS = "0" * 40


@pytest.fixture
def repository(phaselint: Command, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """A repository with two commits: the second one takes away the gate of a contract."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"):
        monkeypatch.delenv(name, raising=False)
    made = Repository(phaselint)
    contract(made.folder / "desk", answer=GATED, verify=VERIFY)
    contract(made.folder / "other", answer=f"{GATED}# other\n", verify=VERIFY)
    made.commit()
    contract(made.folder / "desk", answer=TOOL, verify=VERIFY)
    made.commit()
    return made


class TestClones:
    @pytest.fixture
    def clone(
        self,
        repository: Repository,
        tmp_path_factory: pytest.TempPathFactory,
        monkeypatch: pytest.MonkeyPatch,
    ) -> Repository:
        """A clone without the contents of old files."""
        repository.git("config", "uploadpack.allowFilter", "true")
        repository.git("config", "uploadpack.allowAnySHA1InWant", "true")
        target = tmp_path_factory.mktemp("clone") / "clone"
        source = f"file://{repository.folder}"
        repository.git("clone", "--quiet", "--filter=blob:none", source, str(target))
        monkeypatch.chdir(target)
        repository.folder = target
        return repository

    def test_a_partial_clone_says_what_it_lacks_and_the_rest_goes_on(
        self, clone: Repository
    ) -> None:
        contract(clone.folder / "other", answer=TOOL, verify=VERIFY)
        ended = clone.diff("HEAD~1")
        assert ended.status == 2
        (line,) = ended.err.splitlines()
        assert "this partial clone lacks 1 file (desk/answer.yaml)" in line
        why = "in the old version files of the contract are missing"
        assert f"  undecided: runs are not compared: {why}" in ended.lines
        assert "  no longer holds: `call answer` happens only after `call verify`" in ended.lines

    def test_the_remedy_is_one(self, clone: Repository) -> None:
        line = clone.diff("HEAD~1").err
        remedy = line.partition("fetch all with `git ")[2].partition("`")[0].split()
        clone.git(*remedy)
        ended = clone.diff("HEAD~1")
        assert (ended.status, ended.err) == (0, "")
        assert "  no longer holds: `call answer` happens only after `call verify`" in ended.lines


class TestSubmodules:
    @pytest.fixture
    def module(self, repository: Repository, tmp_path_factory: pytest.TempPathFactory) -> str:
        """The path of a submodule with a contract."""
        source = tmp_path_factory.mktemp("source")
        contract(source / "desk")
        for arguments in (("init", "--quiet"), ("add", "--all"), ("commit", "--quiet", "-mall")):
            repository.git("-C", str(source), *arguments)
        repository.git(
            *("-c", "protocol.file.allow=always", "submodule", "--quiet", "add"),
            *(str(source), "libs/agents"),
        )
        repository.commit()
        return "libs/agents"

    def test_its_contracts_are_not_called_added(self, repository: Repository, module: str) -> None:
        ended = repository.diff()
        assert ended.status == 0
        assert ended.out.endswith(": no changed files\n")
        told = "contracts in a submodule are not compared; run `phaselint diff` in it"
        assert ended.err == f"phaselint: {module}: {told}\n"

    def test_another_commit_of_it_is_told(self, repository: Repository, module: str) -> None:
        folder = repository.folder / module
        contract(folder / "desk", answer=TOOL + "# more\n")
        for arguments in (("add", "--all"), ("commit", "--quiet", "-mmore")):
            repository.git("-C", str(folder), *arguments)
        repository.commit()
        ended = repository.diff("HEAD~1", "HEAD")
        assert (ended.status, ended.out.count("\n")) == (0, 1)
        assert ended.err.startswith(f"phaselint: {module}: contracts in a submodule")


class TestPushes:
    def push(self, monkeypatch: pytest.MonkeyPatch, old: str | None, new: str | None) -> None:
        for name, value in (("FROM", old), ("TO", new)):
            if value is None:
                monkeypatch.delenv(f"PRE_COMMIT_{name}_REF", raising=False)
            else:
                monkeypatch.setenv(f"PRE_COMMIT_{name}_REF", value)

    @pytest.mark.parametrize("old", [ZEROS, None])
    def test_a_new_branch_is_compared_from_where_it_leaves_the_main_one(
        self, repository: Repository, monkeypatch: pytest.MonkeyPatch, old: str | None
    ) -> None:
        repository.git("update-ref", "refs/remotes/origin/main", "HEAD~1")
        self.push(monkeypatch, old, repository.git("rev-parse", "HEAD"))
        ended = repository.diff("--pre-push")
        assert ended.status == 0
        said = "phaselint: the branch is new: compared with its merge base with `origin/main`\n"
        assert ended.err == said
        assert "  no longer holds: `call answer` happens only after `call verify`" in ended.lines

    @pytest.mark.parametrize(
        ("old", "new", "said"),
        [
            (ZEROS, "HEAD", "the branch is new, and no remote branch is known; use `phaselint"),
            ("HEAD", ZEROS, "the push deletes a branch"),
            (None, None, "PRE_COMMIT_FROM_REF and PRE_COMMIT_TO_REF aren't set"),
        ],
    )
    def test_there_may_be_nothing_to_compare(
        self,
        repository: Repository,
        monkeypatch: pytest.MonkeyPatch,
        old: str | None,
        new: str | None,
        said: str,
    ) -> None:
        self.push(monkeypatch, old, new)
        ended = repository.diff("--pre-push")
        assert (ended.status, ended.out) == (0, "")
        assert ended.err.startswith("phaselint: nothing to compare: ")
        assert said in ended.err
        assert ended.err.count("\n") == 1

    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            (("",), "an empty string isn't a revision"),
            (("HEAD", ""), "an empty string isn't a revision"),
            (("--merge-base", ""), "an empty string isn't a revision"),
            (("--pre-push", "HEAD"), "--pre-push can't be combined with versions"),
            (("HEAD~9",), "unknown revision `HEAD~9`"),
        ],
    )
    def test_what_is_no_version(
        self, repository: Repository, arguments: tuple[str, ...], said: str
    ) -> None:
        ended = repository.diff(*arguments)
        assert (ended.status, ended.out) == (2, "")
        assert said in ended.err
        assert ended.err.count("\n") == 1


class TestContracts:
    def test_a_refusal_names_its_code_and_the_others_are_compared(
        self, repository: Repository
    ) -> None:
        session = SESSION.replace(TERMINAL, "  - {name: review}\n" + TERMINAL)
        contract(repository.folder / "other", session, answer=GATED, verify=VERIFY)
        lines = repository.diff("HEAD~1").lines
        assert "  refused: the runtime refuses the new version with `unreachable-phase`" in lines
        assert "  no longer holds: `call answer` happens only after `call verify`" in lines

    def test_git_tells_the_same_however_it_is_started(
        self, repository: Repository, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        calls = (("HEAD~1",), ("HEAD~1", "HEAD"), ("HEAD~1...HEAD",), ("HEAD~7",), ("HEAD:desk",))
        told = [repository.diff(*each) for each in calls]
        monkeypatch.delattr(os, "posix_spawnp")
        assert [repository.diff(*each) for each in calls] == told

    def test_a_renamed_file_and_other_line_ends_are_no_difference(
        self, repository: Repository
    ) -> None:
        desk = repository.folder / "desk"
        (desk / "session.yaml").rename(desk / "session.yml")
        for file in (repository.folder / "other").iterdir():
            file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
        (found,) = repository.data()["contracts"]
        assert (found["path"], found["change"], found["differs"]) == ("desk", "changed", False)
        assert found["files"] == ["desk/session.yaml", "desk/session.yml"]

    def test_each_is_loaded_once(
        self, repository: Repository, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        loaded: list[str] = []

        def spied(dialect: Dialect) -> Dialect:
            def load(reader: Any, target: Any) -> Any:
                loaded.append(str(target))
                return dialect.load(reader, target)

            return dialect._replace(load=load)

        looked, checked = Looker.dialects, Checker.dialect
        monkeypatch.setattr(Looker, "dialects", lambda *given: tuple(map(spied, looked(*given))))
        monkeypatch.setattr(Checker, "dialect", lambda *given: spied(checked(*given)))
        assert "no longer holds" in repository.diff("HEAD~1").out
        assert len(loaded) == 2

    def test_both_directories_may_be_inside_of_a_repository(self, repository: Repository) -> None:
        lines = repository.diff("other", "desk").lines
        assert lines[0] == "other -> desk: 1 contract differs"
        assert "  no longer holds: `call answer` happens only after `call verify`" in lines


def test_a_bare_repository(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "bare"
    repository.git("clone", "--quiet", "--bare", str(repository.folder), str(target))
    monkeypatch.chdir(target)
    ended = repository.diff("HEAD~1", "HEAD")
    assert ended.status == 2
    assert "a repository without a working tree; clone it" in ended.err
    assert ended.err.count("\n") == 1
