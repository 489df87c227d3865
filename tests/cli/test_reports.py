"""`phaselint lint`: how findings are written, and where to (design §9)."""

from __future__ import annotations

import json
import re
import sys
from typing import TYPE_CHECKING

import pytest

from cli.contracts import BOTH, TOOL, contract

if TYPE_CHECKING:
    from pathlib import Path

    from cli.command import Command

FORMATS = (
    *("text", "concise", "json", "jsonl", "sarif", "github"),
    *("gitlab", "junit", "checkstyle", "rdjson", "markdown", "html", "agent"),
)
ESCAPE = "\x1b["


@pytest.fixture(autouse=True)
def both(phaselint: Command) -> None:
    """A contract with an error and a warning."""
    contract(phaselint.folder, BOTH)


class TestFormats:
    """`--format` on standard output, `--output-file` for more."""

    @pytest.mark.parametrize("name", FORMATS)
    def test_every_format_reports_every_finding(self, phaselint: Command, name: str) -> None:
        ended = phaselint("lint", "--format", name)
        assert ended.status == 1
        assert ended.err == ""
        assert ended.out.endswith("\n")
        for message in ("phase `review` is unreachable from `intake`", "unknown field `surprise`"):
            quoted = re.sub("`(.*?)`", r"<code>\1</code>", message)
            assert (quoted if name == "html" else message) in ended.out

    def test_formats_for_programs_can_be_parsed(self, phaselint: Command) -> None:
        assert json.loads(phaselint("lint", "--format=json").out)["version"] == 1
        assert json.loads(phaselint("lint", "--format=sarif").out)["version"] == "2.1.0"
        lines = phaselint("lint", "--format=jsonl").lines
        *findings, last = (json.loads(line) for line in lines)
        assert [finding["code"] for finding in findings] == ["PL101", "PL008"]
        assert list(last) == ["summary"]

    def test_an_unknown_format(self, phaselint: Command) -> None:
        ended = phaselint("lint", "--format=xml")
        assert ended.status == 2
        assert ended.err.count("\n") == 1
        assert "'sarif'" in ended.err

    def test_reports_in_files_are_those_of_standard_output(self, phaselint: Command) -> None:
        outputs = [f"--output-file={name}:report.{name}" for name in FORMATS]
        ended = phaselint("lint", *outputs, "--color=always")
        assert ESCAPE in ended.out
        for name in FORMATS:
            written = (phaselint.folder / f"report.{name}").read_text(encoding="utf-8")
            assert written == phaselint("lint", f"--format={name}").out

    def test_a_report_that_is_there_is_replaced(self, phaselint: Command) -> None:
        report = phaselint.folder / "report.json"
        report.write_text("old")
        phaselint("lint", "--output-file=json:report.json")
        assert json.loads(report.read_text())["version"] == 1
        assert sorted(path.name for path in phaselint.folder.iterdir()) == [
            "answer.yaml",
            "report.json",
            "session.yaml",
        ]

    @pytest.mark.posix
    def test_a_file_may_be_standard_output(self, phaselint: Command) -> None:
        ended = phaselint.shell("phaselint lint -q --output-file=jsonl:/dev/stdout > all; cat all")
        assert ended.lines[2].startswith('{"summary"')
        assert ended.lines[3].startswith("error[PL101]")

    @pytest.mark.parametrize("value", ["json", "json:", ":x", "xml:report.xml", "report.json"])
    def test_what_is_not_format_and_path(self, phaselint: Command, value: str) -> None:
        ended = phaselint("lint", "--output-file", value)
        assert (ended.status, ended.out) == (2, "")
        assert ended.err == (
            f"phaselint: --output-file {value}: expected FORMAT:PATH, "
            f"FORMAT one of {', '.join((*FORMATS, 'parquet'))}\n"
        )


