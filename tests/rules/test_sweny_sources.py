"""What the rules say about sources (reference sweny §3.7, §5.16, §8.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from contracts import only, verdict
from sweny import findings, of, workflow

if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.vocabulary.diagnostic import Diagnostic

FILES = {
    "docs/rules.md": "Be brief.",
    "docs/with space.md": "Be brief.",
    "flows/beside.md": "Be brief.",
    ".sweny/home.md": "Be brief.",
}


def one(source: Any) -> dict[str, Any]:
    """A workflow with one source among its rules."""
    return workflow("a", rules=[source])


def about(value: Mapping[str, Any], main: str = "workflow.yml") -> list[str]:
    """The rules that report something, with their severity where that may vary."""
    found = findings(value, files=FILES, main=main)
    return [f.name if f.name != "source-file-missing" else f"{f.name} {f.level}" for f in found]


def the(name: str, source: Any, **given: Any) -> Diagnostic:
    """The only finding of a rule about one source."""
    return only(of(name, one(source), files=FILES, **given), name)


LIKE_PATH, PROSE = ["source-looks-like-path"], ["source-prefix-ambiguous"]
MISSING, OUTSIDE = ["source-file-missing error"], ["path-outside-project"]
BLOCKED = ["source-url-blocked"]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        # texts
        ("Be brief.", []),
        ("Be brief; see docs/rules.md", []),
        ("see docs/rules.md\nand be brief", []),
        ("Rules", []),
        ("v1.2", []),
        ({"inline": "docs/rules.md"}, []),
        ({"inline": " "}, []),
        ("  ", ["source-blank"]),
        ("\n\t", ["source-blank"]),
        ("docs/rules.md", LIKE_PATH),
        ("  docs/rules.md\n", LIKE_PATH),
        ("rules.md", LIKE_PATH),
        ("RULES.MD", LIKE_PATH),
        ("rules.rst", LIKE_PATH),
        ("rules.json", LIKE_PATH),
        ("rules.pdf", []),
        ("and/or", LIKE_PATH),
        ("~/rules", LIKE_PATH),
        ("~rules", []),
        ("file:rules", LIKE_PATH),
        (".github/rules", LIKE_PATH),
        ("HTTPS://example.com", LIKE_PATH),
        # files
        ("./docs/rules.md", []),
        ("././docs//rules.md", []),
        ({"file": "docs/rules.md"}, []),
        ("./docs/none.md", MISSING),
        ({"file": "docs/none.md"}, MISSING),
        ({"file": "docs/not there.md"}, MISSING),
        ("./docs", MISSING),
        ("./docs/with space.md", []),
        ("./docs/not there.md", PROSE),
        ("/review the branch", PROSE),
        ("../and so on", PROSE),
        ("../rules.md", OUTSIDE),
        ("./docs/../../rules.md", OUTSIDE),
        ("/etc/rules.md", OUTSIDE),
        ({"file": "/etc/some rules.md"}, OUTSIDE),
        # URLs
        ("https://example.com/rules.md", []),
        ({"url": "https://example.com/rules.md", "type": "fetch"}, []),
        ({"url": "https://example.com/rules.md", "type": "s3"}, ["source-invalid-type"]),
        ("https://example.com says how", PROSE),
        ("http://localhost\nis down", PROSE),
        ({"url": "ftp://example.com/x"}, ["source-url-scheme"]),
        ({"url": "mailto:a@example.com"}, ["source-url-scheme"]),
        ({"url": "HTTPS://example.com"}, []),
        ({"url": "ftp://localhost/x"}, ["source-url-scheme"]),
        ("http://localhost:3000/x", BLOCKED),
        ("http://LOCALHOST/x", BLOCKED),
        ("http://api.localhost/x", BLOCKED),
        ("http://localhost.example.com/x", []),
        ("https://user@127.0.0.1:80/", BLOCKED),
        ("http://127.1/", BLOCKED),
        ("http://2130706433/", BLOCKED),
        ("http://0x7f.0.0.1/", BLOCKED),
        ("http://0177.0.0.1/", BLOCKED),
        ("http://10.1.2.3/", BLOCKED),
        ("http://172.31.0.1/", BLOCKED),
        ("http://172.32.0.1/", []),
        ("http://192.168.1.1/", BLOCKED),
        ("http://169.254.169.254/meta", BLOCKED),
        ("http://100.64.0.1/", BLOCKED),
        ("http://100.128.0.1/", []),
        ("http://224.0.0.1/", BLOCKED),
        ("http://8.8.8.8/", []),
        ("http://[::1]/", BLOCKED),
        ("http://[fe80::1]/", BLOCKED),
        ("http://[fd00::1]/", BLOCKED),
        ("http://[::ffff:10.0.0.1]/", BLOCKED),
        ("http://[2606:4700::1111]/", []),
        ("https://", BLOCKED),
        ("http://example.com:99999/", BLOCKED),
    ],
)  # fmt: skip
def test_a_source(source: Any, expected: list[str]) -> None:
    assert about(one(source)) == expected


@pytest.mark.parametrize("where", ["instruction", "rules", "context", "only"])
def test_sources_stand_in_nodes_too(where: str) -> None:
    fields: Mapping[str, Any] = {
        "instruction": {"instruction": "rules.md"},
        "rules": {"rules": ["Be brief.", "rules.md"]},
        "context": {"context": ["rules.md"]},
        "only": {"rules": {"only": True, "sources": ["rules.md"]}},
    }
    assert about(workflow("a", nodes={"a": fields[where]})) == LIKE_PATH


def test_every_place_is_reported() -> None:
    value = workflow("a", rules=["./x.md", "./x.md"], context=["./x.md"])
    assert about(value) == MISSING * 3


def test_a_node_with_other_defects_is_left_alone() -> None:
    value = workflow("a", nodes={"a": {"instruction": "rules.md", "max_turns": 0}})
    assert about(value) == ["schema-violation"]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("./beside.md", ["source-file-missing warning"]),
        ("./flows/beside.md", []),
        ("../docs/rules.md", ["source-file-missing warning"]),
        ("../none.md", OUTSIDE),
    ],
)
def test_paths_count_from_the_project_root(source: str, expected: list[str]) -> None:
    assert about(one(source), main="flows/workflow.yml") == expected


class TestFixes:
    @pytest.mark.parametrize(
        ("main", "written", "text"),
        [
            ("w.json", '"docs/rules.md"', '"./docs/rules.md"'),
            ("w.yml", "docs/rules.md", "./docs/rules.md"),
            ("w.yml", "'docs/rules.md'", "'./docs/rules.md'"),
            ("w.yml", "&r docs/rules.md", "&r ./docs/rules.md"),
            ("w.yml", '"docs/\\x72ules.md"', None),
            ("w.yml", "docs/none.md", None),
        ],
    )
    def test_a_path_gets_a_dot_where_there_is_such_a_file(
        self, main: str, written: str, text: str | None
    ) -> None:
        finding = only(self._of("source-looks-like-path", main, written), "source-looks-like-path")
        assert (finding.fix.edits[0].text if finding.fix else None) == text

    @pytest.mark.parametrize(
        ("main", "written", "text"),
        [
            ("w.json", '"/go on"', '{"inline": "/go on"}'),
            ("w.yml", '"/go on"', '{inline: "/go on"}'),
            ("w.yml", "'/go on'", "{inline: '/go on'}"),
            ("w.yml", "/go on", '{inline: "/go on"}'),
            ("w.yml", '/go "on"', '{inline: "/go \\"on\\""}'),
            ("w.yml", "&r /go on", None),
            ("w.yml", "|\n  /go\n  on\n", None),
        ],
    )
    def test_a_sentence_is_tagged_where_it_is_one_line(
        self, main: str, written: str, text: str | None
    ) -> None:
        name = "source-prefix-ambiguous"
        finding = only(self._of(name, main, written), name)
        assert (finding.fix.edits[0].text if finding.fix else None) == text

    @staticmethod
    def _of(name: str, main: str, written: str) -> tuple[Diagnostic, ...]:
        if main.endswith(".json"):
            text = (
                '{"id": "w", "name": "W", "entry": "a", "edges": [],'
                f' "nodes": {{"a": {{"name": "A", "instruction": {written}}}}}}}'
            )
        else:
            text = f"id: w\nname: W\nentry: a\nedges: []\nrules:\n- {written}\n"
            text += "nodes: {a: {name: A, instruction: Do it.}}\n"
        return of(name, text, main=main, files=FILES)


READ = "proved static+replay (read, not run: that the text looks like a path)"


class TestProofs:
    @pytest.mark.parametrize(
        ("name", "source"),
        [
            ("source-file-missing", "./none.md"),
            ("source-blank", " "),
            ("source-prefix-ambiguous", "/go on"),
            ("source-prefix-ambiguous", "https://example.com is it"),
            ("source-invalid-type", {"url": "https://example.com", "type": "s3"}),
            ("source-url-scheme", {"url": "ftp://example.com"}),
            ("source-url-blocked", "http://localhost"),
            ("source-url-blocked", "https://"),
        ],
    )
    def test_a_run_shows_it(self, name: str, source: Any) -> None:
        assert verdict(the(name, source, dry_run=True)) == "proved replay"

    def test_other_files_and_urls_are_taken_to_be_there(self) -> None:
        value = workflow(
            "a", rules=["./one.md", "./two.md", "/etc/x.md", "https://example.com", "x/y"]
        )
        found = of("source-file-missing", value, dry_run=True)
        assert [verdict(finding) for finding in found] == ["proved replay"] * 2
        (found_too,) = of("source-looks-like-path", value, dry_run=True)
        assert verdict(found_too) == READ

    def test_that_a_text_looks_like_a_path_is_read(self) -> None:
        assert verdict(the("source-looks-like-path", "rules.md", dry_run=True)) == READ

    def test_what_a_url_would_answer_is_not_known(self) -> None:
        finding = the("source-prefix-ambiguous", "https://example.com/x is it", dry_run=True)
        assert verdict(finding).startswith("unproved")


class TestTexts:
    """Guidance for a retry and rubrics are texts, whatever they look like (§3.4, §3.6)."""

    @staticmethod
    def node(**fields: Any) -> dict[str, Any]:
        output = {"type": "object", "properties": {"x": {}}, "required": ["x"]}
        return workflow("a", nodes={"a": {"output": output, **fields}})

    @classmethod
    def every(cls, text: str) -> dict[str, dict[str, Any]]:
        judge = {"name": "j", "kind": "judge", "rubric": text}
        return {
            "instruction": cls.node(retry={"max": 1, "instruction": text}),
            "reflect": cls.node(retry={"max": 1, "instruction": {"reflect": text}}),
            "rubric": cls.node(eval=[judge], retry={"max": 1}),
        }

    @pytest.mark.parametrize(
        "text",
        ["./prompts/retry.md", "../x", "/etc/x", "https://e.org/x", "docs/x.md", "x.txt", "./x\n"],
    )
    def test_a_path_is_sent_as_it_stands(self, text: str) -> None:
        for key, value in self.every(text).items():
            (found,) = findings(value, dry_run=True)
            assert (found.name, found.level, found.fix) == (
                "source-looks-like-path",
                "warning",
                None,
            )
            assert found.place.pointer[-1] == key
            assert verdict(found) == READ

    @pytest.mark.parametrize("text", ["Try ./other paths.", "Mend it", "Better.", "a\n./b"])
    def test_a_sentence_is_one(self, text: str) -> None:
        for value in self.every(text).values():
            assert findings(value) == ()
