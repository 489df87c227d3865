"""Which folders and files are contracts, and which files of a folder are tools (reference §1)."""

from __future__ import annotations

import pytest

from phaselint.dialects.vesanor.detect import claim, detect
from phaselint.project.memory import DictReader

SESSION = "schema_version: '1.0'\nagent: x\n"
TOOL = "tool: t\nside_effect: read\n"
WORKFLOW = "workflow: w\nroles: [{name: r, session_contract: sub/session.yaml}]\n"
TEST = "tool: t\nassertions: {}\n"


def detected(files: dict[str, str], folder: str = "") -> list[str]:
    return [target.path for target in detect(DictReader(files), folder)]


def claimed(files: dict[str, str], path: str, forced: bool = False) -> list[tuple[str, str]]:
    reader = DictReader(files, named=[path])
    return [(target.folder, target.main) for target in claim(reader, path, forced)]


class TestFolders:
    @pytest.mark.parametrize(
        "files",
        [
            {"c/session.yaml": SESSION},
            {"c/session.yml": SESSION},
            {"c/session.yaml": "phases: []\ntransitions: {}\n"},
            {"c/session.yaml": "graph_analysis: {}\nsession_limits: {}\n"},
            {"c/t.yaml": "tool: t\npreconditions: []\n"},
            {"c/t.yml": "tool: t\nforbids_after: []\n"},
            {"c/t.yaml": TOOL, "c/session.yaml": "name: unrelated\n"},
        ],
    )
    def test_sets(self, files: dict[str, str]) -> None:
        assert detected(files, "c") == ["c"]

    @pytest.mark.parametrize(
        "files",
        [
            {},
            {"c/session.yaml": "agent: x\n"},
            {"c/session.yaml": "[phases, transitions]\n"},
            {"c/other.yaml": SESSION},
            {"c/t.yaml": "tool: t\ngate: block\n"},
            {"c/t.yaml": "side_effect: read\nevidence_class: x\n"},
            {"c/.session.yaml": SESSION},
            {"c/.t.yaml": TOOL},
            {"c/t.yaml.bak": TOOL},
            {"c/sub/t.yaml": TOOL},
            {"c/workflow.yaml": "workflow: w\n"},
            {"c/pack.yaml": "name: p\n"},
            {"c/pack.yaml": "name: p\n", "c/contracts/t.yaml": "tool: t\n"},
            {"c/x.script.yaml": "version: 1\ntool: t\nside_effect: read\n"},
        ],
    )
    def test_others_belong_to_nobody(self, files: dict[str, str]) -> None:
        assert detected(files, "c") == []

    def test_a_session_that_does_not_parse_is_known_by_its_text(self) -> None:
        assert detected({"session.yaml": "phases: [\ntransitions: {\n"}) == [""]

    def test_a_workflow_and_the_sets_of_its_roles(self) -> None:
        files = {"workflow.yaml": WORKFLOW, "sub/session.yaml": SESSION, "sub/t.yaml": TOOL}
        assert detected(files) == ["workflow.yaml", "sub"]

    def test_a_role_may_name_a_session_file_of_any_name(self) -> None:
        workflow = "workflow: w\nroles: [{name: r, session_contract: ./role-a.yaml}]\n"
        files = {"workflow.yaml": workflow, "role-a.yaml": SESSION}
        assert detected(files) == ["workflow.yaml", "role-a.yaml"]

    @pytest.mark.parametrize("path", ["../other.yaml", "/etc/passwd", "missing.yaml", ""])
    def test_a_role_that_leads_nowhere_is_no_contract(self, path: str) -> None:
        files = {"workflow.yaml": f"workflow: w\nroles: [{{session_contract: '{path}'}}]\n"}
        assert detected(files) == ["workflow.yaml"]

    def test_an_absolute_path_of_a_role_does_not_count_from_the_folder(self) -> None:
        workflow = "workflow: w\nroles: [{session_contract: /session.yaml}]\n"
        files = {"c/workflow.yaml": workflow, "c/session.yaml": "name: unrelated\n"}
        assert detected(files, "c") == ["c/workflow.yaml"]

    def test_a_pack_and_its_tests(self) -> None:
        files = {"pack.yaml": "name: p\n", "contracts/t.yaml": TEST + "side_effect: read\n"}
        assert detected(files) == ["pack.yaml"]
        assert detected(files, "contracts") == []

    def test_a_session_in_the_contracts_of_a_pack_is_a_set(self) -> None:
        files = {
            "pack.yaml": "name: p\n",
            "contracts/t.yaml": TEST,
            "contracts/session.yaml": SESSION,
        }
        assert detected(files, "contracts") == ["contracts"]

    def test_hidden_and_ignored_files_do_not_count(self) -> None:
        assert detected({"session.yaml": SESSION, ".gitignore": "session.yaml\n"}) == []