class TestPlaces:
    """Where `--output-file` writes to is looked at before anything is linted."""

    @pytest.mark.parametrize("path", ["nowhere/page.html", "no/such/page.html"])
    def test_a_folder_that_is_not_there(self, phaselint: Command, path: str) -> None:
        ended = phaselint("lint", f"--output-file=html:{path}")
        assert ended == (2, "", f"phaselint: can't write {path}: its directory doesn't exist\n")

    @pytest.mark.parametrize(
        ("first", "second"),
        [
            ("json:report", "sarif:report"),
            ("json:report", "json:./report"),
            ("json:report", "json:there/../report"),
            ("json:report", "html:there/link"),
            ("html:r/", "html:r/"),
            ("html:r/", "html:./r/"),
        ],
    )
    @pytest.mark.posix
    def test_two_reports_go_to_two_places(
        self, phaselint: Command, first: str, second: str
    ) -> None:
        (phaselint.folder / "there").mkdir()
        (phaselint.folder / "there" / "link").symlink_to("../report")
        ended = phaselint("lint", f"--output-file={first}", f"--output-file={second}")
        said = f"--output-file {second}: {first} is already written there"
        assert ended == (2, "", f"phaselint: {said}\n")
        assert not (phaselint.folder / "report").exists()

    @pytest.mark.posix
    def test_two_names_of_a_file_are_one_place(self, phaselint: Command) -> None:
        (phaselint.folder / "one").write_text("")
        (phaselint.folder / "two").hardlink_to(phaselint.folder / "one")
        ended = phaselint("lint", "--output-file=json:one", "--output-file=text:two")
        said = "--output-file text:two: json:one is already written there"
        assert ended == (2, "", f"phaselint: {said}\n")

    @pytest.mark.parametrize("name", ["index.html", "phaselint-report.json"])
    def test_no_report_goes_over_a_part_of_another(self, phaselint: Command, name: str) -> None:
        for outputs in (("html:r/", f"json:r/{name}"), (f"json:r/{name}", "html:r/")):
            (phaselint.folder / "r").mkdir(exist_ok=True)
            ended = phaselint("lint", *(f"--output-file={each}" for each in outputs))
            said = f"json:r/{name}: the report in that folder can contain a file of this name"
            assert ended == (2, "", f"phaselint: --output-file {said}\n")

    def test_another_file_may_lie_in_the_folder_of_a_report(self, phaselint: Command) -> None:
        for _ in range(2):
            ended = phaselint("lint", "--output-file=html:r/", "--output-file=json:r/found.json")
            assert (ended.status, ended.err) == (1, "")
            assert (phaselint.folder / "r" / "found.json").exists()

    def test_a_difference_is_no_report(self, phaselint: Command) -> None:
        ended = phaselint("lint", "--diff", "--output-file=json:report.json")
        said = "--output-file can't be combined with --diff, which doesn't write a report"
        assert ended == (2, "", f"phaselint: {said}\n")


class TestHtml:
    """A format that can be a folder."""

    def test_a_folder_has_a_page_for_each_contract(self, phaselint: Command) -> None:
        ended = phaselint("lint", "--format=concise", "--output-file=html:report/")
        assert (ended.status, ended.err) == (1, "")
        index = (phaselint.folder / "report" / "index.html").read_text("utf-8")
        assert "phase <code>review</code> is unreachable from <code>intake</code>" in index
        assert phaselint("lint", "--output-file=html:report/").status == 1

    @pytest.mark.parametrize("path", ["other/", "answer.yaml/", "no/such/"])
    def test_what_is_no_place_for_one_is_said_before_anything_is_linted(
        self, phaselint: Command, path: str
    ) -> None:
        (phaselint.folder / "other").mkdir()
        (phaselint.folder / "other" / "index.html").write_text("mine")
        ended = phaselint("lint", f"--output-file=html:{path}")
        assert (ended.status, ended.out) == (2, "")
        assert ended.err.startswith(f"phaselint: can't write {path}: ")
        assert ended.err.count("\n") == 1
        assert (phaselint.folder / "other" / "index.html").read_text() == "mine"

    def test_a_file_that_cannot_be_written(self, phaselint: Command) -> None:
        (phaselint.folder / "other").mkdir()
        ended = phaselint("lint", "--format=concise", "--output-file=html:other")
        assert ended.status == 2
        assert ended.err.startswith("phaselint: can't write other: ")
        assert ended.err.count("\n") == 1

    @pytest.mark.parametrize("findings", [(), ("--findings",)])
    def test_a_graph_is_a_page(self, phaselint: Command, findings: tuple[str, ...]) -> None:
        ended = phaselint("graph", "session.yaml", "--format=html", *findings)
        assert (ended.status, ended.err) == (0, "")
        assert ended.out.startswith("<!DOCTYPE html>")
        assert ended.out.count('class="graph"') == 1
        assert ("is unreachable from" in ended.out) == bool(findings)


class TestParquet:
    """A format that is no text."""

    @pytest.mark.sweeps
    def test_it_is_written_to_a_file(self, phaselint: Command) -> None:
        reader = pytest.importorskip("pyarrow.parquet")
        (phaselint.folder / "found.parquet").write_text("old")
        ended = phaselint("lint", "--format=jsonl", "--output-file=parquet:found.parquet")
        assert (ended.status, ended.err) == (1, "")
        table = reader.read_table(phaselint.folder / "found.parquet")
        found = [json.loads(line) for line in ended.lines[:-1]]
        assert table.column("code").to_pylist() == [each["code"] for each in found]
        left = {path.name for path in phaselint.folder.iterdir()}
        assert left == {"answer.yaml", "found.parquet", "session.yaml"}

    @pytest.mark.parametrize("path", ["-", "/dev/stdout"])
    def test_it_never_goes_to_standard_output(self, phaselint: Command, path: str) -> None:
        ended = phaselint("lint", f"--output-file=parquet:{path}")
        said = f"--output-file parquet:{path}: parquet isn't text and must go to a file"
        assert ended == (2, "", f"phaselint: {said}\n")

    def test_what_it_needs_is_looked_for_first(
        self, phaselint: Command, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, "pyarrow", None)
        ended = phaselint("lint", "--output-file=parquet:found.parquet", "nowhere")
        assert (ended.status, ended.out, ended.err.count("\n")) == (2, "", 1)
        assert "parquet: pyarrow isn't installed; it is part of the extra `sweep`" in ended.err
        assert not (phaselint.folder / "found.parquet").exists()


