"""`phaselint conform` and logs that are damaged, mixed, too large or read by a faulty plugin: said
in one line, counted, and never taken for a departure."""

from __future__ import annotations

import json
import shutil
from itertools import permutations
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from phaselint.transcripts.formats.table import FORMATS, format_of
from phaselint.transcripts.seen import Format, Seen
from phaselint.transcripts.sources import LARGEST_VALUE, LONGEST_LINE
from transcripts import writing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from cli.command import Command
    from phaselint.transcripts.sources import Source

AGENT = "flags/.agent/retirer"
STEPS = (("call", "", "tool", "Edit"), ("call", "", "tool", "Read"))
ACTS = [("enter", "initial.flag"), ("take", "next", "initial.flag")]
WRITERS: dict[str, Callable[[Path], Path]] = {
    "claude-code": lambda folder: writing.claude(folder, "editor", STEPS),
    "claude-stream": lambda folder: writing.claude_stream(folder, "editor", STEPS),
    "copilot-cli": lambda folder: writing.copilot(folder, "editor", STEPS),
    "otlp": lambda folder: writing.otlp(folder, "editor", STEPS),
    "climpt": lambda folder: writing.climpt(folder, ACTS, ""),
    "sweny": lambda folder: writing.sweny(folder, [("enter", "a"), ("pass", "a")], "completed"),
    "langgraph": lambda folder: writing.tasks(folder, [("enter", "a")], ""),
    "acts": lambda folder: writing.lines(folder / "x.jsonl", writing.words(["start", "call x"])),
}


@pytest.fixture
def flags(phaselint: Command) -> Command:
    """The command next to an agent of climpt."""
    shutil.copytree(
        Path(__file__).parents[2] / "fixtures" / "projects" / "flag-retirement-fixed",
        phaselint.folder / "flags",
    )
    return phaselint


class TestMixedFormats:
    @pytest.mark.parametrize(("first", "second"), list(permutations(WRITERS, 2)))
    def test_the_other_format_is_said(self, phaselint: Command, first: str, second: str) -> None:
        whole = {name: WRITERS[name](phaselint.folder / name) for name in (first, second)}
        mixed = phaselint.folder / "mixed.jsonl"
        mixed.write_bytes(b"".join(path.read_bytes() for path in whole.values()))
        own = format_of(str(mixed))
        assert own is not None
        assert own.name in whole
        (other,) = {first, second} - {own.name}
        found = json.loads(phaselint("conform", "--acts", "--format", "json", mixed.name).out)
        (log,) = found["logs"]
        told = [each for each in log["notes"] if "records of other formats" in each]
        assert len(told) == 1
        if "stream" not in first + second:  # a session and a stream share some kinds of records
            assert other in told[0]
            alone = phaselint("conform", "--acts", "--format", "json", str(whole[own.name]))
            runs = [[act[0] for act in run["acts"]] for run in json.loads(alone.out)["runs"]]
            assert [[act[0] for act in run["acts"]] for run in found["runs"]] == runs

    def test_foreign_records_are_no_departure(self, flags: Command) -> None:
        acts = [*ACTS, ("enter", "continuation.flag")]
        path = writing.climpt(flags.folder / "logs", acts, "")
        before = flags("conform", "--contract", AGENT, str(path))
        lines = path.read_text("utf-8").splitlines(keepends=True)
        foreign = WRITERS["sweny"](flags.folder / "sweny").read_text("utf-8").splitlines(True)
        path.write_text("".join((*lines[:3], *foreign, *lines[3:])), "utf-8")
        ended = flags("conform", "--contract", AGENT, str(path))
        assert ended.status == before.status == 0
        count = len(foreign)
        assert f"note: records of other formats are skipped: sweny {count}\n" in ended.out

    @pytest.mark.parametrize(
        ("first", "second"), list(permutations(("climpt", "acts", "sweny"), 2))
    )
    def test_foreign_records_are_counted_wherever_they_are(
        self, phaselint: Command, first: str, second: str
    ) -> None:
        own, other = (
            WRITERS[name](phaselint.folder / name).read_text("utf-8").splitlines(keepends=True)
            for name in (first, second)
        )
        mixed = phaselint.folder / "mixed.jsonl"
        mixed.write_text("".join((*own * 200, *other * 3)), "utf-8")
        ended = phaselint("conform", "--acts", mixed.name)
        found = f"note: records of other formats are skipped: {second} {3 * len(other):,}\n"
        assert found in ended.out

    def test_a_log_of_one_format_has_no_such_note(self, phaselint: Command) -> None:
        for name, write in WRITERS.items():
            ended = phaselint("conform", "--acts", str(write(phaselint.folder / name)))
            assert (ended.status, "other formats" in ended.out) == (0, False)


