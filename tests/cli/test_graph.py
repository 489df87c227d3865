"""`phaselint graph`: what is never entered or taken, and what findings mark (design §6)."""

from __future__ import annotations

import json
from pathlib import Path
from shutil import copytree
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as Xml

import pytest

from cli.contracts import SESSION, contract, tool
from phaselint.linting.request import Request
from phaselint.linting.run import run
from phaselint.report.drawing import small_mermaid
from phaselint_rules import RULES

if TYPE_CHECKING:
    from cli.command import Command

ROOT = Path(__file__).parents[2]
TRAP = """\
schema_version: "1.0"
agent: desk
phases:
  - {name: intake, initial: true}
  - {name: payment}
  - {name: done, terminal: true}
transitions:
  intake: [payment]
  payment: [done]
session_limits: {max_steps: 9}
"""
NEEDS = "preconditions: [{requires_prior_tool: check}]\n"
SPACE = {"g": "http://graphml.graphdrawing.org/xmlns"}


@pytest.fixture
def trap(phaselint: Command) -> Command:
    """A contract in which a call that is forgotten cannot be made up for."""
    contract(
        phaselint.folder,
        TRAP,
        answer=tool("answer", "intake", "payment"),
        check=tool("check", "intake"),
        pay=tool("pay", "payment", "done", NEEDS),
    )
    return phaselint


@pytest.fixture
def closed(phaselint: Command) -> Command:
    """A contract whose one way on is closed."""
    contract(phaselint.folder, SESSION, answer=tool("answer", "intake", "done", "gate: block\n"))
    return phaselint


class TestWhatIsNeverTaken:
    def test_mermaid(self, closed: Command) -> None:
        lines = closed("graph", ".").lines
        why = "#96;gate#96; is #96;block#96;"
        assert f'    n1(["done<br/>#96;answer#96; from #96;intake#96;: {why}"])' in lines
        assert "    class n1 unreachable" in lines
        assert f'    n0 -.->|"never answer: {why}"| n1' in lines

    def test_dot(self, closed: Command) -> None:
        lines = closed("graph", ".", "--format=dot").lines
        label = '"never answer: `gate` is `block`"'
        assert f"    n0 -> n1 [label={label}, style=dashed];" in lines

    def test_json(self, closed: Command) -> None:
        data = json.loads(closed("graph", ".", "--format=json").out)
        _, done = data["nodes"]
        assert (done["standing"], done["reachable"]) == ("unentered", False)
        [edge] = data["edges"]
        assert (edge["action"], edge["dead"], edge["why"]) == ("answer", True, "`gate` is `block`")

    def test_graphml(self, closed: Command) -> None:
        root = Xml.fromstring(closed("graph", ".", "--format=graphml").out)
        said = {each.text for each in root.findall(".//g:edge/g:data", SPACE)}
        assert {"answer", "True", "`gate` is `block`"} <= said


