"""Files and folders as they should not be: one clear line each, and nothing else is lost."""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING, Any

import pytest

from cli.contracts import BROKEN, COMPOSE, SESSION, TOOL, UNREACHABLE, contract
from phaselint.report import FORMATS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from cli.command import Command, Ended

OUTSIDE = "is a symbolic link to a place outside the project"


@pytest.fixture
def desk(phaselint: Command) -> Path:
    """A project with one contract that has one error."""
    (phaselint.folder / "phaselint.toml").write_text("")
    return contract(phaselint.folder / "desk", UNREACHABLE)


def findings(ended: Ended) -> list[str]:
    """The lines of a concise report, without its last."""
    return ended.lines[:-1]


@pytest.fixture
def closed(phaselint: Command) -> Iterator[Path]:
    """A folder with a contract that nobody may look into."""
    folder = contract(phaselint.folder / "closed", UNREACHABLE)
    folder.chmod(0)
    yield folder
    folder.chmod(0o755)


class TestPaths:
    """Named paths that cannot be linted do not keep the others from it."""

    def test_a_path_that_does_not_exist(self, phaselint: Command, desk: Path) -> None:
        ended = phaselint.process("lint", "missing", desk.name, "gone.yaml", "--format=concise")
        assert ended.status == 2
        assert findings(ended)[0].startswith("desk/session.yaml:5:12: error[PL101]")
        assert ended.err == (
            "phaselint: missing: no such file or directory\n"
            "phaselint: gone.yaml: no such file or directory\n"
        )

    def test_a_folder_without_contracts(self, phaselint: Command) -> None:
        ended = phaselint.process("lint")
        assert ended == (
            0,
            "",
            "phaselint: .: no contract found, so nothing was linted (see `phaselint contracts`)\n",
        )

    @pytest.mark.posix
    @pytest.mark.usefixtures("desk")
    def test_a_named_pipe_is_not_opened(self, phaselint: Command) -> None:
        os.mkfifo(phaselint.folder / "pipe.yaml")
        ended = phaselint.process("lint", "pipe.yaml", "desk")
        assert ended.status == 2
        assert ended.err == "phaselint: pipe.yaml: is a named pipe\n"
        assert ended.out.endswith("Checked 1 contract (2 files): 1 error.\n")

    @pytest.mark.posix
    @pytest.mark.usefixtures("desk")
    def test_a_link_to_itself(self, phaselint: Command) -> None:
        (phaselint.folder / "loop").symlink_to("loop")
        ended = phaselint("lint", "loop", "desk")
        assert ended.status == 2
        assert ended.err == (
            "phaselint: loop: is a symbolic link to a missing file, or to itself\n"
        )
        assert "1 error" in ended.out

    @pytest.mark.posix
    def test_a_link_out_of_the_project(
        self, phaselint: Command, desk: Path, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        outside = contract(tmp_path_factory.mktemp("outside"), UNREACHABLE)
        (phaselint.folder / "notes.yaml").symlink_to(outside / "session.yaml")
        ended = phaselint("lint", "notes.yaml", desk.name)
        assert ended.status == 2
        assert ended.err == f"phaselint: notes.yaml: {OUTSIDE}\n"
        assert ended.lines[-1] == "Checked 1 contract (2 files): 1 error."

    @pytest.mark.parametrize(
        ("data", "reason"),
        [
            (b"tool: a\0b\n", "holds binary data (a NUL byte)"),
            (b"tool: \xff\xfa\n", "isn't UTF-8: byte 0xff at offset 6 (line 1)"),
            (bytes(range(256)) * 10, "holds binary data (a NUL byte)"),
        ],
    )
    def test_binary_data(self, phaselint: Command, desk: Path, data: bytes, reason: str) -> None:
        (phaselint.folder / "notes.yaml").write_bytes(data)
        ended = phaselint("lint", "notes.yaml", desk.name)
        assert ended.status == 2
        assert ended.err == f"phaselint: notes.yaml: {reason}\n"

    def test_a_huge_file_is_not_read(self, phaselint: Command, desk: Path) -> None:
        with (phaselint.folder / "notes.yaml").open("wb") as file:
            file.truncate(50_000_000)
        ended = phaselint("lint", "notes.yaml", desk.name)
        assert ended.status == 2
        assert ended.err == ("phaselint: notes.yaml: has 50.0 MB, more than the limit of 20 MB\n")

    def test_a_session_that_cannot_be_read_is_one_by_its_name(
        self, phaselint: Command, desk: Path
    ) -> None:
        (phaselint.folder / "session.yaml").write_bytes(b"phases: a\0b\n")
        ended = phaselint("lint", "session.yaml", desk.name, "--format=concise")
        assert ended.status == 1
        assert any("unreadable-file" in line for line in ended.lines)

    def test_yaml_that_does_not_parse_and_may_be_anything(self, phaselint: Command) -> None:
        (phaselint.folder / "notes.yaml").write_text("list: [a,\n")
        ended = phaselint("lint", "notes.yaml")
        assert ended.status == 0
        assert ended.err == (
            "phaselint: notes.yaml: no contract found, so nothing was linted "
            "(see `phaselint contracts`); it doesn't parse: "
            "line 1, column 7: `[` is never closed\n"
        )

    @pytest.mark.usefixtures("desk")
    def test_names_cannot_steer_the_terminal(self, phaselint: Command) -> None:
        ended = phaselint.process("lint", "a\x1b[2Jb", "--format=\x1b[2J")
        assert "\x1b" not in ended.err
        ended = phaselint.process("lint", "a\x1b[2Jb")
        assert ended.err == "phaselint: a\\x1b[2Jb: no such file or directory\n"


class TestParts:
    """What cannot be read inside a contract is a finding; the rest of it is linted."""

    def lint(self, phaselint: Command) -> str:
        """Lint the contract, whose one line of report is the file that cannot be read."""
        ended = phaselint.process("lint", "desk", "--format=concise")
        assert (ended.status, ended.err) == (1, "")
        line, last = ended.lines
        assert last == "Checked 1 contract (3 files): 1 error."
        return line

    @pytest.fixture(autouse=True)
    def clean(self, desk: Path) -> None:
        """Without the error."""
        contract(desk)

    def test_broken_yaml(self, phaselint: Command, desk: Path) -> None:
        (desk / "extra.yaml").write_text(TOOL.replace("cases: []", "cases: ["))
        line = self.lint(phaselint)
        assert line.startswith("desk/extra.yaml:11:1: error[PL002] `[` isn't closed before ")
        assert line.endswith(" [syntax-error]")

    def test_several_broken_files(self, phaselint: Command, desk: Path) -> None:
        (desk / "session.yaml").write_text(BROKEN)
        (desk / "answer.yaml").write_text(TOOL + "tool: again\n")
        (desk / "extra.yaml").write_text("tool:\tx\n  y: [\n")
        ended = phaselint("lint", "desk", "--format=concise")
        assert [line.split(" ")[1] for line in findings(ended)] == [
            "error[PL003]",
            "error[PL002]",
            "error[PL002]",
        ]

    def test_binary_data(self, phaselint: Command, desk: Path) -> None:
        (desk / "extra.yaml").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
        assert "the file holds binary data (a NUL byte) [unreadable-file]" in self.lint(phaselint)

    def test_a_huge_file(self, phaselint: Command, desk: Path) -> None:
        with (desk / "extra.yaml").open("wb") as file:
            file.truncate(50_000_000)
        assert "50.0 MB, more than the limit of 20 MB [limit-exceeded]" in self.lint(phaselint)

    def test_a_huge_text_below_the_limit_of_bytes(self, phaselint: Command, desk: Path) -> None:
        (desk / "extra.yaml").write_text("[" * 100_000)
        assert "nested deeper than the limit" in self.lint(phaselint)

    @pytest.mark.posix
    def test_a_named_pipe(self, phaselint: Command, desk: Path) -> None:
        os.mkfifo(desk / "extra.yaml")
        assert "the file is a named pipe [unreadable-file]" in self.lint(phaselint)

    @pytest.mark.posix
    def test_a_link_to_itself(self, phaselint: Command, desk: Path) -> None:
        (desk / "extra.yaml").symlink_to("extra.yaml")
        assert "is a symbolic link to itself [unreadable-file]" in self.lint(phaselint)

    @pytest.mark.posix
    def test_a_link_out_of_the_project(self, phaselint: Command, desk: Path) -> None:
        (desk / "extra.yaml").symlink_to("/etc/passwd")
        assert f"the file {OUTSIDE} [unreadable-file]" in self.lint(phaselint)

    @pytest.mark.posix
    def test_permission_denied(
        self, phaselint: Command, desk: Path, as_user: Callable[[], None]
    ) -> None:
        (desk / "extra.yaml").write_text(TOOL)
        (desk / "extra.yaml").chmod(0)
        ended = phaselint.process("lint", "desk", "--format=concise", preexec_fn=as_user)
        assert ended.status == 1
        assert findings(ended) == [
            (
                "desk/extra.yaml:1:1: error[PL001] "
                "the file can't be opened: permission denied [unreadable-file]"
            )
        ]

    def test_a_file_that_vanishes(
        self, phaselint: Command, desk: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (desk / "extra.yaml").write_text(TOOL)
        monkeypatch.setattr(os, "open", opening("extra.yaml", os.unlink))
        ended = phaselint("lint", "desk", "--format=concise")
        assert ended.status == 1
        assert findings(ended) == [
            (
                "desk/extra.yaml:1:1: error[PL001] "
                "the file vanished before it was read [unreadable-file]"
            )
        ]

    def test_a_file_that_the_disk_does_not_give(
        self, phaselint: Command, desk: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(_path: str) -> None:
            raise OSError(errno.EIO, "Input/output error")

        (desk / "extra.yaml").write_text(TOOL)
        monkeypatch.setattr(os, "open", opening("extra.yaml", fail))
        ended = phaselint("lint", "desk", "--format=concise")
        assert ended.status == 1
        (line,) = findings(ended)
        assert "the file can't be read: input/output error [unreadable-file]" in line


def opening(name: str, first: Callable[[str], None]) -> Callable[..., int]:
    """An `os.open` that does something else first where it is to open the file of this name."""
    real = os.open

    def opened(path: str, *arguments: int, **more: Any) -> int:
        if os.path.basename(path) == name:
            first(path)
        return real(path, *arguments, **more)

    return opened


class TestWalks:
    """What a walk cannot read might hide a contract, and is a finding."""

    @pytest.fixture(autouse=True)
    def clean(self, desk: Path) -> None:
        """Without the error."""
        contract(desk)

    @pytest.mark.posix
    def test_links_to_folders_are_not_followed(
        self, phaselint: Command, desk: Path, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        (desk / "up").symlink_to("..")
        (desk / "round").symlink_to("round")
        outside = contract(tmp_path_factory.mktemp("outside"), UNREACHABLE)
        (phaselint.folder / "out").symlink_to(outside)
        ended = phaselint.process("lint")
        assert ended == (0, "No findings in 1 contract (2 files).\n", "")

    @pytest.mark.usefixtures("closed")
    def test_a_folder_without_permission(
        self, phaselint: Command, as_user: Callable[[], None]
    ) -> None:
        ended = phaselint.process("lint", "--format=concise", preexec_fn=as_user)
        assert ended.status == 1
        assert findings(ended) == [
            (
                "closed:1:1: error[PL001] "
                "the folder can't be listed: permission denied [unreadable-file]"
            )
        ]
        assert ended.lines[-1] == "Checked 1 contract (2 files): 1 error."

    @pytest.mark.usefixtures("closed")
    def test_a_named_folder_without_permission(
        self, phaselint: Command, as_user: Callable[[], None]
    ) -> None:
        ended = phaselint.process("lint", "closed", "desk", preexec_fn=as_user)
        assert ended.status == 2
        assert ended.err == "phaselint: closed: permission denied\n"
        assert ended.out == "No findings in 1 contract (2 files).\n"

    @pytest.mark.posix
    @pytest.mark.parametrize(
        ("make", "reason"),
        [
            (os.mkfifo, "the file is a named pipe"),
            (lambda path: os.symlink("/etc/passwd", path), f"the file {OUTSIDE}"),
            (lambda path: os.symlink("session.yaml", path), "is a symbolic link to itself"),
        ],
    )
    def test_a_file_of_which_nobody_knows_whether_it_is_a_contract(
        self, phaselint: Command, make: Callable[[Path], None], reason: str
    ) -> None:
        (phaselint.folder / "lone").mkdir()
        make(phaselint.folder / "lone" / "session.yaml")
        ended = phaselint("lint", "--format=concise")
        assert ended.status == 1
        (line,) = findings(ended)
        assert line.startswith("lone/session.yaml:1:1: error[PL001] ")
        assert reason in line

    @pytest.mark.posix
    def test_it_can_be_excluded(self, phaselint: Command) -> None:
        os.mkfifo(phaselint.folder / "values.yaml")
        assert phaselint("lint").status == 1
        (phaselint.folder / "phaselint.toml").write_text('exclude = ["values.yaml"]\n')
        assert phaselint("lint").status == 0

    def test_other_files_may_hold_anything(self, phaselint: Command) -> None:
        (phaselint.folder / "compose.yaml").write_text(COMPOSE)
        (phaselint.folder / "secret.yaml").write_bytes(b"\0GITCRYPT\0" + bytes(range(256)))
        (phaselint.folder / "chart.yaml").write_text("{{- if .Values.enabled }}\na: [\n")
        assert phaselint("lint") == (0, "No findings in 1 contract (2 files).\n", "")


class TestText:
    """Text in contracts that would do something to the terminal."""

    def test_escapes_in_a_phase_name(self, phaselint: Command) -> None:
        odd = r'"done\e[2J\u009b31m\u202e"'
        session = SESSION.replace("intake: [done]", f"intake: [{odd}]")
        contract(phaselint.folder, session)
        ended = phaselint.process("lint", "--dry-run")
        assert ended.status == 1
        assert r"`done\x1b[2J\x9b31m\u202e`" in ended.out
        for character in ("\x1b", "\x9b", "\u202e"):
            assert character not in ended.out

    @pytest.mark.parametrize("format_", FORMATS)
    def test_names_of_files(self, phaselint: Command, format_: str) -> None:
        contract(phaselint.folder / "a\x1b[2J\x9bb\u202ec", UNREACHABLE)
        ended = phaselint.process("lint", f"--format={format_}")
        assert ended.status == 1
        assert not {"\x1b", "\x9b", "\u202e"} & {*ended.out, *ended.err}

    def test_what_a_configuration_says(self, phaselint: Command) -> None:
        (phaselint.folder / "phaselint.toml").write_text(r'exclude = ["a\u001b[2J\u202e"]')
        assert r"exclude: a\x1b[2J\u202e" in phaselint.process("config").lines

    def test_raw_escapes_are_no_yaml(self, phaselint: Command) -> None:
        contract(phaselint.folder, SESSION.replace("desk", "desk\x1b[2J"))
        ended = phaselint("lint")
        assert ended.status == 1
        assert "\x1b" not in ended.out
