"""Which Python files are contracts, and what their graphs are called (reference langgraph §1.2)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from phaselint.dialects.langgraph import DIALECT
from phaselint.dialects.langgraph.detect import claim, detect
from phaselint.dialects.langgraph.files import in_tests, is_vendored
from phaselint.dialects.options import as_configured
from phaselint.project.memory import DictReader
from phaselint.project.reader import walk

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from phaselint.dialects.scaffolding import Near

HEAD = "from langgraph.graph import StateGraph, START\n"
ONE = HEAD + "g = StateGraph(dict)\n"
TWO = HEAD + "g = StateGraph(dict)\n\n\ndef build():\n    h = StateGraph(dict)\n    return h\n"
OWN_TEST = HEAD + "def test_it():\n    g = StateGraph(dict)\n"
NOTEBOOK = json.dumps({"cells": [{"cell_type": "code", "source": ONE}]})


def found(files: Mapping[str, str], **options: bool) -> list[str]:
    """The paths of the graphs in a project, by detection."""
    reader = DictReader({path: text.encode() for path, text in files.items()})
    each = (target for folder in walk(reader) for target in detect(reader, folder, **options))
    return [target.path for target in each]


def claimed(files: Mapping[str, str], path: str, *, forced: bool = False) -> list[str]:
    reader = DictReader({path: text.encode() for path, text in files.items()})
    return [target.path for target in claim(reader, path, forced)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (ONE, ["g"]),
        (TWO, ["g", "build.h"]),
        (ONE.replace("StateGraph", "MessageGraph").replace("(dict)", "()"), ["g"]),
        ("import langgraph.graph as lg\ng = lg.StateGraph(dict)\n", ["g"]),
        ("from langgraph.graph import StateGraph as SG\ng = SG[dict](dict)\n", ["g"]),
        ("from langgraph.graph.state import StateGraph\ng = StateGraph(dict)\n", ["g"]),
        ("import langgraph\nclass StateGraph: ...\ng = StateGraph(dict)\n", []),
        ("# langgraph\nfrom other import StateGraph\ng = StateGraph(dict)\n", []),
        (HEAD, []),
        ("x = 'langgraph StateGraph'\n", []),
        ("", []),
    ],
)
def test_a_file_is_a_contract_for_each_graph_that_it_builds(text: str, names: list[str]) -> None:
    assert found({"a.py": text}) == [f"a.py::{name}" for name in names]


def test_a_graph_that_is_alone_in_its_file_can_be_called_by_that() -> None:
    reader = DictReader({"pkg/a.py": ONE.encode(), "pkg/b.py": TWO.encode()})
    one, *two = detect(reader, "pkg")
    assert one.paths == {"pkg/a.py", "pkg/a.py::g"}
    assert [each.paths for each in two] == [{"pkg/b.py::g"}, {"pkg/b.py::build.h"}]
    assert one.file == "pkg/a.py"


@pytest.mark.parametrize(
    "path",
    [
        "site-packages/a.py",
        "x/node_modules/a.py",
        "build/lib/a.py",
        "dist/a.py",
        "venv/lib/a.py",
    ],
)
def test_what_others_wrote_is_left_alone_even_if_it_is_named(path: str) -> None:
    assert found({path: ONE}) == []
    assert claimed({path: ONE}, path) == []


def test_hidden_folders_are_vendored() -> None:
    assert is_vendored("a/.tox/b")
    assert not is_vendored("a/builder")
    assert not is_vendored("")


@pytest.mark.parametrize(
    ("path", "text"),
    [("tests/a.py", ONE), ("x/tests/y/a.py", ONE), ("conftest.py", ONE), ("a.py", OWN_TEST)],
)
def test_graphs_of_tests_are_read_only_where_somebody_asks(path: str, text: str) -> None:
    assert found({path: text}) == []
    assert claimed({path: text}, path) == []
    assert len(found({path: text}, tests=True)) == 1
    assert len(claimed({path: text}, path, forced=True)) == 1
    assert len(claimed({path: text}, "", forced=True)) == 1


def test_a_file_with_other_graphs_is_read_with_those_of_its_tests() -> None:
    assert found({"a.py": ONE + OWN_TEST}) == ["a.py::g", "a.py::test_it.g"]
    assert in_tests("a.py", "test_it.g")
    assert not in_tests("a.py", "tested.g")


def test_notebooks_are_read_where_the_configuration_says_so() -> None:
    assert found({"a.ipynb": NOTEBOOK}) == []
    assert claimed({"a.ipynb": NOTEBOOK}, "a.ipynb") == []
    assert found({"a.ipynb": NOTEBOOK}, notebooks=True) == ["a.ipynb::g"]
    assert claimed({"a.ipynb": NOTEBOOK}, "a.ipynb", forced=True) == ["a.ipynb::g"]


def test_options_of_a_project_are_in_force() -> None:
    reader = DictReader({"a.ipynb": NOTEBOOK.encode(), "tests/a.py": ONE.encode()})
    chosen = as_configured(DIALECT, {"langgraph": {"notebooks": True, "tests": True}}, {})
    assert [each.path for each in chosen.detect(reader, "")] == ["a.ipynb::g"]
    assert [each.path for each in chosen.detect(reader, "tests")] == ["tests/a.py::g"]


@pytest.mark.parametrize(
    ("path", "names"),
    [
        ("b.py", ["b.py::g", "b.py::build.h"]),
        ("b.py::build.h", ["b.py::build.h"]),
        ("b.py::other", []),
        ("plain.py", []),
        ("none.py", []),
        ("", ["b.py::g", "b.py::build.h"]),
    ],
)
def test_a_named_path_stands_for_its_graphs(path: str, names: list[str]) -> None:
    assert claimed({"b.py": TWO, "plain.py": "x = 1\n"}, path) == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (ONE + "x = (\n", ["a.py::g"]),
        (ONE + "def f(:\n    pass\n", ["a.py::g"]),
        (HEAD + "x = (\n", ["a.py"]),
        ("import langgraph, StateGraph  # )\nx = )\n", ["a.py"]),
        ("x = (\n", []),
    ],
)
def test_a_file_that_does_not_parse_keeps_the_names_of_its_graphs(
    text: str, names: list[str]
) -> None:
    assert found({"a.py": text}) == names


# --- langgraph.json ------------------------------------------------------------------------------


def manifest(**graphs: object) -> str:
    return json.dumps({"dependencies": ["."], "graphs": graphs})


@pytest.mark.parametrize(
    ("graphs", "is_wrong"),
    [
        ({"a": "./a.py:app"}, False),
        ({"a": "a.py:app"}, False),
        ({"a": {"path": "./a.py:app"}}, False),
        ({"a": "./a.py:make"}, False),
        ({"a": "./a.py:missing"}, True),
        ({"a": "./b.py:app"}, True),
        ({"a": {"path": "./b.py:app"}}, True),
        ({"a": "./dynamic.py:whatever"}, False),
        ({"a": "./lazy.py:whatever"}, False),
        ({"a": "./src/agent.ts:app"}, False),
        ({"a": "../outside.py:app"}, False),
        ({"a": "my.module:app"}, False),
        ({"a": 1}, False),
    ],
)
def test_a_manifest_is_a_contract_where_it_names_what_is_not_there(
    graphs: dict[str, object], is_wrong: bool
) -> None:
    files = {
        "langgraph.json": manifest(**graphs),
        "a.py": "def make(): ...\nif True:\n    app = make()\n",
        "dynamic.py": "from other import *\n",
        "lazy.py": "def __getattr__(name): ...\n",
    }
    assert found(files) == (["langgraph.json"] if is_wrong else [])
    assert claimed(files, "langgraph.json") == (["langgraph.json"] if is_wrong else [])


def test_a_manifest_may_have_comments() -> None:
    text = '{ // graphs\n "graphs": {"a": "./gone.py:app",},\n}\n'
    assert found({"langgraph.json": text}) == ["langgraph.json"]


@pytest.mark.parametrize("text", ["", "[]", "{", '{"graphs": []}', '{"graphs": null}', "1"])
def test_a_manifest_of_another_shape_says_nothing(text: str) -> None:
    assert found({"langgraph.json": text}) == []


# --- near misses ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "text", "why"),
    [
        ("a.py", "from langgraph.func import entrypoint\n", "uses `@entrypoint`, the functional"),
        ("a.py", "from langgraph_supervisor import create_supervisor\n", "builds its graph with"),
        ("a.py", HEAD, "names `StateGraph` but doesn't build a graph with it"),
        ("tests/a.py", ONE, "has graphs only in tests; set `langgraph.tests` to read them"),
        ("a.ipynb", NOTEBOOK, "is a notebook; set `langgraph.notebooks` to read notebooks"),
        ("a.py", ONE, ""),
        ("a.py", "import langgraph\n", ""),
        ("build/a.py", HEAD, ""),
    ],
)
def test_what_is_nearly_a_graph_is_told_why_it_is_none(path: str, text: str, why: str) -> None:
    assert DIALECT.setup is not None
    reader = DictReader({path: text.encode()})
    near: list[Near] = list(DIALECT.setup().near(reader, path.rpartition("/")[0]))
    if not why:
        assert near == []
    else:
        (only,) = near
        assert only.path == path
        assert only.why.startswith(why)


# --- the command ---------------------------------------------------------------------------------


def lint(folder: Path, *arguments: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "phaselint", "lint", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "NO_COLOR": "1"},
    )
    return done.returncode, done.stdout, done.stderr


def test_python_without_a_graph_is_passed_over_in_silence(tmp_path: Path) -> None:
    (tmp_path / "plain.py").write_text("x = (\n", "utf-8")
    (tmp_path / "other.py").write_text("import langgraph\n", "utf-8")
    assert lint(tmp_path, "plain.py", "other.py") == (0, "", "")


def test_a_graph_that_is_not_there_is_told_those_that_are(tmp_path: Path) -> None:
    (tmp_path / "b.py").write_text(TWO, "utf-8")
    status, _, said = lint(tmp_path, "b.py::gone")
    assert status == 2
    assert said == ("phaselint: b.py::gone: b.py has no contract `gone`, but `g`, `build.h`\n")


def test_nothing_of_weight_is_imported_for_python_without_a_graph(tmp_path: Path) -> None:
    (tmp_path / "plain.py").write_text("import langgraph\n", "utf-8")
    program = (
        "import sys\n"
        "from phaselint.project.disk import DiskReader\n"
        "from phaselint.dialects.langgraph import DIALECT\n"
        "assert not list(DIALECT.detect(DiskReader(sys.argv[1]), ''))\n"
        "print(*sorted(name for name in sys.modules if 'langgraph' in name or name == 'ast'))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True, check=True
    )
    package = "phaselint.dialects.langgraph"
    modules = [f"{package}.{name}" for name in ("detect", "files", "options")]
    assert done.stdout.split() == [package, *modules]
