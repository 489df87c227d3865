"""Graphs by their names, and findings that are the same after edits elsewhere."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from phaselint.api import builtin_rules
from phaselint.fixing.suppressing import (
    suppress_file,
    suppress_here,
    suppress_in_configuration,
)
from phaselint.linting.request import Request
from phaselint.linting.run import run

if TYPE_CHECKING:
    from pathlib import Path

    from phaselint.vocabulary.diagnostic import Diagnostic

BOTH = '''\
"""Two graphs with the same mistake."""

from typing import TypedDict

from langgraph.graph import START, StateGraph


class State(TypedDict):
    x: str


def answer(state: State):
    return {"x": "1"}


reply = StateGraph(State)
reply.add_node("answer", answer)
reply.add_edge(START, "answer")
reply.add_edge("answer", 'finish')
app = reply.compile()


def build():
    ask = StateGraph(State)
    ask.add_node("answer", answer)
    ask.add_edge(START, "answer")
    ask.add_edge(
        "answer",
        "finish",
    )
    return ask.compile()
'''
RULE = "unknown-target"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    (tmp_path / "agent.py").write_text(BOTH, "utf-8")
    return tmp_path


def lint(folder: Path, text: str = "", config: str = "") -> list[Diagnostic]:
    """What is found with other contents of the files; all, also what is suppressed."""
    if text:
        (folder / "agent.py").write_text(text, "utf-8")
    (folder / "phaselint.toml").write_text(config, "utf-8")
    result = run(Request((str(folder),)), builtin_rules())
    return [*result.findings, *result.suppressed]


def open_lines(folder: Path, text: str = "", config: str = "") -> list[tuple[str, int]]:
    """The rules and lines of what is not suppressed."""
    found = []
    for each in lint(folder, text, config):
        assert each.place.range is not None
        if each.suppression is None:
            found.append((each.name, each.place.range.start.line))
    return found


def test_each_graph_has_its_findings(project: Path) -> None:
    found = lint(project)
    assert [each.contract.rpartition("/")[2] for each in found] == [
        "agent.py::reply",
        "agent.py::build.ask",
    ]
    assert open_lines(project) == [(RULE, 19), (RULE, 27)]


@pytest.mark.parametrize(
    ("narrowed", "left"),
    [
        ({"path": "agent.py"}, []),
        ({"path": "agent.py::reply"}, [27]),
        ({"path": "agent.py::build.ask"}, [19]),
        ({"path": "*.py::reply"}, [27]),
        ({"path": "agent.py", "pointer": "/build"}, [19]),
        ({"path": "agent.py", "pointer": "/finish"}, [27]),
        ({"path": "agent.py", "phase": "build"}, [19]),
        ({"path": "agent.py", "phase": "finish"}, [27]),
    ],
)
def test_a_suppression_is_for_a_file_a_graph_or_what_is_around_a_place(
    project: Path, narrowed: dict[str, str], left: list[int]
) -> None:
    lines = "".join(f"{key} = {json.dumps(value)}\n" for key, value in narrowed.items())
    config = f'[[suppress]]\nrule = "{RULE}"\n{lines}reason = "known"\n'
    assert open_lines(project, config=config) == [(RULE, line) for line in left]


def test_a_suppression_of_a_graph_that_finds_nothing_is_unused(project: Path) -> None:
    config = f'[[suppress]]\nrule = "{RULE}"\npath = "agent.py::gone"\nreason = "known"\n'
    assert {name for name, _ in open_lines(project, config=config)} == {RULE, "unused-suppression"}


@pytest.mark.parametrize(
    ("old", "new", "left"),
    [
        ("'finish')", "'finish')  # phaselint: ignore[unknown-target] later", [27]),
        (
            'reply.add_edge("answer"',
            '# phaselint: ignore[unknown-target] later\nreply.add_edge("answer"',
            [28],
        ),
        ("def build", "# phaselint: ignore[unknown-target] later\ndef build", [19]),
        (
            "    ask.add_edge(\n        ",
            "    # phaselint: ignore[unknown-target] later\n    ask.add_edge(\n        ",
            [19],
        ),
        ("from typing", "# phaselint: ignore-file[unknown-target] later\nfrom typing", []),
    ],
)
def test_a_comment_covers_what_it_stands_at(
    project: Path, old: str, new: str, left: list[int]
) -> None:
    text = BOTH.replace(old, new, 1)
    assert open_lines(project, text) == [(RULE, line) for line in left]


def test_a_finding_is_the_same_after_edits_elsewhere(project: Path) -> None:
    before = [each.fingerprint for each in lint(project)]
    moved = BOTH.replace("import START", "import END, START").replace(
        "class State", "# more\n\n\nOTHER = 1\n\n\nclass State"
    )
    assert [each.fingerprint for each in lint(project, moved)] == before
    assert len(set(before)) == 2


def test_a_pointer_is_made_of_names(project: Path) -> None:
    assert [each.pointer for each in lint(project)] == ["/finish", "/build/answer"]


def test_an_editor_suppresses_by_a_comment_in_a_line_a_file_or_the_configuration(
    project: Path,
) -> None:
    from phaselint.document.changes import apply, changes_of
    from phaselint.document.reader import read
    from phaselint.vocabulary.finding import Fix

    document = read("agent.py", BOTH.encode())
    for number, each in enumerate(lint(project)):
        place = each.place._replace(file="agent.py")
        finding = each._replace(finding=each.finding._replace(place=place))
        for make, left in ((suppress_here, 1), (suppress_file, 0)):
            edit = make(document, finding, "known")
            assert edit is not None
            changes = changes_of(Fix("safe", "", (edit,)), {"agent.py": document})
            assert changes is not None
            text = apply(BOTH, changes["agent.py"])
            assert len(open_lines(project, text)) == left, (number, make)
        (project / "agent.py").write_text(BOTH, "utf-8")
        edit = suppress_in_configuration("phaselint.toml", "", finding, "agent.py", "known")
        assert edit is not None
        assert len(open_lines(project, config=edit.text)) == 1


# --- commands ------------------------------------------------------------------------------------


def phaselint(folder: Path, *arguments: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "phaselint", *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def test_contracts_say_what_is_known(project: Path) -> None:
    (project / "more.py").write_text(
        "import sys\nfrom langgraph.graph import StateGraph\n\ng = StateGraph(dict)\n"
        "g.add_node(sys.argv[1], print)\n",
        "utf-8",
    )
    status, said = phaselint(project, "contracts")
    assert status == 0
    assert "agent.py::reply (langgraph)\n  agent.py\n  1 node, 2 edges, 1 state key" in said
    assert "more.py::g (langgraph)" in said
    assert "unknown: " in said
    data: Any = json.loads(phaselint(project, "contracts", "--format", "json")[1])
    known = {each["path"]: each["known"] for each in data["contracts"]}
    assert set(known) == {"agent.py::reply", "agent.py::build.ask", "more.py::g"}
    assert all(known.values())


def test_a_graph_is_named_on_the_command_line(project: Path) -> None:
    status, said = phaselint(project, "graph", "agent.py::reply")
    assert (status, "answer" in said) == (0, True)
    status, said = phaselint(project, "graph", "agent.py")
    assert status == 2
    assert "name one of them: agent.py::build.ask, agent.py::reply" in said


SCRIPT = """\
version: 1
contract: {contract}
scenarios:
  - name: it answers
    model: {{answer: [{{update: {{x: "1"}}}}]}}
    expect: {{outcome: {outcome}}}