class TestAmount:
    """More or less than the findings."""

    def test_statistics_count_by_rule(self, phaselint: Command) -> None:
        assert phaselint("lint", "--statistics", "--format=concise").lines == [
            "1  PL008  unknown-field",
            "1  PL101  unreachable-phase",
            "",
            ".: unbounded: steps (loop intake -> intake), tool calls (loop intake -> intake)",
            "",
            "Checked 1 contract (2 files): 1 error, 1 warning.",
        ]

    def test_statistics_of_a_dry_run_count_what_is_declared(self, phaselint: Command) -> None:
        flow = """id: w
name: W
entry: a
nodes:
  a: {name: A, instruction: Look.}
  b: {name: B, instruction: Write.}
edges:
  - {from: a, to: b}
"""
        never = "    requires: {output_matches: [{path: a.x, in: []}]}\n"
        bad = flow.replace(
            "  b: {name: B, instruction: Write.}\n",
            f"  b:\n    name: B\n    instruction: Write.\n{never}",
        )
        (phaselint.folder / "ok.yml").write_text(flow, encoding="utf-8")
        (phaselint.folder / "bad.yml").write_text(bad, encoding="utf-8")
        ran = phaselint(
            "lint", "ok.yml", "bad.yml", "--dry-run", "--statistics", "--format=concise"
        )
        assert "8 declared elements: 7 used, 1 reported, 0 not decided" in ran.lines
        plain = phaselint("lint", "ok.yml", "--statistics", "--format=concise")
        assert not any("declared elements" in line for line in plain.lines)

    @pytest.mark.parametrize("option", ["--quiet", "-q"])
    def test_quiet_is_the_findings_alone(self, phaselint: Command, option: str) -> None:
        lines = phaselint("lint", option, "--format=concise").lines
        assert [line.split("[")[0] for line in lines] == [
            "session.yaml:5:12: error",
            "session.yaml:9:1: warning",
        ]


class TestGroups:
    """Findings put together."""

    def test_by_rule(self, phaselint: Command) -> None:
        lines = phaselint("lint", "--group", "rule").lines
        assert [line for line in lines if line.endswith("1 finding")] == [
            "PL101 unreachable-phase: 1 finding",
            "PL008 unknown-field: 1 finding",
        ]

    @pytest.mark.parametrize("option", ["--statistics", "--format=json"])
    def test_only_text_has_groups(self, phaselint: Command, option: str) -> None:
        ended = phaselint("lint", "--group=rule", option)
        said = "--group requires --format text, and can't be combined with --statistics"
        assert (ended.status, ended.err) == (2, f"phaselint: {said}\n")


