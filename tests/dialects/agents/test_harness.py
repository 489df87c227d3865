"""In which harness a finding holds: what the option asks for, what each reads, and that nothing is
an error or a warning of which nobody knows."""

from __future__ import annotations

import json
import re
from contextlib import chdir
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cases import Case, listed, texts, write
from phaselint.dialects import dialect
from phaselint.dialects.agents.analysis.holding import REPORT, resolved, unsettled
from phaselint.dialects.agents.options import HARNESSES
from phaselint.dialects.agents.tables.harness import MATRIX, TITLES
from phaselint.dialects.options import BadValue, convert, convert_text, find_option, merge
from phaselint.linting.check import check
from phaselint.linting.request import Request
from phaselint.linting.run import run
from phaselint.linting.task import Task
from phaselint.project.memory import DictReader
from phaselint.report import Style, render
from phaselint.report.forpeople import for_people
from phaselint_rules import RULES
from teams import CLAUDE, HOME, PROMPTS, agent, put, to

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.linting.result import Result
    from phaselint.vocabulary.hit import Hit

AGENTS = dialect("agents")
OWN = [each for each in RULES if each.dialect == AGENTS.name]
PAGE = Path(__file__).parents[3] / "docs" / "dialects" / "agents.md"
CASES = [each for each in listed() if each.rule in {rule.name for rule in OWN}]
OPTION = find_option("harness", AGENTS)

LEAD, NOTE = f"{HOME}lead.agent.md", f"{CLAUDE}note.md"
TEAM = {LEAD: agent("lead", to("Nobody"), "tools: [read, serach]"), NOTE: agent("-note")}


def lint(folder: Path, *words: str) -> Result:
    """What is found under the harnesses of these names."""
    settings = (f"agents.harness={','.join(words)}",) if words else ()
    with chdir(folder):
        return run(Request(paths=(".",), settings=settings, jobs=1), RULES)


def held(result: Result) -> dict[str, tuple[str, ...]]:
    return {each.name: each.harnesses for each in result.findings}


@cache
def hits(files: tuple[tuple[str, str], ...], *words: str) -> tuple[tuple[AgentsFacts, Hit], ...]:
    """What is found in the teams of some files, with the facts, whatever else is asked for."""
    reader = DictReader(dict(files))
    above = {path[:at] for path, _ in files for at, sign in enumerate(path) if sign == "/"}
    options = merge(AGENTS, {}, {}, {"harness": words or OPTION.default})
    found: list[tuple[AgentsFacts, Hit]] = []
    for folder in sorted({"", *(each for each in above if "/." not in f"/{each}")}):
        for target in AGENTS.detect(reader, folder):
            made = check(AGENTS, reader, target, Task(RULES.of((AGENTS.name,)), options))
            facts: AgentsFacts = made.facts  # type: ignore[assignment]
            found += ((facts, hit) for hit in made.hits)
    return tuple(found)


def of_case(case: Case, *words: str) -> tuple[tuple[AgentsFacts, Hit], ...]:
    return hits(tuple(sorted(texts(case).items())), *words)


class TestOption:
    @pytest.mark.parametrize("word", [*HARNESSES, "files", "vscode"])
    def test_a_word_stands_for_the_list_of_it(self, word: str) -> None:
        assert convert(OPTION, word) == convert(OPTION, [word]) == convert_text(OPTION, word)

    def test_several(self) -> None:
        assert convert_text(OPTION, "local, claude") == ("local", "claude")

    @pytest.mark.parametrize("value", ["vs code", "", ["local", "codex"], 3, [3], True])
    def test_nothing_else(self, value: object) -> None:
        with pytest.raises(BadValue):
            convert(OPTION, value)

    def test_an_unknown_word_ends_the_command(self, tmp_path: Path) -> None:
        put(tmp_path, TEAM | {"phaselint.toml": '[agents]\nharness = ["local", "codex"]\n'})
        with chdir(tmp_path), pytest.raises(Exception, match="codex"):
            run(Request(paths=(".",), jobs=1), RULES)


