"""Which files are workflows and skills (reference §1)."""

from __future__ import annotations

import pytest

from phaselint.dialects.sweny.detect import claim, detect
from phaselint.project.memory import DictReader

WORKFLOW = "id: w\nname: W\nentry: a\nnodes: {}\nedges: []\n"
JSON = '{"id": "w", "name": "W", "entry": "a", "nodes": {}, "edges": []}'
SKILL = "---\nname: own\n---\n"
SCHEMA = "https://spec.sweny.ai/schemas/workflow.json"


def detected(files: dict[str, str], folder: str = "", exclude: tuple[str, ...] = ()) -> list[str]:
    reader = DictReader(files, exclude=exclude)
    return [target.path for target in detect(reader, folder)]


def claimed(files: dict[str, str], path: str, forced: bool = False) -> list[tuple[str, str]]:
    reader = DictReader(files, named=[path])
    return [(target.folder, target.main) for target in claim(reader, path, forced)]


class TestWorkflows:
    @pytest.mark.parametrize(
        "text",
        [
            WORKFLOW,
            "name: W\nentry: a\nnodes: {}\n",
            "id: w\nnodes: {}\nedges: []\n",
            f"# yaml-language-server: $schema={SCHEMA}\nid: w\n",
            f"# $schema: {SCHEMA}\nid: w\n",
            "# yaml-language-server: $schema=../spec/public/schemas/workflow.json\nid: w\n",
            "# SWEny Workflow Definition\n---\nid: w\n",
            f"# yaml-language-server: $schema={SCHEMA}\n[not, a, mapping]\n",
            "id: w\nname: [\nnodes:\n  a: 1\nentry: a\n",
            "id: w\nnodes: {}\nentry: a\nentry: b\n",
            'id: w\n"n\\x6fdes": {}\nentry: a\n',
        ],
    )
    def test_recognised(self, text: str) -> None:
        assert detected({"w.yml": text}) == ["w.yml"]

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "nodes: {}\nentry: a\n",
            "id: w\nname: W\nentry: a\nedges: []\n",
            "id: w\nname: W\nnodes: {}\n",
            "id: w\nname: W\nnodes: []\nedges: []\n",
            "id: w\nname: W\nnodes: {}\nedges: {}\n",
            WORKFLOW + "jobs: {}\n",
            WORKFLOW + "on: push\n",
            "services: {a: {image: x}}\n",
            "name: [\nnodes:\n  a: 1\n",
        ],
    )
    def test_other_files(self, text: str) -> None:
        assert detected({"w.yml": text}) == []

    @pytest.mark.parametrize(
        ("text", "found"),
        [
            (JSON, ["w.json"]),
            ('{"nodes": [], "edges": [], "id": 1}', []),
            ('{"data": 1}', []),
            ('{\n  "id": "w",\n  "name": "W",\n  "nodes": {,\n  "entry": "a"\n}', ["w.json"]),
        ],
    )
    def test_json(self, text: str, found: list[str]) -> None:
        assert detected({"w.json": text}) == found

    @pytest.mark.parametrize("name", ["a.YML", "b.yaml"])
    def test_extensions(self, name: str) -> None:
        assert detected({name: WORKFLOW}) == [name]

    @pytest.mark.parametrize("name", ["w.txt", "w.script.yaml", ".w.yml", ".sweny.yml"])
    def test_names_that_are_never_detected(self, name: str) -> None:
        assert detected({name: WORKFLOW}) == []

    def test_a_workflow_is_found_with_its_folder_alone(self) -> None:
        files = {"w.yml": WORKFLOW, "sub/v.yml": WORKFLOW}
        assert detected(files) == ["w.yml"]
        assert detected(files, "sub") == ["sub/v.yml"]


