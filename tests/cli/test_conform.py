"""`phaselint conform`: statuses, the choice of a contract, counts, and what is never shown."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

from phaselint.formats import schema
from phaselint.linting.episodes import MOST_MOMENTS
from phaselint.report.conformance import FORMATS
from transcripts import writing

if TYPE_CHECKING:
    from cli.command import Command

PROJECTS = Path(__file__).parents[2] / "fixtures" / "projects"
GOOD = (("call", "", "tool", "Edit"), ("sub", "", "link-checker", (("call", "", "tool", "Grep"),)))
BAD = (("call", "", "tool", "Edit"), ("call", "", "tool", "WebFetch"))
LINKS = """\
version: 1
policies:
  - name: after an edit links are checked
    every: call tool Edit
    followed-by: call agent link-checker
  - name: searches are few
    at-most: 1
    of: call tool Grep
"""
AGENT = "flags/.agent/retirer"


@pytest.fixture
def crew(phaselint: Command) -> Command:
    """The command next to a team of Claude Code with policies."""
    shutil.copytree(PROJECTS / "release-crew-fixed" / "handbook", phaselint.folder / "book")
    (phaselint.folder / "book" / "links.script.yaml").write_text(LINKS, "utf-8")
    return phaselint


@pytest.fixture
def many(crew: Command) -> Command:
    """Three sessions: one conforms, one breaks a policy, one leaves the contract."""
    for name, steps in (("a", GOOD), ("b", GOOD[:1]), ("c", (*BAD, GOOD[1]))):
        log(crew, steps, f"logs/{name}")
    # They are of one folder, so their records need ids of their own.
    for path in (crew.folder / "logs").rglob("*.jsonl"):
        part = path.relative_to(crew.folder / "logs").parts[0]
        path.write_text(path.read_text("utf-8").replace('"uuid": "', f'"uuid": "{part}'))
    return crew


def log(command: Command, steps: Any, name: str = "logs", main: str = "editor") -> str:
    return str(writing.claude(command.folder / name, main, steps))


def data(command: Command, *arguments: str) -> Any:
    ended = command("conform", "--format", "json", *arguments)
    return json.loads(ended.out)


class TestStatus:
    def test_a_run_that_conforms_and_breaks_nothing_is_0(self, crew: Command) -> None:
        ended = crew("conform", "--contract", "book", log(crew, GOOD))
        assert (ended.status, ended.err) == (0, "")
        assert "conforms" in ended.out

    def test_a_run_that_leaves_its_contract_is_1(self, crew: Command) -> None:
        path = log(crew, (*BAD, GOOD[1]))
        ended = crew("conform", "--contract", "book", path)
        assert ended.status == 1
        assert "leaves the contract at" in ended.out
        assert "not allowed: `editor` has no tool `WebFetch`" in ended.out
        assert "\n    contract: book/.claude/agents/editor.md:2:7\n" in ended.out

    def test_places_count_from_the_working_directory(
        self, crew: Command, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = log(crew, BAD)
        (crew.folder / "elsewhere").mkdir()
        monkeypatch.chdir(crew.folder / "elsewhere")
        ended = crew("conform", "--contract", "../book", path)
        assert "\n    contract: ../book/.claude/agents/editor.md:2:7\n" in ended.out
        monkeypatch.chdir(crew.folder / "book")
        ended = crew("conform", "--contract", ".", path)
        assert "\n    contract: .claude/agents/editor.md:2:7\n" in ended.out

    def test_a_broken_policy_is_1(self, crew: Command) -> None:
        ended = crew("conform", "--contract", "book", log(crew, GOOD[:1]))
        assert ended.status == 1
        assert "breaks the policy `after an edit links are checked`" in ended.out

    def test_an_open_run_breaks_no_policy_about_endings(self, crew: Command) -> None:
        session = writing.ClaudeSession(crew.folder / "logs", "editor")
        session.use("", "Edit", {})
        ended = crew("conform", "--contract", "book", str(session.write()), "--verbose")
        assert (ended.status, "links are checked`: open" in ended.out) == (0, True)

    def test_fail_if_takes_kinds(self, crew: Command) -> None:
        path = log(crew, GOOD[:1])
        assert crew("conform", "--contract", "book", "--fail-if", "departures", path).status == 0
        assert crew("conform", "--contract", "book", "--fail-if", "policies", path).status == 1
        wrong = crew("conform", "--fail-if", "policy", path)
        assert (wrong.status, "policies" in wrong.err) == (2, True)

    def test_a_log_of_another_contract_is_2(self, crew: Command) -> None:
        steps = [("sub", "", name, ()) for name in ("planner", "tester", "writer")]
        ended = crew("conform", "--contract", "book", log(crew, steps))
        assert ended.status == 2
        assert "probably another contract" in ended.out

    def test_a_log_that_cannot_be_followed_is_2(self, crew: Command) -> None:
        shutil.copytree(PROJECTS / "flag-retirement-fixed", crew.folder / "flags")
        ended = crew("conform", "--contract", AGENT, log(crew, GOOD))
        assert ended.status == 2
        assert "isn't a log of a climpt contract" in ended.out

    @pytest.mark.parametrize("name", ["missing.jsonl", "empty.jsonl", "book"])
    def test_what_is_no_log_is_one_line(self, crew: Command, name: str) -> None:
        (crew.folder / "empty.jsonl").write_text("hello\n", "utf-8")
        path = f"{name}/links.script.yaml" if name == "book" else name
        ended = crew("conform", "--contract", "book", path)
        assert (ended.status, ended.out, len(ended.err.splitlines())) == (2, "", 1)


class TestContract:
    def test_it_is_in_the_working_directory_of_the_log(self, crew: Command) -> None:
        session = writing.ClaudeSession(crew.folder / "logs", "editor", str(crew.folder / "book"))
        session.run(GOOD)
        session.done()
        (found,) = data(crew, str(session.write()))["logs"]
        assert (found["contract"], found["names"]["other"]) == ("book", False)

    def test_without_a_contract_there_is_one_line_and_status_2(self, crew: Command) -> None:
        ended = crew("conform", log(crew, GOOD))
        assert ended.status == 2
        assert "use `--contract` or `--acts`" in ended.err

    def test_acts_need_no_contract(self, crew: Command) -> None:
        ended = crew("conform", "--acts", log(crew, GOOD))
        assert (ended.status, ended.err) == (0, "")
        assert "call agent link-checker  [editor]" in ended.out

    def test_policies_of_a_file_are_judged_without_a_contract(self, crew: Command) -> None:
        script = "book/links.script.yaml"
        ended = crew("conform", "--acts", "--policies", script, log(crew, GOOD[:1]))
        assert (ended.status, "breaks the policy" in ended.out) == (1, True)

    def test_it_may_be_that_of_a_commit(self, crew: Command) -> None:
        path, git = log(crew, GOOD), ["git", "-c", "user.name=x", "-c", "user.email=x@y"]
        for words in (["init", "-q"], ["add", "book"], ["commit", "-qm", "x"]):
            subprocess.run([*git, *words], cwd=crew.folder, check=True)
        editor = crew.folder / "book" / ".claude" / "agents" / "editor.md"
        text = editor.read_text("utf-8")
        editor.write_text(text.replace("Edit", "Write"), "utf-8")
        assert crew("conform", "--contract", "book", path).status == 1
        ended = crew("conform", "--contract", "book", "--at", "HEAD", path)
        assert (ended.status, "book at HEAD" in ended.out) == (0, True)


class TestDecided:
    def test_a_record_that_was_not_understood_leaves_the_rest_undecided(
        self, phaselint: Command
    ) -> None:
        shutil.copytree(PROJECTS / "flag-retirement-fixed", phaselint.folder / "flags")
        acts = [("enter", "initial.flag"), ("take", "next", "initial.flag")]
        acts += [("enter", "continuation.flag"), ("take", "handoff", "continuation.flag")]
        path = writing.climpt(phaselint.folder / "logs", acts, "failed")
        whole = phaselint("conform", "--contract", AGENT, str(path))
        assert (whole.status, "leaves the contract" in whole.out) == (1, True)
        first, second, *rest = path.read_text("utf-8").splitlines(keepends=True)
        path.write_text("".join((first, second, '{"cut\n', *rest)), "utf-8")
        ended = phaselint("conform", "--contract", AGENT, str(path))
        assert ended.status == 2
        assert "not decided: a record before this act wasn't understood" in ended.out

    def test_what_a_departure_is_is_named(self, phaselint: Command) -> None:
        shutil.copytree(PROJECTS / "flag-retirement-fixed", phaselint.folder / "flags")
        acts = [("enter", "initial.flag"), ("take", "next", "initial.flag")]
        acts += [("take", "next", "continuation.flag"), ("enter", "verification.flag")]
        path = writing.climpt(phaselint.folder / "logs", acts, "")
        leaves = data(phaselint, "--contract", AGENT, str(path))["runs"][0]["leaves"]
        assert leaves["how"] == "skipped"
        assert leaves["skipped"] == ["enter continuation.flag"]
        assert leaves["possible"] == ["enter continuation.flag", "enter verification.owner"]
        assert leaves["line"].startswith(".agent/retirer/steps_registry.json:")


class TestCensus:
    def test_it_counts_runs_departures_and_policies(self, many: Command) -> None:
        found = data(many, "--census", "--contract", "book", "logs")["census"]
        (contract,) = found["contracts"]
        assert (found["logs"], found["runs"]) == (3, 3)
        assert (contract["conforming"], contract["leaving"], contract["breaking"]) == (2, 1, 1)
        assert contract["where"] == [{"did": "call tool WebFetch", "how": "not allowed", "runs": 1}]
        policy = contract["policies"][0]
        assert (policy["judged"], policy["held"], policy["broken"]) == (3, 2, 1)
        assert policy["first_broken"].startswith("b/")
        assert "call agent glossary" in contract["unused"]
        assert "call agent link-checker" not in contract["unused"]
        assert contract["weeks"] == {"2026-W10": {"runs": 3, "leaving": 1}}

    def test_its_status_is_0_unless_asked_otherwise(self, many: Command) -> None:
        asked = ("conform", "--census", "--contract", "book", "logs")
        assert many(*asked).status == 0
        assert many(*asked, "--fail-if", "departures").status == 1
        assert many(*asked, "--fail-if", "policies").status == 1

    def test_csv_has_a_row_for_each_run(self, many: Command) -> None:
        ended = many("conform", "--census", "--contract", "book", "logs", "--format", "csv")
        rows = list(csv.DictReader(io.StringIO(ended.out)))
        assert [row["after an edit links are checked"] for row in rows] == [
            "held",
            "broken",
            "held",
        ]
        assert [row["how"] for row in rows] == ["", "", "not allowed"]

    def test_a_file_that_cannot_be_read_is_counted(self, many: Command) -> None:
        (many.folder / "logs" / "bad.sqlite").write_bytes(b"SQLite format 3\0" + b"x" * 99)
        ended = many("conform", "--census", "--contract", "book", "logs")
        assert "1 file not used" in ended.lines[0]
        assert "can't be read as a database" in ended.err


class TestJson:
    def test_it_is_as_its_schema_has_it(self, crew: Command) -> None:
        check = Draft202012Validator(schema("conform"))
        session = writing.ClaudeSession(crew.folder / "open", "editor")
        session.use("", "WebFetch", {})
        logs = [log(crew, GOOD, "a"), log(crew, (*BAD, GOOD[1]), "b"), str(session.write())]
        for more in ((), ("--acts",), ("--census",), ("--redact",)):
            asked = () if "--acts" in more else ("--contract", "book")
            check.validate(data(crew, *asked, *more, *logs))


class TestApart:
    """What a census counts apart: what was denied, and what came after a summary."""

    def test_policies_after_a_compaction(self, crew: Command) -> None:
        for number, late in enumerate((True, True, False)):
            session = writing.ClaudeSession(crew.folder / "logs" / str(number), "editor")
            session.run((*GOOD, *((GOOD[1],) * 2)))
            if late:
                session.compact()
            session.run(GOOD[:1])
            session.done()
            path = session.write()
            for each in path.parent.rglob("*.jsonl"):
                text = each.read_text("utf-8")
                each.write_text(text.replace('"uuid": "', f'"uuid": "{number}'), "utf-8")
        asked = ("--census", "--contract", "book", "logs")
        (contract,) = data(crew, *asked)["census"]["contracts"]
        # Each run leaves the last edit unchecked and searches three times, the latter early.
        assert contract["compaction"] == {
            "before": {"judged": 6, "broken": 4},
            "after": {"judged": 2, "broken": 2},
        }
        told = crew("conform", *asked).out
        assert "after a compaction: 100% of 2 verdicts broken; before: 66% of 6 verdicts" in told

    def test_without_one_there_is_no_such_line(self, many: Command) -> None:
        asked = ("--census", "--contract", "book", "logs")
        assert "after a compaction" not in many("conform", *asked).out
        (contract,) = data(many, *asked)["census"]["contracts"]
        assert contract["compaction"]["after"] == {"judged": 0, "broken": 0}
        assert contract["denied"] == {}

    @pytest.mark.parametrize("name", ["stream", "vscode"])
    def test_calls_that_were_denied(self, crew: Command, name: str) -> None:
        tool = {"stream": "Edit", "vscode": "editFiles"}[name]
        never = f"version: 1\npolicies:\n  - {{name: no edits, never: call tool {tool}}}\n"
        (crew.folder / "never.yaml").write_text(never, "utf-8")
        steps = [("call", "", "tool", each) for each in ("Read", tool, tool)]
        path = writing.TEAMS[name](crew.folder / "logs", "editor", steps)
        writing.deny(path, 1)
        asked = ("--census", "--contract", "book", "--policies", "never.yaml", str(path))
        (contract,) = data(crew, *asked)["census"]["contracts"]
        assert contract["denied"] == {f"call tool {tool}": 1}
        found = {each["name"]: each for each in contract["policies"]}["no edits"]
        assert (found["broken"], found["denied"]) == (1, 1)
        told = crew("conform", *asked).out
        assert f"denied: call tool {tool} 1" in told
        assert "broken by a denied call in 1 run: no edits" in told
        listed = crew("conform", *asked[1:]).out
        assert "breaks the policy `no edits`" in listed
        assert "; the call failed or was denied" in listed


class TestPage:
    def test_a_run_is_played_up_to_where_it_leaves(self, many: Command) -> None:
        ended = many("conform", "--contract", "book", "--format", "html", "logs")
        left, broken = _films(ended.out)[::-1]
        assert [each["said"] for each in left["steps"]] == [
            ["start", f"log: {left['log']}:2"],
            ["reach editor", f"log: {left['log']}:2"],
            ["call tool Edit by editor", f"log: {left['log']}:3"],
            ["call tool WebFetch by editor", f"log: {left['log']}:5"],
        ]
        lines = [each["where"] for each in left["steps"]]
        assert lines == ["", "editor.md:2", "editor.md:4", "editor.md:2"]
        assert "leaves the contract, not allowed: `editor` has no tool" in left["end"]
        assert [each["said"][0] for each in broken["steps"]][-1] == "call tool Edit by editor"
        assert broken["end"] == "End: breaks the policy `after an edit links are checked`"

    def test_what_the_viewer_plays_is_what_the_page_says(self, many: Command) -> None:
        page = many("conform", "--contract", "book", "--format", "html", "logs").out
        (data,) = (json.loads(each) for each in _BLOCK.findall(page))
        names = [node["name"] for node in data["drawing"]["nodes"]]
        for finding, film in zip(data["findings"], _films(page), strict=True):
            frames = [data["frames"][each]["node"] for each in finding["film"]]
            told = ["outside the graph" if each is None else names[each] for each in frames]
            assert told == [each["at"] for each in film["steps"]]
            assert finding["id"] == film["id"]

    def test_a_census_plays_one_run_for_each_way_to_be_wrong(self, many: Command) -> None:
        log(many, (*BAD, GOOD[1]), "logs/d")
        page = many("conform", "--contract", "book", "--census", "--format", "html", "logs").out
        ends = [each["end"].partition(":")[2].partition(",")[0] for each in _films(page)]
        assert ends == [
            " breaks the policy `after an edit links are checked`",
            " leaves the contract",
        ]

    def test_a_long_run_has_its_last_acts(self, crew: Command) -> None:
        steps = (*(GOOD[:1] * 100), GOOD[1], *BAD[1:])
        page = crew("conform", "--contract", "book", "--format", "html", log(crew, steps)).out
        (film,) = _films(page)
        assert len(film["steps"]) == MOST_MOMENTS
        assert film["steps"][-1]["said"][0] == "call tool WebFetch by editor"
        assert "26 earlier acts not shown" in page

    @pytest.mark.parametrize("more", [(), ("--census",)])
    def test_no_name_is_in_a_page_that_hides_them(
        self, many: Command, more: tuple[str, ...]
    ) -> None:
        asked = ("conform", "--contract", "book", "--format", "html", "--redact", *more, "logs")
        page = _shown(many(*asked).out)
        names = ("link-checker", "Edit", "WebFetch", "editor", "glossary", "house-style", "checked")
        assert [name for name in names if name in page] == []
        assert len(_films(page)) == 2


_BLOCK = re.compile(r'<script type="application/json">(.*?)</script>', re.DOTALL)
_CODE = re.compile(r"<(script|style)>.*?</\1>", re.DOTALL)


def _shown(page: str) -> str:
    """A page without the program of the viewer and its styles, but with the data."""
    return _CODE.sub("", page)


def _films(page: str) -> list[dict[str, Any]]:
    """The runs of a page, as they are read without scripts."""
    found = []
    for name, rest in re.findall(r'<article id="([^"]*)"(.*?)</article>', page, re.DOTALL):
        steps = [
            {
                "at": _plain(re.findall(r"<strong>(.*?)</strong>", each)[0]),
                "where": "".join(re.findall(r'class="where"[^>]*>([^<]*)<', each)),
                "said": [_plain(one).replace("`", "") for one in _ITEM.findall(each)],
            }
            for each in re.findall(r"<li data-frame=.*?</ul></li>", rest, re.DOTALL)
        ]
        (head,) = re.findall(r'class="message">([^<]*)<', rest)
        (end,) = re.findall(r'class="ending">(.*?)</p>', rest, re.DOTALL)
        log = head.partition(",")[0].removeprefix("logs/")
        found.append({"id": name, "log": log, "steps": steps, "end": _plain(end)})
    return found


_ITEM = re.compile(r"<li>(.*?)</li>", re.DOTALL)


def _plain(markup: str) -> str:
    return re.sub(r"<[^>]*>", "", re.sub(r"</?code>", "`", markup)).strip()


class TestPrivacy:
    @pytest.mark.parametrize("format_", FORMATS)
    @pytest.mark.parametrize("name", sorted(writing.TEAMS))
    def test_nothing_that_was_said_is_shown(self, crew: Command, name: str, format_: str) -> None:
        secret = writing.SECRET
        steps = (*GOOD, ("call", "", "tool", f"{secret}\n{'x' * 90}"), *BAD)
        path = str(writing.TEAMS[name](crew.folder / "logs", "editor", steps))
        for more in ((), ("--verbose",), ("--census",), ("--redact", "--verbose")):
            ended = crew("conform", "--contract", "book", "--format", format_, *more, path)
            assert secret not in ended.out + ended.err

    @pytest.mark.parametrize("format_", FORMATS)
    def test_names_are_hidden_where_asked(self, crew: Command, format_: str) -> None:
        path = log(crew, (*GOOD, ("call", "", "tool", "mcp__vault__open_vault")))
        for more in ((), ("--census",)):
            asked = ("conform", "--contract", "book", "--format", format_, "--redact", *more)
            ended = crew(*asked, path)
            for name in ("vault", "link-checker", "Edit"):
                assert name not in _shown(ended.out)

    def test_only_logs_are_opened_in_a_folder(self, crew: Command) -> None:
        path = Path(log(crew, GOOD))
        for name in ("history.jsonl", "tool-results/x.jsonl"):
            target = path.parent / name
            target.parent.mkdir(exist_ok=True)
            target.write_bytes(path.read_bytes())
        found = data(crew, "--acts", "logs")
        assert [each["log"] for each in found["logs"]] == [f"logs/{path.name}"]