class TestFindings:
    """With `--findings`, what `lint` finds is marked."""

    def test_mermaid(self, trap: Command) -> None:
        assert trap("graph", ".", "--findings").lines == [
            "flowchart TD",
            '    n0["intake"]',
            '    start(( )) -->|"at most 9 responses"| n0',
            "    class n0 run",
            '    n1["payment<br/>order-trap"]',
            "    class n1 stuck",
            '    n2(["done"])',
            '    n0 -->|"check"| n0',
            '    n0 -->|"answer<br/>order-trap"| n1',
            '    n1 -->|"pay<br/>order-trap: #96;check#96; can no longer be called"| n2',
            "    linkStyle 2 stroke:#cf222e, stroke-width:2px",
            "    linkStyle 3 stroke:#cf222e, stroke-width:2px",
            "    classDef unreachable stroke-dasharray: 4, color:#888",
            "    classDef run stroke:#0969da, stroke-width:2px",
            "    classDef stuck fill:#ffd7d5, color:#000, stroke:#cf222e, stroke-width:3px",
        ]

    def test_dot(self, trap: Command) -> None:
        lines = trap("graph", ".", "--findings", "--format=dot").lines
        assert '    label="at most 9 responses";' in lines
        stuck = 'style=filled, fillcolor="#ffd7d5", color="#cf222e"'
        assert f'    n1 [label="payment\\norder-trap", {stuck}];' in lines

    def test_json(self, trap: Command) -> None:
        data = json.loads(trap("graph", ".", "--findings", "--format=json").out)
        [finding] = data["graph"]["findings"]
        assert (finding["code"], finding["name"]) == ("VE305", "order-trap")
        assert (finding["file"], finding["line"]) == ("answer.yaml", 11)
        marks = {node["id"]: signs(node) for node in data["nodes"]}
        assert marks == {"intake": ["run"], "payment": ["subject", "stuck", "run"], "done": []}
        edges = {(edge["source"], edge["target"]): edge for edge in data["edges"]}
        blocked = {"finding": 0, "sign": "blocked", "words": "`check` can no longer be called"}
        assert edges["payment", "done"]["marks"] == [blocked]

    def test_graphml(self, trap: Command) -> None:
        root = Xml.fromstring(trap("graph", ".", "--findings", "--format=graphml").out)
        said = [each.text or "" for each in root.findall(".//g:data", SPACE)]
        assert "0 blocked `check` can no longer be called" in said
        assert any(text.startswith("VE305 order-trap") for text in said)

    def test_what_is_suppressed_is_not_marked(self, trap: Command) -> None:
        text = "# phaselint: ignore-file[order-trap] the desk knows\n"
        path = trap.folder / "answer.yaml"
        path.write_text(text + path.read_text())
        assert "order-trap" not in trap("graph", ".", "--findings").out

    def test_a_small_picture_as_text(self, trap: Command, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(trap.folder)
        result = run(Request((".",), pictures=True), RULES)
        [drawing], [finding] = result.drawings.values(), result.findings
        assert small_mermaid(drawing, finding) == trap("graph", ".", "--findings").out
        assert small_mermaid(drawing, finding._replace(view=None)) == ""


def signs(node: dict[str, Any]) -> list[str]:
    return [mark["sign"] for mark in node.get("marks", ())]


def large(folder: Any, size: int) -> None:
    """A contract of many phases in a row, the last of which is no end."""
    names = [f"p{number}" for number in range(size)]
    ways = dict(zip(names, ([name] for name in names[1:]), strict=False))
    phases: list[dict[str, Any]] = [{"name": name} for name in names]
    phases[0]["initial"] = True
    value = {
        "schema_version": "1.0",
        "agent": "desk",
        "phases": [*phases, {"name": "end", "terminal": True}],
        "transitions": {**ways, "p0": ["p1", "end"]},
    }
    (folder / "session.yaml").write_text(json.dumps(value))


class TestLargeGraphs:
    def test_only_what_is_near_the_findings_is_marked(self, phaselint: Command) -> None:
        large(phaselint.folder, 2000)
        ended = phaselint("graph", ".", "--findings")
        said = "only 300 of 2001 phases are drawn: those around the findings"
        assert ended.status == 0
        assert ended.err == f"phaselint: .: {said}\n"
        assert ended.lines[1] == f"    %% {said}"
        assert '["p1999<br/>dead-end-phase"]' in ended.out

    def test_by_itself_it_is_whole(self, phaselint: Command) -> None:
        large(phaselint.folder, 2000)
        ended = phaselint("graph", ".")
        assert ended.err == ""
        assert '["p1000"]' in ended.out


@pytest.mark.parametrize("arguments", [(), ("--findings",), ("--format=json",)])
def test_a_contract_without_a_graph(phaselint: Command, arguments: tuple[str, ...]) -> None:
    (phaselint.folder / "answer.yaml").write_text(tool("answer", "intake", "done"))
    (phaselint.folder / "out.txt").write_text("before")
    ended = phaselint("graph", ".", "--output=out.txt", *arguments)
    why = ".: no graph to draw, because the contract has no phase"
    assert ended == (2, "", f"phaselint: {why}\n")
    assert (phaselint.folder / "out.txt").read_text() == "before"


@pytest.mark.parametrize("format_", ["mermaid", "html"])
def test_what_is_found_in_a_team_below_another_is_not_marked(
    phaselint: Command, format_: str
) -> None:
    copytree(ROOT / "fixtures" / "projects" / "release-crew", phaselint.folder / "crew")
    ended = phaselint("graph", "crew", "--findings", f"--format={format_}")
    assert "auto-send-cycle" in ended.out
    assert "no-usable-tool" in phaselint("lint", "crew/handbook").out
    assert "no-usable-tool" not in ended.out