class TestHiddenFolders:
    def test_whatever_lies_in_the_folders_of_the_product_is_a_workflow(self) -> None:
        files = {
            "app/.sweny/workflows/a.yml": "text",
            "app/.sweny/workflows/b.json": JSON,
            "app/.sweny/workflows/c.json": "{}",
            "app/.sweny/workflows/sub/d.yml": WORKFLOW,
            "app/.sweny/e2e/e.yaml": "id: e\n",
            "app/.sweny/f.yml": WORKFLOW,
        }
        assert detected(files, "app") == [
            "app/.sweny/workflows/a.yml",
            "app/.sweny/workflows/b.json",
            "app/.sweny/e2e/e.yaml",
        ]
        assert detected(files) == []

    def test_skills(self) -> None:
        files = {
            f"{harness}/skills/x/SKILL.md": SKILL
            for harness in (".claude", ".sweny", ".gemini", ".agents", ".other")
        }
        assert detected(files) == [
            ".gemini/skills/x/SKILL.md",
            ".agents/skills/x/SKILL.md",
            ".claude/skills/x/SKILL.md",
            ".sweny/skills/x/SKILL.md",
        ]

    @pytest.mark.parametrize(
        "files", [{".sweny.yml": "{}"}, {"w.yml": WORKFLOW}, {"flows/w.yml": WORKFLOW}]
    )
    def test_skills_of_other_products_count_where_this_one_is_in_use(
        self, files: dict[str, str]
    ) -> None:
        skills = {".claude/skills/x/SKILL.md": SKILL}
        assert detected(skills) == []
        assert ".claude/skills/x/SKILL.md" in detected({**skills, **files})

    @pytest.mark.parametrize("pattern", [".sweny/", ".sweny/workflows/", "*.yml"])
    def test_what_is_ignored_stays_out(self, pattern: str) -> None:
        files = {".sweny/workflows/a.yml": WORKFLOW}
        assert detected(files) == [".sweny/workflows/a.yml"]
        assert detected({**files, ".gitignore": pattern}) == []
        assert detected(files, exclude=(pattern,)) == []

    def test_a_hidden_folder_the_user_named(self) -> None:
        files = {".sweny/workflows/a.yml": "{}", ".claude/skills/x/SKILL.md": SKILL}
        assert detected(files, ".sweny/workflows") == [".sweny/workflows/a.yml"]
        assert detected(files, ".claude/skills/x") == [".claude/skills/x/SKILL.md"]


class TestNamedFiles:
    @pytest.mark.parametrize(
        ("path", "content", "found", "forced"),
        [
            ("a/w.yml", WORKFLOW, True, True),
            ("a/w.json", JSON, True, True),
            ("a/w.yml", "other: 1\n", False, True),
            ("a/w.json", "{}", False, True),
            ("a/.sweny.yml", WORKFLOW, False, False),
            ("a/w.script.yml", WORKFLOW, False, False),
            ("a/.w.yml", WORKFLOW, True, True),
            ("a/w.txt", WORKFLOW, False, False),
            ("a/SKILL.md", "text", True, True),
            ("a/README.md", SKILL, False, False),
        ],
    )
    def test_claimed(self, path: str, content: str, found: bool, forced: bool) -> None:
        claim = [("a", path)]
        assert claimed({path: content}, path) == claim * found
        assert claimed({path: content}, path, forced=True) == claim * forced

    def test_a_folder_with_a_skill(self) -> None:
        assert claimed({"a/SKILL.md": SKILL}, "a", forced=True) == [("a", "a/SKILL.md")]

    def test_a_folder_stands_for_all_files_in_it(self) -> None:
        files = {
            "a/w.yml": WORKFLOW,
            "a/other.yml": "x: 1\n",
            "a/data.json": "{}",
            "a/w.script.yml": "{}",
            "a/b/v.yml": WORKFLOW,
            "a/.sweny/workflows/u.yml": WORKFLOW,
        }
        assert sorted(main for _, main in claimed(files, "a", forced=True)) == [
            "a/.sweny/workflows/u.yml",
            "a/data.json",
            "a/other.yml",
            "a/w.yml",
        ]
