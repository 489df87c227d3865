"""What the reference makes of SKILL.md files, and of all skills together (§5.8, §5.15)."""

from __future__ import annotations

import pytest

from phaselint.dialects.sweny.model import Skill, SkillFile
from phaselint.dialects.sweny.reading.catalogue import SKILLS
from phaselint.dialects.sweny.reading.skills import (
    alias_classes,
    ambiguous_aliases,
    discover,
    read_file,
    registry,
)
from phaselint.document.reader import read, read_text
from phaselint.project.memory import DictReader


def file(text: str) -> SkillFile:
    return read_file(read_text("s/own/SKILL.md", text))


def skill(front: str, body: str = "Do.") -> Skill:
    found = file(f"---\n{front}\n---\n{body}").skill
    assert found is not None
    return found


class TestFaults:
    @pytest.mark.parametrize(
        "text",
        [
            "Do.\n",
            "---\n---\nDo.\n",
            "---\nname: x\n",
            "---\n# nothing\n---\n",
            "---\ndescription: d\n---\n",
            "---\nname:\n---\n",
            "---\nname: ''\n---\n",
            "---\nname: 0\n---\n",
            "---\nname: .nan\n---\n",
            "---\n- name\n---\n",
            "\ufeff---\nname: own\n---\n",
            "\n---\nname: own\n---\n",
        ],
    )
    def test_missing_name(self, text: str) -> None:
        assert file(text).fault == "missing-name"

    @pytest.mark.parametrize(
        "text",
        [
            "---\nname: [\n---\n",
            "---\nname: a\nname: b\n---\n",
            "---\njust text\n---\n",
            "---\n5\n---\n",
            "---\nname: [\n----\n",
        ],
    )
    def test_invalid_frontmatter(self, text: str) -> None:
        assert file(text).fault == "invalid-frontmatter"

    @pytest.mark.parametrize(
        "name",
        [
            "My-Skill",
            "my_skill",
            "a--b",
            "-a",
            "a-",
            "ä",
            "a" * 65,
            "1.5",
            "[a, b]",
            "[]",
            "{a: b}",
        ],
    )
    def test_invalid_id(self, name: str) -> None:
        found = file(f"---\nname: {name}\n---\n")
        assert (found.fault, found.skill) == ("invalid-id", None)

    @pytest.mark.parametrize(
        ("front", "fault"),
        [
            ("name: own", "invalid-id"),
            ("config: {K: {required: true}}\nname: own", "invalid-id"),
            ("name: 'own'", "invalid-frontmatter"),
            ('name: own\ndescription: "Ours."', "invalid-frontmatter"),
            ("name: own\nmcp: {url: u}", "invalid-frontmatter"),
            ("name: own\nmcp:\n  headers: {a: b}", "invalid-frontmatter"),
        ],
    )
    def test_the_last_line_keeps_its_carriage_return(self, front: str, fault: str) -> None:
        text = f"---\n{front}\n---\nDo.\n"
        assert file(text).fault is None
        found = file(text.replace("\n", "\r\n"))
        assert found.fault == fault
        assert fault == "invalid-frontmatter" or "CRLF" in found.reason

    def test_a_front_matter_is_as_strict_as_a_workflow(self) -> None:
        front = 'name: own\ndescription: "One\n  two"'
        assert file(f"---\n{front}\n---\n").fault is None
        assert file(f"---\n{front.replace('  ', '')}\n---\n").fault == "invalid-frontmatter"

    def test_unreadable_file(self) -> None:
        document = read("s/own/SKILL.md", b"---\nname: \xff\n---\n")
        assert read_file(document).fault == "unreadable-file"

    def test_every_fault_has_a_reason(self) -> None:
        texts = ("", "---\nname: [\n---\n", "---\n5\n---\n", "---\nname: A\n---\n")
        assert all(file(text).reason for text in texts)


