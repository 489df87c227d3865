"""Standard output and error that are closed, full, or of some old encoding (design §9)."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cli.contracts import SESSION, UNREACHABLE, contract

if TYPE_CHECKING:
    from cli.command import Command

FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="/dev/full here doesn't exist")
NO_SPACE = "can't write to standard output: no space left on device"


@pytest.fixture(autouse=True)
def unreachable(phaselint: Command) -> None:
    """A contract with one error."""
    contract(phaselint.folder, UNREACHABLE)


class TestReaderGone:
    """`| head`: no complaint, and the status is that of the findings."""

    @pytest.mark.posix
    @pytest.mark.parametrize(
        ("arguments", "status"),
        [("lint", 1), ("rules", 0), ("lint --select=PL1 missing .", 2), ("--help", 0)],
    )
    def test_status(self, phaselint: Command, arguments: str, status: int) -> None:
        ended = phaselint.shell(f"phaselint {arguments} | true; echo ${{PIPESTATUS[0]}}")
        assert ended.out == f"{status}\n"
        expected = "phaselint: missing: no such file or directory\n" if status == 2 else ""
        assert ended.err == expected

    @pytest.mark.posix
    def test_the_first_line_is_there(self, phaselint: Command) -> None:
        ended = phaselint.shell("phaselint rules --format=json | head -1")
        assert (ended.out, ended.err) == ("[\n", "")

    @pytest.mark.posix
    def test_reports_in_files_are_whole(self, phaselint: Command) -> None:
        ended = phaselint.shell("phaselint lint --output-file=json:r.json | true; cat r.json")
        assert json.loads(ended.out)["summary"]["errors"] == 1


class TestClosed:
    """Streams that were closed before the command was started."""

    @pytest.mark.posix
    def test_output(self, phaselint: Command) -> None:
        ended = phaselint.shell("phaselint lint >&-; echo $?; phaselint rules >&-; echo $?")
        assert (ended.out, ended.err) == ("1\n0\n", "")

    @pytest.mark.posix
    def test_error(self, phaselint: Command) -> None:
        ended = phaselint.shell("phaselint lint missing . -q 2>&-; echo $?")
        assert ended.lines[0].startswith("error[PL101]")
        assert ended.lines[-1] == "2"

    @pytest.mark.posix
    def test_input(self, phaselint: Command) -> None:
        ended = phaselint.shell("phaselint lint - --stdin-filename=session.yaml <&-")
        assert ended == (2, "", "phaselint: `-` is standard input, which is closed\n")


@needs_full
class TestFull:
    """A disk that is full is a failure, in one line."""

    @pytest.mark.posix
    @pytest.mark.parametrize("arguments", ["lint", "lint --format=json", "graph ."])
    def test_output(self, phaselint: Command, arguments: str) -> None:
        ended = phaselint.shell(f"phaselint {arguments} > /dev/full")
        assert ended == (2, "", f"phaselint: {NO_SPACE}\n")

    @pytest.mark.posix
    def test_output_of_the_help(self, phaselint: Command) -> None:
        ended = phaselint.shell("phaselint --help > /dev/full")
        assert ended == (2, "", "phaselint: No space left on device\n")

    @pytest.mark.posix
    def test_other_reports_and_complaints_are_not_lost(self, phaselint: Command) -> None:
        ended = phaselint.shell(
            "phaselint lint missing . --output-file=json:r.json > /dev/full; echo $?; cat r.json"
        )
        status, _, report = ended.out.partition("\n")
        assert status == "2"
        assert json.loads(report)["summary"]["errors"] == 1
        assert ended.err == (
            f"phaselint: {NO_SPACE}\nphaselint: missing: no such file or directory\n"
        )

    @pytest.mark.posix
    def test_error(self, phaselint: Command) -> None:
        ended = phaselint.shell("phaselint lint missing . -q 2> /dev/full; echo $?")
        assert ended.lines[0].startswith("error[PL101]")
        assert ended.lines[-1] == "2"

    @pytest.mark.posix
    def test_a_device_is_not_overwritten(self, phaselint: Command) -> None:
        ended = phaselint("lint", "-q", "--output-file=json:/dev/full", "--output-file=json:r.json")
        assert ended.status == 2
        assert ended.lines[0].startswith("error[PL101]")
        assert ended.err == "phaselint: can't write /dev/full: it is a device\n"
        assert (phaselint.folder / "r.json").exists()


class TestReportFiles:
    """A report that cannot be written leaves what was there, and the others are written."""

    def test_no_space(self, phaselint: Command, monkeypatch: pytest.MonkeyPatch) -> None:
        def write(_descriptor: int, _data: bytes) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

        (phaselint.folder / "r.json").write_text("old")
        with monkeypatch.context() as patch:
            patch.setattr(os, "write", write)
            ended = phaselint("lint", "-q", "--output-file=json:r.json")
        assert ended.status == 2
        assert ended.lines[0].startswith("error[PL101]")
        assert ended.err == "phaselint: can't write r.json: no space left on device\n"
        assert (phaselint.folder / "r.json").read_text() == "old"
        assert not list(phaselint.folder.glob(".r.json*"))

    def test_no_place(self, phaselint: Command) -> None:
        ended = phaselint("lint", "-q", "--output-file", "json:.")
        assert ended.status == 2
        assert ended.lines[0].startswith("error[PL101]")
        assert ended.err == "phaselint: can't write .: it is a directory\n"

    @pytest.mark.parametrize("command", ["graph", "scripts"])
    def test_of_other_commands(self, phaselint: Command, command: str) -> None:
        contract(phaselint.folder)
        ended = phaselint(command, ".", "--output=no/x")
        assert ended == (2, "", "phaselint: can't write no/x: its directory doesn't exist\n")

    def test_a_baseline(self, phaselint: Command) -> None:
        ended = phaselint("lint", "--write-baseline", "--baseline=no/b.json")
        assert ended == (2, "", "phaselint: can't write no/b.json: its directory doesn't exist\n")


class TestEncoding:
    """What is printed does not depend on the locale."""

    def test_output_is_utf_8(self, phaselint: Command) -> None:
        contract(phaselint.folder, SESSION.replace("[done]", "[дone]"))
        ended = [
            phaselint.process("lint", "--format=json", environment=environment)
            for environment in (
                {"PYTHONIOENCODING": "ascii"},
                {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
                {"PYTHONUTF8": "1"},
            )
        ]
        assert ended[0] == ended[1] == ended[2]
        assert ended[0].status == 1
        assert "дone" in ended[0].out

    def test_a_file_name_in_no_encoding(self, phaselint: Command) -> None:
        name = os.fsdecode(b"d\xffsk")
        contract(phaselint.folder / name, UNREACHABLE)
        for format_ in ("text", "concise", "json", "jsonl", "sarif", "github"):
            ended = phaselint("lint", name, f"--format={format_}", f"--output-file={format_}:r")
            assert (ended.status, ended.err) == (1, ""), format_
            assert "PL101" in ended.out
        ended = phaselint.process("lint", name)
        assert ended.status == 1
        assert "d\\udcffsk/session.yaml:5:12" in ended.out


class TestWhileItGoesOn:
    """The lines of `jsonl`, of which the first leave before the last project is checked."""

    @pytest.fixture(autouse=True)
    def projects(self, phaselint: Command) -> None:
        """Three projects with an error each."""
        for name in ("a", "b", "c"):
            contract(phaselint.folder / name, UNREACHABLE)
            (phaselint.folder / name / ".git").mkdir()

    @pytest.mark.posix
    def test_when_the_reader_has_gone_the_status_is_that_of_all(self, phaselint: Command) -> None:
        ended = phaselint.shell("phaselint lint --format=jsonl | true; echo ${PIPESTATUS[0]}")
        assert (ended.out, ended.err) == ("1\n", "")

    @pytest.mark.posix
    @needs_full
    def test_a_full_disk_is_one_line(self, phaselint: Command) -> None:
        ended = phaselint.shell("phaselint lint missing . --format=jsonl > /dev/full")
        missing = "phaselint: missing: no such file or directory\n"
        assert ended == (2, "", f"phaselint: {NO_SPACE}\n{missing}")

    def test_with_a_report_in_a_file_both_are_the_same(self, phaselint: Command) -> None:
        alone = phaselint("lint", "--format=jsonl")
        assert phaselint("lint", "--format=jsonl", "--output-file=jsonl:r") == alone
        assert (phaselint.folder / "r").read_text() == alone.out
        assert alone.status == 1
        assert len(alone.lines) == 5
