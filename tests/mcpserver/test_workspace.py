"""What a client may have read: paths by where they lead, and unsaved files."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from phaselint.mcp.workspace import checked, folders_of, workspace_of
from phaselint.vocabulary.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def work(tmp_path: Path) -> Path:
    """A folder with another in it, and a neighbor whose name begins with its own."""
    for name in ("desk/inner", "desk-2", "other"):
        (tmp_path / name).mkdir(parents=True)
    return (tmp_path / "desk").resolve()


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        (".", "."),
        ("inner/../inner/x.yaml", "inner/x.yaml"),
        ("graph.py::builder", "graph.py::builder"),
        ("../desk/inner", "inner"),
    ],
)
def test_paths_count_from_the_first_folder(work: Path, path: str, shown: str) -> None:
    assert workspace_of([str(work)]).path(path) == shown


@pytest.mark.parametrize("path", ["..", "../desk-2", "../other/x", "/", "inner/../../other"])
def test_a_path_outside_is_refused_in_one_line(work: Path, path: str) -> None:
    with pytest.raises(UsageError, match="outside the workspace; its folders are ") as caught:
        workspace_of([str(work)]).path(path)
    assert "\n" not in str(caught.value)


@pytest.mark.posix
@pytest.mark.parametrize("path", ["link", "link/x.yaml", "inner/up/x.py", "file.py::builder"])
def test_a_link_out_of_the_workspace_is_refused(work: Path, path: str) -> None:
    (work / "link").symlink_to(work.parent / "other")
    (work / "inner" / "up").symlink_to("../../desk-2")
    (work.parent / "other" / "file.py").write_text("")
    (work / "file.py").symlink_to(work.parent / "other" / "file.py")
    with pytest.raises(UsageError, match="the link points outside the workspace"):
        workspace_of([str(work)]).path(path)


@pytest.mark.posix
def test_a_link_inside_the_workspace_keeps_its_name(work: Path) -> None:
    (work / "alias").symlink_to(work / "inner")
    assert workspace_of([str(work)]).path("alias/x.yaml") == "alias/x.yaml"


@pytest.mark.posix
def test_a_workspace_may_be_named_by_a_link(work: Path) -> None:
    (work.parent / "linked").symlink_to(work)
    named = work.parent / "linked"
    workspace = workspace_of([str(named)])
    assert workspace.folder == str(work)
    assert workspace.path(str(named / "inner" / "x.yaml")) == "inner/x.yaml"


def test_a_second_folder_belongs_to_the_workspace(work: Path) -> None:
    workspace = workspace_of([str(work), str(work.parent / "other")])
    assert workspace.path("../other/x.yaml") == "../other/x.yaml"
    made = checked(workspace, {}, about=True)
    assert made.arguments == {"paths": [".", "../other"]}


def test_without_paths_a_call_is_about_its_texts(work: Path) -> None:
    made = checked(workspace_of([str(work)]), {"texts": {"new/a.yaml": "x"}}, about=True)
    assert made.arguments == {"paths": ["new/a.yaml"]}
    assert made.texts == {os.path.join(work, "new/a.yaml"): "x"}


def test_roots_are_folders_on_this_machine() -> None:
    assert folders_of(["file:///a%20b", "https://example.org/x"]) == ["/a b"]
    assert folders_of([]) == []
    with pytest.raises(UsageError, match="no root is a folder on this machine: https://"):
        folders_of(["https://example.org/x"])


def test_a_workspace_without_any_folder_is_refused(work: Path) -> None:
    with pytest.raises(UsageError, match="no folder of the workspace exists"):
        workspace_of([str(work / "gone")])
