"""`phaselint graph`, `rule`, `rules` and `config`: what they show (design §6, §7, §10)."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree as Xml

import pytest

from cli.contracts import SESSION, UNREACHABLE, contract, tool

if TYPE_CHECKING:
    from cli.command import Command

ODD = r'"a\"]; x --> y & <b> \\ \e[2J \u202e ;"'
"""A phase name that would break out of every format, in YAML."""


PIPELINE = """\
studPipeline: 1
id: one
entryStage: a
stages:
- id: a
  name: A
  allowedTools: []
  completionTool: submit_a
  completionSchema: {type: object, properties: {x: {type: string}}, required: [x]}
  retryPolicy: {maxAttempts: 1, backoff: none}
  turnCap: 4
  resolutionPolicy: retry-later
  body: Call `submit_a`.
next:
  a: {nextStages: []}
"""


class TestGraph:
    """The graph of a contract in four formats."""

    @pytest.fixture(autouse=True)
    def unreachable(self, phaselint: Command) -> None:
        """A contract of three phases, one of which is never entered."""
        contract(phaselint.folder, UNREACHABLE)

    def test_mermaid_is_the_default(self, phaselint: Command) -> None:
        assert phaselint.process("graph", ".").lines == [
            "flowchart TD",
            '    n0["intake"]',
            "    start(( )) --> n0",
            '    n1["review<br/>no transition leads here"]',
            "    class n1 unreachable",
            '    n2(["done"])',
            '    n0 -->|"answer"| n2',
            "    classDef unreachable stroke-dasharray: 4, color:#888",
        ]

    def test_dot(self, phaselint: Command) -> None:
        assert phaselint("graph", "session.yaml", "--format=dot").lines[3:] == [
            '    n0 [label="intake", penwidth=2];',
            r'    n1 [label="review\nno transition leads here", style=dashed];',
            '    n2 [label="done", peripheries=2];',
            '    n0 -> n2 [label="answer"];',
            "}",
        ]

    def test_json_is_node_link_data(self, phaselint: Command) -> None:
        data = json.loads(phaselint("graph", ".", "--format=json").out)
        assert [(node["id"], node["reachable"]) for node in data["nodes"]] == [
            ("intake", True),
            ("review", False),
            ("done", True),
        ]
        (edge,) = data["edges"]
        assert (edge["source"], edge["target"], edge["action"]) == ("intake", "done", "answer")

    def test_graphml_is_xml_with_the_same_graph(self, phaselint: Command) -> None:
        root = Xml.fromstring(phaselint("graph", ".", "--format=graphml").out)
        space = {"g": "http://graphml.graphdrawing.org/xmlns"}
        assert [node.get("id") for node in root.findall(".//g:node", space)] == [
            "intake",
            "review",
            "done",
        ]
        edges = root.findall(".//g:edge", space)
        assert [(edge.get("source"), edge.get("target")) for edge in edges] == [("intake", "done")]

    def test_into_a_file(self, phaselint: Command) -> None:
        assert phaselint("graph", ".", "--output=graph.mmd") == (0, "", "")
        text = (phaselint.folder / "graph.mmd").read_text()
        assert text == phaselint("graph", ".").out

    @pytest.mark.parametrize("format_", ["mermaid", "dot", "graphml", "json"])
    def test_odd_names_stay_inside_their_quotes(self, phaselint: Command, format_: str) -> None:
        contract(
            phaselint.folder,
            SESSION.replace("intake", ODD),
            answer=tool("answer", ODD, "done"),
        )
        ended = phaselint("graph", ".", "--format", format_)
        assert ended.status == 0
        assert "\x1b" not in ended.out
        if format_ == "mermaid":
            assert all(line.count('"') in (0, 2) for line in ended.lines)
            assert sum("-->" in line for line in ended.lines) == 2
        elif format_ == "dot":
            strings = re.findall(r'"(?:[^"\\]|\\.)*"', ended.out)
            assert len(strings) == 3
            assert ended.out.count("->") == 2  # the arrow, and the one in the name
        elif format_ == "json":
            assert json.loads(ended.out)["nodes"][0]["id"].startswith('a"]; x --> y & <b> \\ ')
        else:
            assert Xml.fromstring(ended.out) is not None


class TestRule:
    """The documentation of one rule."""

    @pytest.mark.parametrize("name", ["unreachable-phase", "PL101", "pl101", "yaml-syntax"])
    def test_by_name_code_or_catalogue_name(self, phaselint: Command, name: str) -> None:
        ended = phaselint("rule", name)
        assert ended.status == 0
        title = "PL002 syntax-error" if name == "yaml-syntax" else "PL101 unreachable-phase"
        assert ended.lines[0] == title
        for section in ("What:", "Why:", "Bad:", "Good:", "Fix:"):
            assert section in ended.lines

    def test_as_json(self, phaselint: Command) -> None:
        data = json.loads(phaselint("rule", "PL101", "--format=json").out)
        assert (data["code"], data["name"]) == ("PL101", "unreachable-phase")
        assert data["dialects"][0]["dialect"] == "vesanor"

    def test_as_markdown(self, phaselint: Command) -> None:
        assert phaselint("rule", "PL101", "--format=markdown").lines[0] == "## unreachable-phase"

    def test_formats_that_are_here_come_first(self, phaselint: Command) -> None:
        first = "Format:    stud"
        assert phaselint("rule", "PL101").out.index("Format:    vesanor") < (
            phaselint("rule", "PL101").out.index(first)
        )
        (phaselint.folder / "a.stud.yaml").write_text(PIPELINE, encoding="utf-8")
        lines = phaselint("rule", "PL101").lines
        assert next(line for line in lines if line.startswith("Format:")) == first

    def test_one_format(self, phaselint: Command) -> None:
        lines = phaselint("rule", "PL101", "--dialect=stud").lines
        assert [line for line in lines if line.startswith("Format:")] == ["Format:    stud"]
        assert phaselint("rule", "PL020", "--dialect=stud").status == 0
        ended = phaselint("rule", "ST402", "--dialect=sweny")
        assert (ended.status, ended.out) == (2, "")
        assert ended.err.endswith("doesn't apply to `sweny`, but to `stud`\n")

    def test_a_name_like_no_other(self, phaselint: Command) -> None:
        why = "unknown rule `zzzzzz`; `phaselint rules` lists all rules"
        assert phaselint("rule", "zzzzzz") == (2, "", f"phaselint: {why}\n")

    @pytest.mark.parametrize(
        ("name", "meant"), [("unreachable-phse", "unreachable-phase"), ("PL11", "PL010")]
    )
    def test_did_you_mean(self, phaselint: Command, name: str, meant: str) -> None:
        ended = phaselint("rule", name)
        assert (ended.status, ended.out) == (2, "")
        assert ended.err.startswith(f"phaselint: unknown rule `{name}`")
        if name.startswith("unreachable"):
            assert f"a similar name exists: `{meant}`" in ended.err


class TestRules:
    """All rules, with their state and the reason for it."""

    def test_a_line_each_in_the_order_of_codes(self, phaselint: Command) -> None:
        lines = phaselint.process("rules").lines
        codes = [line.split()[0] for line in lines]
        assert codes == sorted(set(codes))
        assert any(re.fullmatch(r"PL101 +unreachable-phase .* on: default", line) for line in lines)
        assert any(re.fullmatch(r"VE106 .* off: not on by default", line) for line in lines)

    def test_the_reason_is_the_setting_that_decides(self, phaselint: Command) -> None:
        (phaselint.folder / "phaselint.toml").write_text('ignore = ["PL1"]\n')
        rows = {line.split()[0]: line for line in phaselint("rules", "--ignore=VE103").lines}
        assert rows["PL101"].endswith("off: ignore `PL1`")
        assert rows["VE103"].endswith("off: ignore `VE103`")
        alone = {line.split()[0]: line for line in phaselint("rules", "--isolated").lines}
        assert alone["PL101"].endswith("on: default")

    def test_select_and_extend_select(self, phaselint: Command) -> None:
        ended = phaselint("rules", "--select=VE", "--extend-select=PL101", "--format=json")
        state = {each["code"]: (each["selected"], each["reason"]) for each in json.loads(ended.out)}
        assert state["VE101"] == (True, "on: select `VE`")
        assert state["PL101"] == (True, "on: extend-select `PL101`")
        assert state["PL001"] == (False, "off: not selected")
        assert state["PL024"] == (True, "on: always shown")

    def test_markdown_has_a_row_for_every_rule(self, phaselint: Command) -> None:
        text = phaselint("rules", "--format=markdown").out
        assert text.count("\n| <a id=") == len(phaselint("rules").lines)


class TestConfig:
    """The configuration in force."""

    def test_defaults(self, phaselint: Command) -> None:
        lines = phaselint.process("config").lines
        assert lines[:2] == ["file: (none)", "root: ."]
        assert "bound: 40000" in lines
        assert "sound: false" in lines
        assert "  gate: reject_all" in lines

    def test_where_it_comes_from_and_what_wins(self, phaselint: Command) -> None:
        folder = phaselint.folder / "below"
        folder.mkdir()
        (phaselint.folder / "phaselint.toml").write_text(
            'ignore = ["PL1"]\nbound = 7\n[vesanor]\ngate = "strip_partial"\nmode = "shadow"\n'
        )
        ended = phaselint("config", "below", "--set=vesanor.gate=strip_blocked", "--format=json")
        data = json.loads(ended.out)
        assert data["file"] == "phaselint.toml"
        assert (data["ignore"], data["bound"]) == (["PL1"], 7)
        assert (data["vesanor"]["gate"], data["vesanor"]["mode"]) == ("strip_blocked", "shadow")
        alone = json.loads(phaselint("config", "--isolated", "--format=json").out)
        assert (alone["file"], alone["bound"]) == (None, 40_000)

    def test_another_file(self, phaselint: Command) -> None:
        (phaselint.folder / "other.toml").write_text("bound = 9\n")
        assert "bound: 9" in phaselint("config", "--config=other.toml").lines

    def test_a_path_that_does_not_exist(self, phaselint: Command) -> None:
        assert phaselint("config", "x") == (2, "", "phaselint: x: no such file or directory\n")
