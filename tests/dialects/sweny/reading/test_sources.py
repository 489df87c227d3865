"""Where texts come from, and where their files are looked for (reference §3.7, §5.16)."""

from __future__ import annotations

from typing import Any

import pytest

from phaselint.dialects.base import Target
from phaselint.dialects.sweny.model import Located, Source
from phaselint.dialects.sweny.reading.load import load
from phaselint.dialects.sweny.reading.sources import classify, read_source, read_sources
from phaselint.project.memory import DictReader


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("https://a", "url"),
        ("http://a", "url"),
        ("HTTPS://a", "inline"),
        ("./a.md", "file"),
        ("../a.md", "file"),
        ("/a.md", "file"),
        ("docs/a.md", "inline"),
        ("~/a.md", "inline"),
        ("file:///a", "inline"),
        (".github/a.md", "inline"),
        ("", "inline"),
    ],
)
def test_a_string_is_told_by_its_start(text: str, kind: str) -> None:
    assert classify(text) == kind


@pytest.mark.parametrize(
    ("value", "source"),
    [
        ("  ./a.md\n", Source("file", "./a.md", ("p",))),
        ("\ufeff do \u3000", Source("inline", "do", ("p",))),
        ({"inline": " ./a "}, Source("inline", " ./a ", ("p",), tagged=True)),
        ({"file": " a.md "}, Source("file", "a.md", ("p",), tagged=True)),
        ({"url": "https://a", "type": "x"}, Source("url", "https://a", ("p",), True, "x")),
        ({"file": 5}, None),
        ({}, None),
        (5, None),
    ],
)
def test_sources(value: Any, source: Source | None) -> None:
    assert read_source(value, ("p",)) == source


def test_the_sources_of_a_node_know_their_places() -> None:
    value = {"only": True, "sources": ["a", 5, "b"], "onyl": 1}
    read = read_sources(value, ("r",))
    assert read.only
    assert [source.pointer for source in read.sources] == [("r", "sources", 0), ("r", "sources", 2)]
    assert read.unknown_keys == ("onyl",)


def located(instruction: str, path: str = "flows/w.yml", **files: str) -> Located:
    text = (
        "{id: w, name: W, entry: a, edges: [], nodes: {a: {name: A, instruction: "
        f"'{instruction}'}}}}}}"
    )
    named = {name.replace("_", "/"): content for name, content in files.items()}
    folder = path.rpartition("/")[0]
    [found] = load(DictReader({path: text, **named}), Target("sweny", folder, path)).located
    return found


class TestLocating:
    def test_files_count_from_the_project_root(self) -> None:
        found = located("./docs/a", docs_a="\ufefftext")
        assert (found.field, found.path, found.text) == ("nodes.a.instruction", "docs/a", "text")
        assert not found.beside

    def test_a_file_that_is_only_beside_the_workflow(self) -> None:
        found = located("./a", flows_a="text")
        assert (found.path, found.text, found.beside) == ("flows/a", "text", True)

    def test_the_root_comes_first(self) -> None:
        assert located("./a", a="root", flows_a="beside").text == "root"

    def test_the_folder_around_a_sweny_folder_counts_as_a_root(self) -> None:
        found = located("./a", "app/.sweny/workflows/w.yml", app_a="text")
        assert (found.path, found.beside) == ("app/a", False)

    def test_a_missing_file(self) -> None:
        found = located("./a")
        assert (found.path, found.text, found.outside) == ("a", None, False)

    @pytest.mark.parametrize("path", ["/etc/passwd", "../../a", "./b/../../../a"])
    def test_what_leads_out_of_the_project_is_never_read(self, path: str) -> None:
        found = located(path, a="text")
        assert (found.path, found.text, found.outside) == ("", None, True)

    def test_upwards_from_the_workflow_may_stay_inside(self) -> None:
        found = located("../a", a="text")
        assert (found.path, found.beside, found.outside) == ("a", True, False)

    def test_a_url_is_not_fetched(self) -> None:
        found = located("https://example.org/a")
        assert (found.path, found.text) == ("", None)

    def test_an_inline_text_is_its_own(self) -> None:
        assert located("do it").text == "do it"


def test_the_names_of_the_places() -> None:
    text = """
        id: w
        name: W
        entry: a
        edges: []
        rules: [x]
        context: [y, z]
        nodes:
          a: {name: A, instruction: do, rules: {sources: [r]}, context: [c]}
    """
    contract = load(DictReader({"w.yml": text}), Target("sweny", "", "w.yml"))
    assert [each.field for each in contract.located] == [
        "workflow.rules.0",
        "workflow.context.0",
        "workflow.context.1",
        "nodes.a.instruction",
        "nodes.a.rules.0",
        "nodes.a.context.0",
    ]