class TestWhatIsAsked:
    @pytest.mark.parametrize(
        ("words", "wanted"),
        [
            (
                (),
                {
                    "unknown-target": ("local",),
                    "misspelt-tool": ("copilot", "local"),
                    "invalid-name": ("claude",),
                },
            ),
            (
                ("vscode",),
                {"unknown-target": ("local",), "misspelt-tool": ("copilot", "local")},
            ),
            (("local",), {"unknown-target": ("local",), "misspelt-tool": ("local",)}),
            (("claude",), {"invalid-name": ("claude",)}),
            (("cli", "cloud"), {"misspelt-tool": ("cli", "cloud")}),
            (
                ("local", "claude"),
                {
                    "unknown-target": ("local",),
                    "misspelt-tool": ("local",),
                    "invalid-name": ("claude",),
                },
            ),
        ],
    )
    def test_of_the_harnesses_that_files_are_for(
        self, tmp_path: Path, words: tuple[str, ...], wanted: dict[str, tuple[str, ...]]
    ) -> None:
        put(tmp_path, TEAM)
        assert held(lint(tmp_path, *words)) == wanted

    @pytest.mark.parametrize(
        ("target", "wanted"),
        [
            ("vscode", {"misspelt-tool": ("local",), "unknown-target": ("local",)}),
            ("github-copilot", {"misspelt-tool": ("copilot",), "key-ignored-here": ("copilot",)}),
        ],
    )
    def test_target_is_about_some_of_them(
        self, tmp_path: Path, target: str, wanted: dict[str, tuple[str, ...]]
    ) -> None:
        text = agent("lead", to("Nobody"), "tools: [read, serach]", f"target: {target}")
        put(tmp_path, {LEAD: text})
        assert held(lint(tmp_path)) == wanted

    def test_what_holds_in_the_cloud_alone_is_said_while_none_is_named(
        self, tmp_path: Path
    ) -> None:
        put(tmp_path, {LEAD: agent("lead", body="x" * 30_001)})
        assert held(lint(tmp_path)) == {"prompt-too-long": ("cli", "cloud")}
        assert held(lint(tmp_path, "local")) == {}
        assert held(lint(tmp_path, "cloud", "local")) == {"prompt-too-long": ("cloud",)}

    @pytest.mark.parametrize(
        ("lines", "rule"),
        [
            (("handoffs: Nobody",), "field-type"),
            (("agents: Nobody",), "field-type"),
            (("handoffs: [{label: Go}]",), "incomplete-handoff"),
            (("handoffs: [{label: Go, agent: lead, prompt: x, lable: y}]",), "unknown-key"),
            (("handofs: [{label: Go, agent: lead, prompt: x}]",), "unknown-key"),
            (("hooks: {stop: []}",), "unknown-hook-event"),
        ],
    )
    def test_what_copilot_passes_over_is_wrong_in_local_alone(
        self, tmp_path: Path, lines: tuple[str, ...], rule: str
    ) -> None:
        put(tmp_path, {LEAD: agent("lead", *lines)})
        assert held(lint(tmp_path)) == {rule: ("local",)}
        assert rule not in held(lint(tmp_path, "copilot"))

    @pytest.mark.parametrize("key", ["unknown", "model list", "foo"])
    def test_a_key_that_nobody_knows_is_said_of_all(self, tmp_path: Path, key: str) -> None:
        put(tmp_path, {LEAD: agent("lead", f"{key}: x"), NOTE: agent("note", f"{key}: x")})
        found = [(each.place.file, each.harnesses) for each in lint(tmp_path).findings]
        assert found == [(NOTE, ("claude",)), (LEAD, ("copilot", "local"))]

    @pytest.mark.parametrize(
        ("file", "key", "words", "wanted"),
        [
            (".vscode/mcp.json", "servers", (), ("copilot", "local")),
            (".vscode/mcp.json", "servers", ("cli", "local"), ("local",)),
            (".vscode/mcp.json", "servers", ("cli", "cloud"), None),
            (".mcp.json", "mcpServers", (), ("copilot", "local")),
            (".mcp.json", "mcpServers", ("cli", "cloud"), ("cli",)),
            (".mcp.json", "mcpServers", ("cloud",), None),
        ],
    )
    def test_a_server_is_missed_where_its_file_is_read(
        self,
        tmp_path: Path,
        file: str,
        key: str,
        words: tuple[str, ...],
        wanted: tuple[str, ...] | None,
    ) -> None:
        put(tmp_path, {LEAD: agent("lead"), file: json.dumps({key: {"tickets": {}}})})
        assert held(lint(tmp_path, *words)).get("empty-mcp-server") == wanted

    @pytest.mark.parametrize(
        ("event", "wanted"),
        [
            ("LetterArrived", ("claude", "copilot", "local")),
            ("stop", ("claude", "copilot", "local")),
            ("agentStop", ("claude", "local")),
            ("SessionEnd", None),
        ],
    )
    def test_copilot_has_events_that_claude_code_has_not(
        self, tmp_path: Path, event: str, wanted: tuple[str, ...] | None
    ) -> None:
        settings = {".claude/settings.json": json.dumps({"hooks": {event: []}})}
        put(tmp_path, {LEAD: agent("lead"), NOTE: agent("note"), **settings})
        assert held(lint(tmp_path)).get("unknown-hook-event") == wanted

    def test_a_plug_in_for_copilot_alone_is_for_its_sessions(self, tmp_path: Path) -> None:
        manifest = json.dumps({"name": "pack", "agents": ["./team", "./gone"]})
        text = agent("lead", "tools: [read, serach, codebase]")
        put(tmp_path, {".plugin/plugin.json": manifest, "team/lead.agent.md": text})
        wanted = {"missing-component": ("copilot",), "misspelt-tool": ("copilot",)}
        assert held(lint(tmp_path)) == wanted | {"renamed-tool": ("local",)}
        assert held(lint(tmp_path, "claude")) == {}
        local = {"misspelt-tool": ("local",), "renamed-tool": ("local",)}
        assert held(lint(tmp_path, "local")) == local

    def test_a_run_of_local_explains_nothing_of_copilot_sessions(self, tmp_path: Path) -> None:
        text = agent("lead", "handoffs: [{label: Go, agent: Nobody, prompt: x}]")
        put(tmp_path, {LEAD: text})
        with chdir(tmp_path):
            settings = ("agents.harness=copilot",)
            request = Request(paths=(".",), settings=settings, jobs=1, dry_run=True)
            assert {each.name for each in run(request, RULES).findings} == {"handoffs-only-local"}