class TestSkill:
    @pytest.mark.parametrize(
        ("name", "id"),
        [("a", "a"), ("a-b-1", "a-b-1"), ("42", "42"), ("true", "true"), ("[a]", "a")],
    )
    def test_the_name_is_the_id(self, name: str, id: str) -> None:
        assert skill(f"name: {name}").id == id

    @pytest.mark.parametrize(
        "text",
        [
            "---\nname: own\n---\n\n Do. \n",
            "---\r\nname: own\r\ncategory: git\r\n---\r\nDo.",
            "---\r\nname: own\r\n# last\r\n---\r\nDo.",
            "--- \n\nname: own\n---\nDo.",
        ],
    )
    def test_the_body_is_the_instruction(self, text: str) -> None:
        found = file(text).skill
        assert found is not None
        assert (found.id, found.instruction) == ("own", "Do.")

    def test_any_line_that_starts_with_dashes_ends_the_front_matter(self) -> None:
        found = file("---\nname: own\n---- x\nDo.\n---\n").skill
        assert found is not None
        assert found.instruction == "- x\nDo.\n---"

    def test_an_unknown_category_becomes_general(self) -> None:
        found = file("---\nname: own\ncategory: fun\n---\n")
        assert found.skill is not None
        assert (found.skill.category, found.category) == ("general", "fun")
        assert skill("name: own\ncategory: data").category == "data"

    def test_configuration_is_read_from_the_environment(self) -> None:
        found = skill("name: own\nconfig: {A: {required: true}, B: {}, C: {required: yes}, D: x}")
        assert (found.required_env, found.optional_env) == (("A",), ("B", "C"))

    @pytest.mark.parametrize(
        ("mcp", "kept", "stdio"),
        [
            ("{command: run}", None, True),
            ("{type: stdio, command: run, url: u}", None, True),
            ("{type: http, command: run}", {"type": "http", "command": "run"}, False),
            ("{url: u, other: x}", {"type": "http", "url": "u"}, False),
            ("{args: [a]}", None, False),
            ("text", None, False),
        ],
    )
    def test_a_server_with_a_command_is_dropped(
        self, mcp: str, kept: dict[str, str] | None, stdio: bool
    ) -> None:
        found = file(f"---\nname: own\nmcp: {mcp}\n---\n")
        assert found.skill is not None
        assert (found.skill.mcp, found.stdio) == (kept, stdio)


def skill_file(name: str, body: str = "Do.", more: str = "") -> str:
    return f"---\nname: {name}\n{more}---\n{body}"


class TestRegistry:
    def test_files_come_lowest_priority_first(self) -> None:
        files = {
            f"{harness}/skills/x/SKILL.md": skill_file("x", harness)
            for harness in (".sweny", ".claude", ".gemini", ".agents")
        }
        found = discover(DictReader(files), [""])
        order = [each.file.partition("/")[0] for each in found]
        assert order == [".gemini", ".agents", ".claude", ".sweny"]
        assert registry(found)["x"].instruction == ".sweny"

    def test_only_folders_with_a_skill_file_count(self) -> None:
        files = {
            ".claude/skills/SKILL.md": skill_file("a"),
            ".claude/skills/b/skill.md": skill_file("b"),
            ".claude/skills/c/d/SKILL.md": skill_file("c"),
            "skills/e/SKILL.md": skill_file("e"),
        }
        assert discover(DictReader(files), [""]) == ()

    def test_faulty_files_bring_nothing(self) -> None:
        found = discover(DictReader({".claude/skills/a/SKILL.md": "Do."}), [""])
        assert [each.fault for each in found] == ["missing-name"]
        assert registry(found) == SKILLS

    def test_a_built_in_skill_keeps_its_tools(self) -> None:
        text = skill_file("github", "Be kind.", "config: {GITHUB_TOKEN: {}, X: {required: true}}\n")
        found = registry(discover(DictReader({".claude/skills/a/SKILL.md": text}), [""]))["github"]
        assert (found.origin, found.tools) == ("builtin", SKILLS["github"].tools)
        assert (found.instruction, found.file) == ("Be kind.", ".claude/skills/a/SKILL.md")
        assert (found.required_env, found.optional_env) == (("X",), ("GITHUB_TOKEN",))


class TestAliases:
    def test_names_of_one_tool_stand_for_each_other(self) -> None:
        classes = alias_classes(SKILLS.values())
        assert classes["create_pull_request"] == {"github_create_pr", "create_pull_request"}
        assert classes["linear_create_issue"] == {
            "linear_create_issue",
            "linear_update_issue",
            "save_issue",
        }
        assert "github_get_issue" not in classes

    def test_a_name_that_two_skills_give_counts_for_neither(self) -> None:
        one = Skill("one", "builtin", aliases={"a": ("x", "y")})
        two = Skill("two", "builtin", aliases={"b": ("x",), "c": ("c",)})
        assert ambiguous_aliases([one, two]) == {"x": ("one", "two")}
        assert alias_classes([one, two]) == {"a": {"a", "y"}, "y": {"a", "y"}}