class TestSize:
    def test_a_single_value_that_is_too_large_is_refused_in_one_line(
        self, phaselint: Command
    ) -> None:
        large = phaselint.folder / "logs" / "chat.json"
        writing.vscode(large.parent, "editor", STEPS)
        before = phaselint("conform", "--acts", "logs/chat.json")
        assert (before.status, before.err) == (0, "")
        with large.open("r+b") as file:
            file.truncate(LARGEST_VALUE + 1)  # sparse: it takes no room
        ended = phaselint("conform", "--acts", "logs/chat.json")
        assert (ended.status, ended.out, len(ended.err.splitlines())) == (2, "", 1)
        assert "a single JSON value of more than 256 MB isn't read" in ended.err

    def test_the_others_of_its_folder_are_read(self, phaselint: Command) -> None:
        large = writing.vscode(phaselint.folder / "logs", "editor", STEPS)
        with large.open("r+b") as file:
            file.truncate(LARGEST_VALUE + 1)
        writing.claude(phaselint.folder / "logs", "editor", STEPS)
        ended = phaselint("conform", "--acts", "logs")
        assert (ended.status, len(ended.err.splitlines())) == (2, 1)
        assert ended.out.count("1 run,") == 1
        census = phaselint("conform", "--census", "logs")
        assert "1 log " in census.lines[0]

    def test_a_huge_line_is_counted_and_the_rest_read(self, flags: Command) -> None:
        acts = [("enter", "initial.flag"), ("take", "handoff", "initial.flag")]
        path = writing.climpt(flags.folder / "logs", acts, "failed")
        before = flags("conform", "--contract", AGENT, str(path))
        first, second, *rest = path.read_bytes().splitlines(keepends=True)
        with path.open("wb") as file:
            file.write(first + second)
            file.seek(LONGEST_LINE + 10, 1)
            file.write(b"\n" + b"".join(rest))
        ended = flags("conform", "--contract", AGENT, str(path))
        assert (before.status, "leaves the contract" in before.out) == (1, True)
        assert (ended.status, "leaves the contract" in ended.out) == (2, False)
        assert "1 record can't be read (too long: 1)" in ended.out
        assert "not decided: a record before this act wasn't understood" in ended.out

    def test_a_line_of_the_greatest_length_is_read(self, phaselint: Command) -> None:
        path = writing.lines(phaselint.folder / "x.jsonl", writing.words(["start", "call x"]))
        lines = path.read_text("utf-8").splitlines(keepends=True)
        lines[1] = lines[1].rstrip("\n").ljust(LONGEST_LINE - 1) + "\n"
        path.write_text("".join(lines), "utf-8")
        ended = phaselint("conform", "--acts", "x.jsonl")
        assert (ended.status, "call x" in ended.out) == (0, True)
        assert "can't be read" not in ended.out


class TestDamage:
    def test_lines_that_are_no_json_are_counted_by_kind(self, phaselint: Command) -> None:
        path = writing.claude(phaselint.folder / "logs", "editor", STEPS)
        text = path.read_text("utf-8")
        path.write_text(text.replace("\n", "\nwhat\nis\n", 1) + text.splitlines()[-1][:-9])
        ended = phaselint("conform", "--acts", str(path))
        assert "3 records can't be read (not JSON: 2, cut-off last line: 1)" in ended.out
        assert ended.status == 0