"""


@pytest.mark.parametrize("contract", ["agent.py", "agent.py::reply"])
def test_a_script_names_its_graph(project: Path, contract: str) -> None:
    one = (
        BOTH[: BOTH.index("def build")]
        .replace("'finish'", '"answer"')
        .replace('reply.add_edge("answer", "answer")\n', "")
    )
    (project / "agent.py").write_text(one, "utf-8")
    script = project / "agent.script.yaml"
    for outcome, names in (("completed", []), ("limit(recursion)", ["failed-expectation"])):
        script.write_text(SCRIPT.format(contract=contract, outcome=outcome), "utf-8")
        result = run(Request((str(project),), dry_run=True), builtin_rules())
        assert [each.name for each in result.findings] == names


def test_a_script_of_one_graph_is_not_played_for_another(project: Path) -> None:
    good = BOTH.replace("reply.add_edge(\"answer\", 'finish')\n", "").replace(
        '    ask.add_edge(\n        "answer",\n        "finish",\n    )\n', ""
    )
    (project / "agent.py").write_text(good, "utf-8")
    script = project / "agent.script.yaml"
    script.write_text(
        SCRIPT.format(contract="agent.py::reply", outcome="limit(recursion)"), "utf-8"
    )
    result = run(Request((str(project),), dry_run=True), builtin_rules())
    assert [each.contract.rpartition("::")[2] for each in result.findings] == ["reply"]


# --- fixes ---------------------------------------------------------------------------------------

NEAR = """\
{head}from langgraph.graph import START, StateGraph


def greet(state):
    return {{}}


g = StateGraph(dict)
g.add_node('greet', greet)  # {comment}
g.add_edge(START, {literal})
app = g.compile()
"""


@pytest.mark.parametrize(
    ("head", "encoding", "comment"),
    [
        ("", "utf-8", "gr\xfc\xdfe"),
        ("# coding: latin-1\n", "latin-1", "gr\xfc\xdfe"),
        ("", "ascii", "hello"),
    ],
)
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("'greeet'", "'greet'"),
        ('"greeet"', '"greet"'),
        ("r'greeet'", "r'greet'"),
        ('"""greeet"""', '"""greet"""'),
    ],
)
def test_a_fix_keeps_quotes_ends_of_lines_and_the_encoding(
    tmp_path: Path, head: str, encoding: str, comment: str, ending: str, old: str, new: str
) -> None:
    def text(literal: str) -> bytes:
        written = NEAR.format(head=head, comment=comment, literal=literal)
        return written.replace("\n", ending).encode(encoding)

    file = tmp_path / "agent.py"
    file.write_bytes(text(old))
    status, said = phaselint(tmp_path, "lint", "--fix", "--unsafe-fixes", "agent.py")
    assert (status, file.read_bytes()) == (0, text(new)), said


def test_nothing_is_fixed_in_a_notebook(tmp_path: Path) -> None:
    source = NEAR.format(head="", comment="", literal="'greeet'")
    file = tmp_path / "agent.ipynb"
    file.write_text(json.dumps({"cells": [{"cell_type": "code", "source": source}]}), "utf-8")
    before = file.read_bytes()
    arguments = ("lint", "--fix", "--unsafe-fixes", "--set", "langgraph.notebooks=true", ".")
    status, said = phaselint(tmp_path, *arguments)
    assert (status, file.read_bytes()) == (1, before)
    assert "agent.ipynb: cell 1, line 10" in said