class TestWords:
    def test_people_are_told_where_it_is_not_in_all(self, tmp_path: Path) -> None:
        put(tmp_path, TEAM)
        told = {}
        for form in ("text", "concise", "markdown", "html", "github", "gitlab", "junit"):
            told[form] = "".join(render(form, lint(tmp_path), Style()))
            assert "no agent has that name (holds in Local)" in told[form].replace("\n", " "), form
        lines = told["concise"].splitlines()
        assert not any("holds in" in line for line in lines if "serach" in line)

    def test_two(self, tmp_path: Path) -> None:
        put(tmp_path, {LEAD: agent("lead", body="x" * 30_001)})
        [found] = lint(tmp_path).findings
        assert found.said.endswith(" (holds in Copilot CLI and the cloud agent)")

    def test_programs_are_told(self, tmp_path: Path) -> None:
        put(tmp_path, TEAM)
        result = lint(tmp_path)
        data = json.loads("".join(render("json", result, Style())))
        assert {each["name"]: each["harnesses"] for each in data["findings"]} == {
            name: [*harnesses] for name, harnesses in held(result).items()
        }
        assert not any("holds in" in each["message"] for each in data["findings"])
        log = json.loads("".join(render("sarif", result, Style())))
        told = [each["properties"]["harnesses"] for each in log["runs"][0]["results"]]
        assert told == [[*each.harnesses] for each in result.findings]

    def test_other_dialects_say_nothing_of_it(self, tmp_path: Path) -> None:
        [case, *_] = listed("order-trap", "bad")
        write(case.folder, tmp_path / "case")
        data = json.loads("".join(render("json", lint(tmp_path), Style())))
        assert data["findings"]
        assert not any("harnesses" in each for each in data["findings"])


