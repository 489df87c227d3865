"""Links, and files that cannot be read, in teams (reference §1.1, §2.3): a file is read once, under
its own path, and no name is unknown because a file was not read."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from phaselint.document.limits import SIZE_LIMIT
from teams import CLAUDE, HOME, Said, agent, checked, found, put, to

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.posix

LEAD = f"{HOME}lead.agent.md"
UNREADABLE = ("error", "unreadable-file")


def link(path: Path, target: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(target)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project whose lead hands off to `Helper`, which no file of it is called."""
    put(tmp_path / "project", {LEAD: agent("Lead", to("Helper"))})
    return tmp_path / "project"


def test_without_a_link_nobody_is_called_so(project: Path) -> None:
    assert found(project) == [Said("warning", "unknown-target", LEAD)]


class TestInsideTheProject:
    def test_a_link_is_read_under_the_path_of_its_target(self, project: Path) -> None:
        put(project, {"shared/helper.md": agent("Helper", "agents: Lead")})
        link(project / HOME / "helper.agent.md", "../../shared/helper.md")
        assert found(project) == [Said("error", "field-type", "shared/helper.md")]

    def test_a_link_to_a_loose_agent_makes_it_one_of_the_team(self, project: Path) -> None:
        put(project, {"shared/helper.agent.md": agent("Helper", to("Lead"))})
        link(project / HOME / "helper.agent.md", "../../shared/helper.agent.md")
        assert found(project) == []
        assert checked(project) == [". (2 files)"]
        assert checked(project, "shared/helper.agent.md") == [". (2 files)"]

    def test_a_loose_link_to_an_agent_of_the_team_is_no_team(self, project: Path) -> None:
        put(project, {f"{HOME}helper.agent.md": agent("Helper")})
        link(project / "bundle/lead.agent.md", f"../{LEAD}")
        assert found(project) == []
        assert checked(project) == [". (2 files)"]

    def test_two_ways_to_one_file_are_one_agent(self, project: Path) -> None:
        put(project, {f"{HOME}z.agent.md": agent("Helper")})
        link(project / HOME / "a.agent.md", "z.agent.md")
        link(project / HOME / "b.agent.md", "z.agent.md")
        assert found(project) == []

    def test_the_same_team_for_another_harness_is_read_once(self, project: Path) -> None:
        put(project, {f"{HOME}helper.agent.md": agent("Helper")})
        link(project / ".claude/agents", "../.github/agents")
        assert found(project) == []
        assert checked(project) == [". (2 files)"]

    def test_what_a_link_has_in_another_family_is_a_name_there(self, project: Path) -> None:
        put(project, {f"{CLAUDE}deep/helper.md": agent("Helper")})
        link(project / HOME / "helper.md", "../../.claude/agents/deep/helper.md")
        assert found(project) == []

    def test_the_folder_of_agents_may_be_a_link(self, tmp_path: Path) -> None:
        put(tmp_path, {"team/lead.agent.md": agent("Lead", to("lead"))})
        link(tmp_path / ".github/agents", "../team")
        assert found(tmp_path) == [Said("warning", "unknown-target", "team/lead.agent.md")]

    def test_folders_that_lead_to_each_other_end(self, project: Path) -> None:
        link(project / HOME / "loop", "..")
        link(project / HOME / "here", ".")
        link(project / ".claude", ".github")
        assert found(project) == [Said("warning", "unknown-target", LEAD)]


class TestWhatIsNotRead:
    def test_a_link_out_of_the_project_is_a_name(self, project: Path) -> None:
        put(project.parent / "other", {"helper.agent.md": agent("Helper", "agents: x")})
        link(project / HOME / "helper.agent.md", "../../../other/helper.agent.md")
        assert found(project) == [Said(*UNREADABLE, f"{HOME}helper.agent.md")]

    def test_a_link_to_nowhere_is_a_name(self, project: Path) -> None:
        link(project / HOME / "helper.agent.md", "gone.md")
        link(project / HOME / "round.agent.md", "round.agent.md")
        files = [f"{HOME}helper.agent.md", f"{HOME}round.agent.md"]
        assert found(project) == [Said(*UNREADABLE, file) for file in files]

    def test_a_folder_that_leads_out_may_have_any_name(self, project: Path) -> None:
        put(project.parent / "other", {"helper.md": agent("Helper")})
        link(project / ".claude/agents", "../../other")
        assert found(project) == [Said(*UNREADABLE, ".claude/agents")]

    def test_a_file_too_large_may_have_any_name(self, project: Path) -> None:
        put(project, {f"{HOME}big.agent.md": agent("Helper", body="x" * SIZE_LIMIT)})
        assert found(project) == [Said("error", "limit-exceeded", f"{HOME}big.agent.md")]

    @pytest.mark.parametrize("name", [b"Helper", b"H\xe9lper"])
    def test_what_is_no_utf_8_keeps_its_name(self, project: Path, name: bytes) -> None:
        text = b"---\nname: " + name + b"\ndescription: caf\xe9\n---\n"
        put(project, {f"{HOME}x.agent.md": text})
        assert found(project) == [Said(*UNREADABLE, f"{HOME}x.agent.md")]

    @pytest.mark.skipif(os.geteuid() == 0, reason="the system refuses the superuser nothing")
    @pytest.mark.parametrize("path", [f"{CLAUDE}helper.md", CLAUDE, f"{CLAUDE}deep"])
    def test_what_the_system_refuses_may_have_any_name(self, project: Path, path: str) -> None:
        put(project, {f"{CLAUDE}helper.md": agent("Helper"), f"{CLAUDE}deep/x.md": agent("x")})
        mode = (project / path).stat().st_mode
        (project / path).chmod(0)
        try:
            assert found(project) == [Said(*UNREADABLE, path.rstrip("/"))]
        finally:
            (project / path).chmod(mode)

    def test_a_folder_called_like_an_agent_is_none(self, project: Path) -> None:
        put(project, {f"{HOME}helper.agent.md/notes.txt": "x"})
        assert found(project) == [Said("warning", "unknown-target", LEAD)]

    def test_a_path_in_place_of_a_link_is_a_name(self, project: Path) -> None:
        put(project, {f"{HOME}helper.agent.md": "../../elsewhere/helper.agent.md"})
        assert found(project) == []


def test_nothing_is_said_of_offers_that_a_file_may_make(tmp_path: Path) -> None:
    hidden = ("user-invocable: false", "disable-model-invocation: true")
    files = {LEAD: agent("Lead"), f"{HOME}x.agent.md": agent("X", *hidden)}
    put(tmp_path, files)
    assert [each.name for each in found(tmp_path)] == ["unreachable-phase"]
    link(tmp_path / HOME / "y.agent.md", "gone.md")
    assert [each.name for each in found(tmp_path)] == ["unreadable-file"]