class TestColour:
    """Colours, and who may ask for them."""

    @pytest.mark.parametrize(
        ("option", "environment", "coloured"),
        [
            ("auto", {}, False),
            ("always", {}, True),
            ("never", {}, False),
            ("auto", {"FORCE_COLOR": "1"}, True),
            ("auto", {"NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
            ("always", {"NO_COLOR": "1"}, True),
            ("never", {"FORCE_COLOR": "1"}, False),
        ],
    )
    def test_when(
        self,
        phaselint: Command,
        monkeypatch: pytest.MonkeyPatch,
        option: str,
        environment: dict[str, str],
        coloured: bool,
    ) -> None:
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        assert (ESCAPE in phaselint("lint", "--color", option).out) == coloured

    @pytest.mark.parametrize("name", ["json", "jsonl", "sarif"])
    def test_never_in_formats_for_programs(self, phaselint: Command, name: str) -> None:
        assert ESCAPE not in phaselint("lint", "--color=always", f"--format={name}").out


class TestBaseline:
    """`--write-baseline` and `--baseline`."""

    def test_what_is_written_is_hidden_from_then_on(self, phaselint: Command) -> None:
        written = phaselint("lint", "--write-baseline")
        assert written.status == 0
        assert "note: wrote phaselint-baseline.json with 2 findings" in written.lines
        ended = phaselint("lint")
        assert ended == (0, "No findings in 1 contract (2 files); 2 suppressed.\n", "")
        assert phaselint("lint", "--isolated").status == 1

    def test_a_new_finding_is_shown(self, phaselint: Command) -> None:
        phaselint("lint", "--write-baseline")
        contract(phaselint.folder, BOTH.replace("{name: review}", "{name: triage}"))
        ended = phaselint("lint", "--format=concise", "--min-severity=info")
        assert ended.status == 1
        assert [line.split("]")[0].split("[")[1] for line in ended.lines[:2]] == ["PL101", "PL013"]

    def test_it_can_have_another_name(self, phaselint: Command) -> None:
        phaselint("lint", "--write-baseline", "--baseline", "known.json")
        assert (phaselint.folder / "known.json").exists()
        assert phaselint("lint").status == 1
        assert phaselint("lint", "--baseline=known.json").status == 0

    def test_what_is_no_longer_found_is_reported_and_pruned(self, phaselint: Command) -> None:
        phaselint("lint", "--write-baseline")
        contract(phaselint.folder)
        stale = phaselint("lint", "--format=concise", "--min-severity=info")
        assert stale.status == 0
        assert "[stale-baseline-entry]" in stale.lines[0]
        phaselint("lint", "--write-baseline")
        assert phaselint("lint").out == "No findings in 1 contract (2 files).\n"

    def test_one_that_is_not_there(self, phaselint: Command) -> None:
        ended = phaselint("lint", "--baseline=known.json")
        assert ended == (
            2,
            "",
            "phaselint: known.json: no such file; write one with `--write-baseline`\n",
        )

    def test_one_that_is_something_else(self, phaselint: Command) -> None:
        (phaselint.folder / "known.json").write_text('{"version": ')
        ended = phaselint("lint", "--baseline=known.json")
        assert ended.status == 2
        assert ended.err.startswith("phaselint: known.json")
        assert ended.err.count("\n") == 1


class TestReportsOverWhatWasRead:
    """No report takes the place of a file that the same run has read."""

    @pytest.fixture(params=["answer.yaml", "session.yaml", "phaselint.toml", "symbolic", "hard"])
    def path(self, phaselint: Command, request: pytest.FixtureRequest) -> Path:
        """A file of the run, or another name of one."""
        (phaselint.folder / "phaselint.toml").write_text("", "utf-8")
        session = phaselint.folder / "session.yaml"
        (phaselint.folder / "symbolic").symlink_to(session)
        (phaselint.folder / "hard").hardlink_to(session)
        return phaselint.folder / str(request.param)

    @pytest.mark.posix
    @pytest.mark.parametrize("more", [(), ("--fail-on", "error"), ("--dry-run", "--verbose")])
    def test_it_is_refused(self, phaselint: Command, path: Path, more: tuple[str, ...]) -> None:
        before = path.read_bytes()
        outputs = ("--output-file", "json:report.json", "--output-file", f"sarif:{path.name}")
        ended = phaselint("lint", *outputs, *more)
        assert ended.status == 2
        assert ended.err == f"phaselint: can't write {path.name}: this run has read that file\n"
        assert ended.out == ""
        assert path.read_bytes() == before
        assert not (phaselint.folder / "report.json").exists()

    def test_an_earlier_report_is_written_again(self, phaselint: Command) -> None:
        for _ in range(2):
            assert phaselint("lint", "--output-file", "json:report.json").status == 1
        assert json.loads((phaselint.folder / "report.json").read_text("utf-8"))["findings"]


def test_a_quiet_page_has_single_blank_lines(phaselint: Command) -> None:
    page = phaselint("lint", "--format", "markdown", "--quiet").out
    assert page.startswith("# phaselint\n\n## error ")
    assert "\n\n\n" not in page


class TestAgentFormat:
    def test_it_has_fixes_that_were_tried(self, phaselint: Command) -> None:
        typo = TOOL.replace("valid_in_phases: [intake]", "valid_in_phases: [intak]")
        contract(phaselint.folder, answer=typo)
        ended = phaselint("lint", "--format", "agent")
        assert ended.status == 1
        assert ended.lines[0] == "1 contract linted: 1 error, 0 warnings, 0 infos"
        assert "(unsafe, leaves nothing new, 1 -> 0 findings)" in ended.out
        assert ended.lines[-1].endswith('"intak" -> "intake"')
        proved = phaselint("lint", "--dry-run", "--format=agent")
        assert "   confirmed: the runtime refuses to start" in proved.lines

    def test_it_can_go_to_a_file(self, phaselint: Command) -> None:
        contract(phaselint.folder)
        phaselint("lint", "--quiet", "--output-file=agent:report.txt")
        report = (phaselint.folder / "report.txt").read_text("utf-8")
        assert report == "1 contract linted: 0 errors, 0 warnings, 0 infos\n"
