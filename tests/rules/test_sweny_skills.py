"""What the rules say about skills and SKILL.md files (reference sweny §5.15, §8.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from contracts import only, verdict, witness
from sweny import findings, of, workflow

if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.vocabulary.diagnostic import Diagnostic

SERVER = {"url": "https://crm.example.com/mcp"}
FILE = ".claude/skills/style/SKILL.md"
OPT_IN = ("unused-inline-skill", "skill-category-unknown")


def one(*skills: str, inline: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """A workflow of a single node that lists some skills."""
    return workflow("a", nodes={"a": {"skills": list(skills)}}, skills=inline or {})


def the(name: str, value: Mapping[str, Any] | str, **given: Any) -> Diagnostic:
    """The only finding of a rule."""
    return only(of(name, value, **given), name)


def about(value: Mapping[str, Any] | str, **given: Any) -> list[str]:
    """The rules that report something, and where, in order."""
    found = findings(value, opt_in=OPT_IN, **given)
    return sorted(f"{f.name} {'.'.join(map(str, f.place.pointer))}".strip() for f in found)


def md(front: str = "name: style", body: str = "Be brief.") -> str:
    return f"---\n{front}\n---\n{body}\n"


class TestUnknownSkill:
    @pytest.mark.parametrize("harness", [".gemini", ".agents", ".claude", ".sweny"])
    def test_those_of_every_harness_folder_are_known_by_their_name(self, harness: str) -> None:
        files = {f"{harness}/skills/style/SKILL.md": md()}
        assert about(one("style"), files=files) == []

    def test_built_in_and_inline_ones_are_known(self) -> None:
        assert about(one("github", "tone", inline={"tone": {"instruction": "Be kind."}})) == []

    def test_each_is_named_once_where_it_stands_first(self) -> None:
        assert about(one("slak", "github", "slak")) == [
            "duplicate-skill-reference nodes.a.skills.2",
            "unknown-skill nodes.a.skills.0",
        ]

    def test_every_node_that_lists_it_is_named(self) -> None:
        value = workflow("a -> b", nodes={"a": {"skills": ["x"]}, "b": {"skills": ["x"]}})
        assert about(value) == ["unknown-skill nodes.a.skills.0", "unknown-skill nodes.b.skills.0"]

    def test_a_node_with_other_defects_is_left_alone(self) -> None:
        value = workflow("a", nodes={"a": {"skills": ["x"], "max_turns": 0}})
        assert about(value) == ["schema-violation nodes.a.max_turns"]

    @pytest.mark.parametrize(("registry", "level"), [("open", "warning"), ("complete", "error")])
    def test_it_is_an_error_where_all_skills_are_known(self, registry: str, level: str) -> None:
        assert the("unknown-skill", one("slak"), registry=registry).level == level

    def test_a_near_name_is_offered(self) -> None:
        finding = the("unknown-skill", one("gtihub"))
        assert finding.help == "use `github`"
        assert finding.fix is not None
        assert [edit.text for edit in finding.fix.edits] == ["github"]

    def test_the_fix_keeps_json_valid(self) -> None:
        finding = the("unknown-skill", one("gtihub"), main="workflow.json")
        assert finding.fix is not None
        assert [edit.text for edit in finding.fix.edits] == ['"github"']

    @pytest.mark.parametrize(
        ("path", "text", "why"),
        [
            (FILE, md("description: d"), "has no `name`"),
            (FILE, md("name: ["), "front matter can't be read"),
            (FILE, md("name: Style"), "contains characters other than"),
            (".claude/skills/other/SKILL.md", md("name: -style"), "contains characters other than"),
            (FILE, md("name: stile"), "names its skill `stile`"),
        ],
    )
    def test_the_file_that_was_meant_is_the_cause(self, path: str, text: str, why: str) -> None:
        listed = "-style" if "-style" in text else "style"
        finding = the("unknown-skill", one(listed), files={path: text})
        assert why in finding.message
        assert [related.place.file for related in finding.related] == [path]

    def test_a_visit_throws_where_no_other_skill_is_usable(self) -> None:
        alone = the("unknown-skill", one("slak"), dry_run=True)
        assert "every visit throws" in alone.message
        assert verdict(alone) == "proved replay"
        beside = the("unknown-skill", one("slak", "github"), dry_run=True)
        assert "throws" not in beside.message
        assert verdict(beside) == "static"

    def test_by_the_specification_the_node_runs_without(self) -> None:
        finding = the("unknown-skill", one("slak"), semantics="documented", dry_run=True)
        assert "throws" not in finding.message
        assert verdict(finding) == "static"


class TestMcpOnlySkill:
    @pytest.mark.parametrize(
        ("listed", "level"),
        [
            (("crm",), "error"),
            (("crm", "slak"), "error"),
            (("crm", "github"), "warning"),
            (("crm", "tone"), "warning"),
            ((), "warning"),
        ],
    )
    def test_it_is_an_error_where_nothing_else_is_usable(
        self, listed: tuple[str, ...], level: str
    ) -> None:
        inline = {"crm": {"mcp": SERVER}, "tone": {"instruction": "Be kind."}}
        finding = the("mcp-only-skill", one(*listed, inline=inline))
        assert finding.level == level
        assert finding.place.pointer == ("skills", "crm")

    def test_an_empty_instruction_keeps_the_visit_from_throwing(self) -> None:
        inline = {"crm": {"mcp": SERVER, "instruction": ""}}
        assert the("mcp-only-skill", one("crm", inline=inline)).level == "warning"

    def test_a_discovered_one_is_reported_where_a_node_has_no_other(self) -> None:
        files = {FILE: md("name: style\nmcp: {url: https://x.example}", "")}
        finding = the("mcp-only-skill", one("style"), files=files, dry_run=True)
        assert (finding.level, finding.place.pointer) == ("error", ("nodes", "a", "skills", 0))
        assert verdict(finding) == "proved replay"
        assert about(one("style", "github"), files=files) == []

    def test_a_shadowed_one_has_its_own_finding(self) -> None:
        assert about(one("slack", inline={"slack": {"mcp": SERVER}})) == [
            "inline-skill-shadowed skills.slack"
        ]

    def test_a_built_in_skill_keeps_its_tools(self) -> None:
        files = {".sweny/skills/slack/SKILL.md": md(f"name: slack\nmcp: {SERVER}", "")}
        assert about(one("slack"), files=files) == []


class TestInlineSkills:
    def test_a_discovered_skill_comes_first(self) -> None:
        inline = {"style": {"instruction": "Be long."}}
        finding = the("inline-skill-shadowed", one("style", inline=inline), files={FILE: md()})
        assert [related.place.file for related in finding.related] == [FILE]

    def test_what_nobody_lists_cannot_be_shown_to_be_ignored(self) -> None:
        value = one(inline={"slack": {"instruction": "Be brief."}})
        assert verdict(the("inline-skill-shadowed", value, dry_run=True)) == "static"

    def test_the_same_text_under_the_same_name_is_no_proof(self) -> None:
        inline = {"style": {"instruction": "Be brief."}}
        value = one("style", inline=inline)
        finding = the("inline-skill-shadowed", value, files={FILE: md()}, dry_run=True)
        assert verdict(finding) == "static"

    def test_an_unused_one_that_a_misspelt_id_means_is_not_reported(self) -> None:
        inline = {"tone": {"instruction": "Be kind."}}
        assert about(one(inline=inline)) == ["unused-inline-skill skills.tone"]
        assert about(one("tnoe", inline=inline)) == ["unknown-skill nodes.a.skills.0"]

    def test_a_malformed_one_has_the_finding_of_its_shape_only(self) -> None:
        assert about(one(inline={"slack": {"mcp": {}}})) == ["schema-violation skills.slack.mcp"]


class TestDuplicateReference:
    @pytest.mark.parametrize(
        ("listed", "status"),
        [
            (("github", "github"), "proved replay"),
            (("tone", "tone"), "proved replay"),
            (("x", "x"), "static"),
        ],
    )
    def test_it_is_shown_where_something_is_doubled(
        self, listed: tuple[str, ...], status: str
    ) -> None:
        value = one(*listed, inline={"tone": {"instruction": "Be kind."}})
        finding = the("duplicate-skill-reference", value, dry_run=True)
        assert verdict(finding) == status
        assert witness(finding) == {"node": "a", "skill": listed[0]}

    def test_every_further_one_is_reported(self) -> None:
        found = of("duplicate-skill-reference", one("github", "slack", "github", "github"))
        assert [finding.place.pointer[-1] for finding in found] == [2, 3]


class TestSkillFile:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            (md(), []),
            (md("name: style\ncategory: git\nmcp: {url: https://x.example}"), []),
            (md("description: d"), ["skill-missing-name"]),
            (md("name:"), ["skill-missing-name name"]),
            ("Be brief.\n", ["skill-missing-name"]),
            ("", ["skill-missing-name"]),
            ("---\nname: style\n", ["skill-missing-name"]),
            ("\ufeff" + md(), ["skill-missing-name name"]),
            (md("name: Style"), ["skill-invalid-id name"]),
            (md("name: {a: style}"), ["skill-invalid-id name"]),
            (md("name: [style]"), []),
            (md("name: style").replace("\n", "\r\n"), ["skill-invalid-id name"]),
            (md("name: 'style'").replace("\n", "\r\n"), ["skill-invalid-frontmatter"]),
            ("---\nname: style\n----\nBe brief.\n", []),
            (md("name: " + "a" * 65), ["skill-invalid-id name"]),
            (md("name: a: b"), ["skill-invalid-frontmatter"]),
            (md("just words"), ["skill-invalid-frontmatter"]),
            (md("name: [\n----"), ["skill-invalid-frontmatter"]),
            (md("name: style\nname: other"), ["duplicate-key"]),
            (md(body=""), ["skill-empty name"]),
            (md(body=" \n"), ["skill-empty name"]),
            (md("name: style\nmcp: {}", ""), ["skill-empty name"]),
            (md("name: style\nmcp: {url: https://x.example}", ""), ["mcp-only-skill mcp"]),
            (md("name: style\nmcp: {command: npx}"), ["skill-stdio-not-wired mcp.command"]),
            (md("name: style\nmcp: {command: npx}", ""), ["skill-stdio-not-wired mcp.command"]),
            (md("name: style\nmcp: {type: http, command: npx}"), []),
            (md("name: other"), ["skill-dir-mismatch name"]),
            (md("name: style\ncategory: Git"), ["skill-category-unknown category"]),
        ],
    )
    def test_a_skill_file_by_itself(self, text: str, expected: list[str]) -> None:
        assert about(text, main=FILE) == expected

    def test_the_folder_of_the_project_root_has_no_name(self) -> None:
        assert about(md(), main="SKILL.md") == []

    def test_a_workflow_does_not_repeat_what_its_skill_files_lack(self) -> None:
        assert about(one(), files={FILE: md("name: a: b")}) == []

    def test_a_name_that_is_an_id_is_offered(self) -> None:
        finding = the("skill-invalid-id", md('name: "--Our Style!"'), main=FILE)
        assert finding.help == "use `our-style`"
