"""`phaselint migrate`: contracts become ones of the later release as a whole, or stay."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING

import pytest

import climpt
from climpt import AGENT, NAME, REGISTRY, contract
from dying import BEGINNING
from phaselint.project.replacing import Folder

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from cli.command import Command

TO = ("migrate", "--isolated", "--to", "climpt-1.14")
SETTINGS = f"{climpt.CONFIG}/claude.settings.climpt.agents.{NAME}.json"
WORKFLOW = """\
id: mail
name: Mail
entry: read
nodes:
  read: {name: Read, instruction: Read it.}
  file: {name: File, instruction: File it.}
edges:
  - {from: read, to: file}   # always
"""
KILLED = f"{BEGINNING}\nfrom phaselint.cli import main\nmain(sys.argv[2:])\n"


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """An agent of release 1.13 on disk."""
    found = contract()
    put(tmp_path, found)
    return found


def put(folder: Path, files: Mapping[str, str]) -> None:
    for path, text in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text.encode())


def state(folder: Path) -> dict[str, str]:
    """All files of a folder, those that were being written left out."""
    return {
        str(path.relative_to(folder)): path.read_text("utf-8")
        for path in folder.rglob("*")
        if path.is_file() and path.suffix != ".tmp"
    }


class TestAgents:
    def test_all_files_change_and_the_agent_is_sound(
        self, phaselint: Command, files: dict[str, str]
    ) -> None:
        before = phaselint("lint", "--isolated", "--format", "json")
        ended = phaselint(*TO)
        assert (ended.status, ended.err) == (0, "")
        assert ended.lines[0] == ".agent/demo: migrated to climpt-1.14 (3 files)"
        assert all(": info: " in line for line in ended.lines[1:])
        changed = {p for p, text in state(phaselint.folder).items() if files.get(p) != text}
        assert changed == {AGENT, REGISTRY, SETTINGS}
        linted = phaselint("lint", "--isolated")
        assert (before.status, linted.status) == (0, 0)

    def test_a_second_time_there_is_nothing_to_do(
        self, phaselint: Command, files: dict[str, str]
    ) -> None:
        phaselint(*TO)
        done = state(phaselint.folder)
        ended = phaselint(*TO)
        assert (ended.status, ended.out) == (0, "")
        assert ended.err == "phaselint: .agent/demo: is already written for climpt 1.14\n"
        assert state(phaselint.folder) == done
        assert files[REGISTRY] != done[REGISTRY]

    @pytest.mark.posix
    def test_a_diff_writes_nothing(self, phaselint: Command, files: dict[str, str]) -> None:
        ended = phaselint(*TO, "--diff")
        assert ended.status == 1
        assert f"--- /dev/null\n+++ b/{SETTINGS}\n" in ended.out
        assert f"--- a/{REGISTRY}\n+++ b/{REGISTRY}\n" in ended.out
        assert state(phaselint.folder) == files

    def test_what_would_be_worse_stays(self, phaselint: Command) -> None:
        files = contract("verification.issue next>verification.issue")
        put(phaselint.folder, files)
        ended = phaselint(*TO)
        assert ended.status in (0, 2)
        assert (ended.status == 2) == (state(phaselint.folder) == files)

    def test_other_agents_are_migrated_all_the_same(
        self, phaselint: Command, files: dict[str, str]
    ) -> None:
        put(phaselint.folder, {".agent/broken/agent.json": "{", ".agent/broken/x.md": ""})
        ended = phaselint(*TO)
        assert ended.status == 2
        assert ended.lines[0] == ".agent/demo: migrated to climpt-1.14 (3 files)"
        assert ended.err.startswith("phaselint: .agent/broken: does not load: ")
        assert state(phaselint.folder)[REGISTRY] != files[REGISTRY]


class TestBadInput:
    @pytest.mark.parametrize(
        ("path", "text", "said"),
        [
            (REGISTRY, "{", "does not load: .agent/demo/steps_registry.json:1:1: "),
            (AGENT, "[]", "does not load: .agent/demo/agent.json: it isn't a mapping"),
            (REGISTRY, '{"agentId": "demo", "steps": []}', "isn't a mapping of mappings"),
        ],
    )
    def test_what_does_not_load(
        self, phaselint: Command, files: dict[str, str], path: str, text: str, said: str
    ) -> None:
        put(phaselint.folder, {path: text})
        ended = phaselint(*TO)
        assert (ended.status, ended.out) == (2, "")
        assert said in ended.err
        assert ended.err.count("\n") == 1
        assert state(phaselint.folder) == {**files, path: text}

    def test_both_generations(self, phaselint: Command) -> None:
        files = contract(registry_change={"steps": {"initial.issue": {"kind": "work"}}})
        put(phaselint.folder, files)
        ended = phaselint(*TO)
        assert (ended.status, ended.err.count("\n")) == (2, 1)
        assert "is written partly for climpt 1.13 and partly for 1.14" in ended.err
        assert state(phaselint.folder) == files

    def test_names(self, phaselint: Command) -> None:
        assert (
            "a similar name exists: `climpt-1.14`"
            in phaselint("migrate", "--to", "climpt-1.13").err
        )
        mixed = phaselint(*TO, "--dialect", "sweny")
        assert (mixed.status, mixed.err.count("\n")) == (2, 1)
        assert phaselint(*TO, "nowhere").err == "phaselint: nowhere: no such file or directory\n"

    def test_a_folder_without_agents(self, phaselint: Command) -> None:
        put(phaselint.folder, {"workflow.yml": WORKFLOW})
        ended = phaselint(*TO)
        assert (ended.status, ended.err) == (2, "phaselint: no contract of climpt found\n")


class TestWholeOrNot:
    @pytest.mark.parametrize("number", [1, 2, 3])
    def test_a_renaming_that_fails_undoes_the_others(
        self,
        phaselint: Command,
        files: dict[str, str],
        monkeypatch: pytest.MonkeyPatch,
        number: int,
    ) -> None:
        rename, count = Folder.rename, 0

        def failing(folder: Folder, old: str, new: str) -> None:
            nonlocal count
            count += 1
            if count == number:
                raise PermissionError(1, "Not permitted")
            rename(folder, old, new)

        monkeypatch.setattr(Folder, "rename", failing)
        ended = phaselint(*TO)
        assert ended.status == 2
        assert ended.err.endswith("not permitted; nothing was migrated\n")
        assert state(phaselint.folder) == files
        assert not [*phaselint.folder.rglob("*.tmp")]

    @pytest.mark.posix
    @pytest.mark.parametrize("number", [1, 2, 3])
    def test_the_command_finishes_what_was_killed(
        self, phaselint: Command, files: dict[str, str], number: int
    ) -> None:
        ended = phaselint.process(str(number), *TO, program=("-c", KILLED))
        assert ended.status == -signal.SIGKILL
        left = state(phaselint.folder)
        assert left[REGISTRY] == files[REGISTRY]
        assert (left == files) == (number == 1)
        assert phaselint(*TO).status == 0
        finished = state(phaselint.folder)
        (phaselint.folder / SETTINGS).unlink()
        put(phaselint.folder, contract())
        assert phaselint(*TO).status == 0
        assert state(phaselint.folder) == finished


class TestWorkflows:
    def test_what_is_proposed_needs_a_word(self, phaselint: Command) -> None:
        put(phaselint.folder, {"workflow.yml": WORKFLOW})
        ended = phaselint("migrate", "--isolated", "--to", "sweny-next")
        assert ended.status == 0
        assert "workflow.yml:5:3: proposed: `on_fail: continue` lets a run continue" in ended.out
        assert state(phaselint.folder) == {"workflow.yml": f"{WORKFLOW}context_mode: full\n"}

    def test_it_is_made_with_that_word(self, phaselint: Command) -> None:
        put(phaselint.folder, {"workflow.yml": WORKFLOW})
        ended = phaselint("migrate", "--isolated", "--to", "sweny-next", "--proposals")
        assert ended.status == 0
        text = state(phaselint.folder)["workflow.yml"]
        assert "read: {name: Read, instruction: Read it., on_fail: continue}" in text
        again = phaselint("migrate", "--isolated", "--to", "sweny-next")
        assert (again.status, again.out) == (0, "")
        assert "is written for the later release already" in again.err

    def test_nothing_is_written_while_something_is_undecided(self, phaselint: Command) -> None:
        text = WORKFLOW.replace("to: file}", "to: file, max_iterations: 500}")
        put(phaselint.folder, {"workflow.yml": text})
        ended = phaselint("migrate", "--isolated", "--to", "sweny-next")
        assert ended.status == 2
        assert "workflow.yml:8:28: undecided: `max_iterations` can be at most 100" in ended.err
        assert state(phaselint.folder) == {"workflow.yml": text}
        assert phaselint("migrate", "--isolated", "--to", "sweny-next", "--anyway").status == 0
        assert state(phaselint.folder) == {"workflow.yml": f"{text}context_mode: full\n"}