def places(value: Any, above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The keys that lead to each value in a value."""
    some = value if isinstance(value, dict) else range(len(value) if isinstance(value, list) else 0)
    for key in some:
        yield (*above, key)
        yield from places(value[key], (*above, key))


class TestValues:
    @pytest.mark.parametrize(
        "odd", [[], {}, 10**400, float("inf")], ids=["list", "mapping", "large", "infinite"]
    )
    @pytest.mark.parametrize("name", WRITERS)
    def test_any_value_may_be_of_another_kind(
        self, phaselint: Command, name: str, odd: object
    ) -> None:
        lines = WRITERS[name](phaselint.folder / "whole").read_text("utf-8").splitlines()
        for number, line in enumerate(lines):
            for at, place in enumerate(places(json.loads(line))):
                record = inner = json.loads(line)
                for key in place[:-1]:
                    inner = inner[key]
                inner[place[-1]] = odd
                changed = [*lines[:number], json.dumps(record), *lines[number + 1 :]]
                path = phaselint.folder / "logs" / f"{number}-{at}.jsonl"
                path.parent.mkdir(exist_ok=True)
                path.write_text("\n".join(changed) + "\n", "utf-8")
        ended = phaselint("conform", "--acts", "logs")
        assert (ended.status, ended.err) == (0, "")
        assert ended.out.count(".jsonl: ") > len(lines)

    @pytest.mark.parametrize("more", [("--acts",), ("--census",)])
    def test_a_folder_without_logs_is_said(self, phaselint: Command, more: tuple[str, ...]) -> None:
        (phaselint.folder / "logs").mkdir()
        ended = phaselint("conform", *more, "logs")
        line = "phaselint: logs: no logs of a known format in this folder\n"
        assert (ended.status, ended.err) == (0 if "--census" in more else 2, line)

    @pytest.mark.parametrize("format_", ["text", "markdown", "html", "csv", "json"])
    def test_ids_of_runs_are_no_markup(self, phaselint: Command, format_: str) -> None:
        writing.lines(phaselint.folder / "x.jsonl", writing.words(["enter a"], "<b>x</b>"))
        ended = phaselint("conform", "--acts", "--format", format_, "x.jsonl")
        assert ended.status == 0
        assert "<b>x" not in ended.out

    def test_a_file_that_is_no_log_is_passed_over(self, phaselint: Command) -> None:
        writing.claude(phaselint.folder / "logs", "editor", STEPS)
        writing.lines(phaselint.folder / "logs" / "schema.json", [{"type": ["string", "null"]}])
        ended = phaselint("conform", "--acts", "logs")
        assert (ended.status, ended.err, ended.out.count("1 run,")) == (0, "", 1)


def diary(source: Source) -> Iterator[Seen]:
    """A reader that works."""
    for number, record in source.lines():
        yield Seen("enter", record["at"], number)


def torn(source: Source) -> Iterator[Seen]:
    """A reader that fails at a record, and quotes it."""
    for number, record in source.lines():
        if "torn" in record:
            raise KeyError(record["torn"])
        yield Seen("enter", record["at"], number)


def loose(source: Source) -> Iterator[Any]:
    """A reader that yields what isn't a record."""
    for number, record in source.lines():
        yield record if "torn" in record else Seen("enter", record["at"], number)


def wrong(source: Source) -> Iterator[Any]:
    """A reader whose records have values of other types."""
    for number, record in source.lines():
        place: Any = [] if "torn" in record else number
        yield Seen("enter", record["at"], place)


DIARY = Format(
    "diary",
    "diary",
    diary,
    frozenset({"enter"}),
    lambda record: isinstance(record, dict) and "at" in record,
)


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Callable[[Format], None]:
    """Has a distribution with a format installed."""

    def done(format_: Format) -> None:
        dist = SimpleNamespace(name="keepsake")
        point = SimpleNamespace(name="d", value="d:D", load=lambda: format_, dist=dist)
        monkeypatch.setattr("importlib.metadata.entry_points", lambda **_: [point])

    return done


class TestPlugins:
    @pytest.mark.parametrize("reading", [torn, loose, wrong])
    def test_a_reader_that_fails_costs_its_log_alone(
        self, phaselint: Command, install: Callable[[Format], None], reading: Any
    ) -> None:
        install(DIARY._replace(read=reading))
        where = phaselint.folder / "logs"
        writing.lines(where / "a.jsonl", [{"at": "home"}, {"at": "x", "torn": writing.SECRET}])
        writing.lines(where / "b.jsonl", [{"at": "home"}])
        writing.claude(where, "editor", STEPS)
        ended = phaselint("conform", "--acts", "logs")
        (line,) = ended.err.splitlines()
        assert "logs/a.jsonl: can't be read: plugin keepsake failed in `read` of `diary`: " in line
        assert writing.SECRET not in ended.out + ended.err
        assert (ended.status, ended.out.count("1 run,")) == (2, 2)

    def test_a_sign_that_fails_is_asked_once(
        self, phaselint: Command, install: Callable[[Format], None]
    ) -> None:
        def sign(record: Any) -> bool:
            return bool(record["at"])

        install(DIARY._replace(sign=sign))
        writing.claude(phaselint.folder / "logs", "editor", STEPS)
        ended = phaselint("conform", "--acts", "logs")
        (line,) = ended.err.splitlines()
        assert "plugin keepsake failed in `sign` of `diary`: KeyError; its logs" in line
        assert ended.out.count("1 run,") == 1

    def test_files_that_fail_cost_the_logs_of_the_plugin(
        self, phaselint: Command, install: Callable[[Format], None]
    ) -> None:
        def files(_path: str) -> Iterator[str]:
            raise OSError(writing.SECRET)

        install(DIARY._replace(files=files))
        writing.lines(phaselint.folder / "logs" / "a.jsonl", [{"at": "home"}])
        writing.claude(phaselint.folder / "logs", "editor", STEPS)
        ended = phaselint("conform", "--acts", "logs")
        (line,) = ended.err.splitlines()
        assert "logs/a.jsonl: can't be read: plugin keepsake failed in `files`" in line
        assert writing.SECRET not in ended.out + ended.err
        assert ended.out.count("1 run,") == 1


def test_every_line_format_is_mixed_with_others() -> None:
    lines = {each.name for each in FORMATS if not each.bare and each.name != "vscode-chat"}
    assert set(WRITERS) == lines - {"stud", "langsmith", "climpt-orchestrator"}