COUNTED = {
    LEAD: agent("lead", to("lead"), "tools: [search/usages, search/changes]"),
    f"{PROMPTS}go.prompt.md": "---\nagent: lead\ndescription: x\n---\nGo.\n",
}
LINE = (
    "3 entries in 2 files have no effect in Copilot sessions; "
    "`--set agents.harness=copilot` lists them"
)


class TestWhatDoesNothingInCopilotSessions:
    @pytest.mark.parametrize("words", [(), ("files",), ("vscode",)])
    def test_it_is_a_line_while_they_are_not_named(
        self, tmp_path: Path, words: tuple[str, ...]
    ) -> None:
        put(tmp_path, COUNTED)
        result = lint(tmp_path, *words)
        assert [each.name for each in result.findings] == []
        assert result.summary.warnings == 0
        text = "".join(render("text", for_people(result, counted=True), Style()))
        assert f"note: {LINE}\n" in text

    def test_and_a_count_by_kind(self, tmp_path: Path) -> None:
        put(tmp_path, COUNTED)
        data = json.loads("".join(render("json", lint(tmp_path), Style())))
        rules = {"handoffs-only-local": 1, "no-tool-in-copilot": 1, "prompt-only-local": 1}
        assert data["counted"] == {"findings": 3, "files": 2, "rules": rules}

    def test_then_it_is_findings(self, tmp_path: Path) -> None:
        put(tmp_path, COUNTED)
        result = lint(tmp_path, "copilot", "local")
        names = ["handoffs-only-local", "no-tool-in-copilot", "prompt-only-local"]
        assert [each.name for each in result.findings] == names
        assert result.counted == ()
        assert {each.harnesses for each in result.findings} == {("copilot",)}

    @pytest.mark.parametrize("words", [("local",), ("claude",), ("cli", "cloud")])
    def test_nothing_where_others_are_named(self, tmp_path: Path, words: tuple[str, ...]) -> None:
        put(tmp_path, COUNTED)
        result = lint(tmp_path, *words)
        assert (result.findings, result.counted) == ((), ())

    def test_a_comment_is_used_and_what_it_hides_not_counted(self, tmp_path: Path) -> None:
        mark = "# phaselint: ignore[handoffs-only-local] for Local alone"
        text = COUNTED[LEAD].replace("handoffs:", f"{mark}\nhandoffs:")
        put(tmp_path, COUNTED | {LEAD: text})
        result = lint(tmp_path)
        assert [each.name for each in result.findings] == []
        assert len(result.counted) == 2
        assert result.suppressed == ()

    def test_a_baseline_is_about_what_is_listed(self, tmp_path: Path) -> None:
        put(tmp_path, COUNTED)
        file = tmp_path / "phaselint-baseline.json"

        def listing(*settings: str) -> list[str]:
            with chdir(tmp_path):
                run(Request(settings=settings, jobs=1, write_baseline=True), RULES)
            return [each["rule"] for each in json.loads(file.read_text())["findings"]]

        assert listing() == []
        wanted = ["handoffs-only-local", "no-tool-in-copilot", "prompt-only-local"]
        assert sorted(listing("agents.harness=copilot")) == wanted
        assert lint(tmp_path).findings == ()  # no entry is stale
        assert lint(tmp_path).counted == ()
        assert sorted(listing()) == wanted

    def test_a_rule_that_is_not_asked_for_is_not_counted(self, tmp_path: Path) -> None:
        put(tmp_path, COUNTED)
        with chdir(tmp_path):
            result = run(Request(ignore=("handoffs-only-local", "AG602"), jobs=1), RULES)
        assert [each.name for each in result.counted] == ["no-tool-in-copilot"]