SET = {"c/session.yaml": SESSION, "c/t.yaml": TOOL, "c/notes.yaml": "k: 1\n"}


class TestNamedPaths:
    @pytest.mark.parametrize("path", ["c", "c/session.yaml", "c/t.yaml"])
    def test_a_file_pulls_in_its_set(self, path: str) -> None:
        assert claimed(SET, path) == [("c", "")]

    def test_a_file_of_another_kind_belongs_to_nobody_unless_the_dialect_is_named(self) -> None:
        assert claimed(SET, "c/notes.yaml") == []
        assert claimed(SET, "c/notes.yaml", forced=True) == [("c", "")]

    def test_a_folder_is_taken_as_a_set_when_the_dialect_is_named(self) -> None:
        assert claimed({"c/notes.yaml": "k: 1\n"}, "c") == []
        assert claimed({"c/notes.yaml": "k: 1\n"}, "c", forced=True) == [("c", "")]
        assert claimed({"c/notes.txt": "k: 1\n"}, "c", forced=True) == []

    def test_a_session_of_another_name_is_the_main_file(self) -> None:
        files = {"c/role.yaml": SESSION, "c/t.yaml": TOOL}
        assert claimed(files, "c/role.yaml") == [("c", "c/role.yaml")]

    def test_a_poor_session_file_needs_the_dialect_to_be_named(self) -> None:
        assert claimed({"session.yaml": "agent: x\n"}, "session.yaml") == []
        assert claimed({"session.yaml": "agent: x\n"}, "session.yaml", forced=True) == [("", "")]

    def test_a_workflow_comes_with_its_roles(self) -> None:
        files = {"workflow.yaml": WORKFLOW, "sub/session.yaml": SESSION}
        assert claimed(files, "workflow.yaml") == [("", "workflow.yaml"), ("sub", "")]
        assert claimed({"workflow.yaml": "jobs: {}\n"}, "workflow.yaml") == []

    def test_a_contract_test_is_taken_in_its_pack(self) -> None:
        files = {"p/pack.yaml": "name: p\n", "p/contracts/t.yaml": TEST}
        assert claimed(files, "p/contracts/t.yaml") == [("p", "p/pack.yaml")]
        assert claimed(files, "p/pack.yaml") == [("p", "p/pack.yaml")]

    def test_a_broken_file_belongs_to_the_set_around_it(self) -> None:
        broken = {**SET, "c/broken.yaml": "tool: [\n"}
        assert claimed(broken, "c/broken.yaml") == [("c", "")]
        assert claimed({"c/broken.yaml": "other: [\n"}, "c/broken.yaml") == []

    def test_other_formats_are_never_claimed(self) -> None:
        assert claimed({"c/session.json": "{}"}, "c/session.json", forced=True) == []


def test_a_session_file_that_nobody_can_read_is_known_by_its_name() -> None:
    reader = DictReader({"c/session.yaml": "a: [", "d/notes.yaml": "a: ["})
    assert [each.folder for each in claim(reader, "c/session.yaml", forced=False)] == ["c"]
    assert list(claim(reader, "d/notes.yaml", forced=False)) == []