class TestTable:
    def test_the_page_has_it(self) -> None:
        text = PAGE.read_text("utf-8")
        rows = re.findall(r"^\| (?:`([^`]+)`|(\w+) `([^`]+)`) \|((?: \w+ \|){5})$", text, re.M)
        found = {
            whole or f"{word} {rest}": dict(zip(HARNESSES, cells.split(" | "), strict=True))
            for whole, word, rest, cells in (
                (whole, word, rest, cells.strip(" |")) for whole, word, rest, cells in rows
            )
        }
        assert found == {row: dict(cells) for row, cells in MATRIX.items()}

    def test_every_harness_has_a_name_for_people(self) -> None:
        assert [*TITLES] == [*HARNESSES]

    @pytest.mark.parametrize("rule", OWN, ids=lambda rule: str(rule.name))
    def test_no_rule_stands_on_what_is_unsettled(self, rule: object) -> None:
        words = [word for word in rule.holds if word != REPORT]  # type: ignore[attr-defined]
        assert all(resolved([word]) for word in words)
        rows = [word.rpartition(": ")[2] for word in words if word.rpartition(": ")[2] in MATRIX]
        unknown = {
            name for row in rows for name, cell in MATRIX[row].items() if cell == "unsettled"
        }
        assert not resolved(words) & unknown


def loud(found: tuple[tuple[AgentsFacts, Hit], ...]) -> Iterator[tuple[AgentsFacts, Hit]]:
    return (each for each in found if each[1].rule.level(each[1].finding) != "info")


@pytest.mark.parametrize("words", [(), *((each,) for each in HARNESSES)], ids=str)
@pytest.mark.parametrize("case", CASES, ids=str)
def test_findings_hold_in_harnesses_of_which_it_is_known(
    case: Case, words: tuple[str, ...]
) -> None:
    for _, hit in of_case(case, *words):
        holding = hit.finding.holding
        assert holding is not None, hit.rule.name
        assert holding.harnesses == tuple(sorted(holding.harnesses)) != ()
        assert set(holding.harnesses) <= set(words or HARNESSES), hit.rule.name
    for facts, hit in loud(of_case(case, *words)):
        place, holding = hit.finding.place, hit.finding.holding
        written = facts.by_file.get(place.file)
        key = str(place.pointer[0]) if place.pointer else ""
        value = written.header.value.get(key) if written else None
        assert holding is not None
        doubt = unsettled(place.pointer, listed=isinstance(value, list)) if written else frozenset()
        assert not doubt & set(holding.harnesses), hit.rule.name


UNSETTLED = [
    (row.removeprefix("key "), name)
    for row, cells in MATRIX.items()
    for name, cell in cells.items()
    if cell == "unsettled" and row.startswith("key ")
]
WRONG = ("{a: {b: 1}}", "12", "yes please", "[1, 2, nothing-like-it]", '""', "")


@pytest.mark.parametrize("value", WRONG)
@pytest.mark.parametrize(("key", "harness"), UNSETTLED)
def test_nothing_is_wrong_with_a_key_of_which_nobody_knows(
    key: str, harness: str, value: str
) -> None:
    name, _, is_list = key.partition(" list")
    written = f"[{value}, x]" if key.endswith(" list") and not is_list else value
    lines = [f"{name}: {written}"] + ([] if name == "name" else ["name: lead"])
    files = {LEAD: "\n".join(("---", "description: x", *lines, "---", "Go.", ""))}
    for _, hit in loud(hits(tuple(files.items()), harness)):
        assert hit.finding.place.pointer[:1] != (name,), hit.finding.message


def test_a_law_that_is_broken_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The law above sees what it is for: with a table that is sure, there is a finding."""
    from phaselint.dialects.agents.analysis import holding

    sure: Mapping[str, Mapping[str, str]] = {
        row: {name: "read" if cell == "unsettled" else cell for name, cell in cells.items()}
        for row, cells in MATRIX.items()
    }
    files = (("x", ""), (LEAD, "---\nname: {a: 1}\ndescription: x\n---\nGo.\n"))
    assert not list(loud(hits(files, "copilot")))
    hits.cache_clear()
    monkeypatch.setattr(holding, "MATRIX", sure)
    assert [hit.rule.name for _, hit in loud(hits(files, "copilot"))] == ["field-type"]
    hits.cache_clear()
