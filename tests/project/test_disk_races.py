"""Files that change while they are read."""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING, Any

import pytest

from phaselint.project.disk import DiskReader

if TYPE_CHECKING:
    from pathlib import Path

    from phaselint.document import Document

VANISHED = ("unreadable-file", "the file vanished before it was read")


def problems(document: Document | None) -> list[tuple[str, str]]:
    assert document is not None
    assert document.value is None
    return [(problem.kind, problem.message) for problem in document.problems]


def test_file_that_vanishes_after_it_was_listed(root: Path) -> None:
    (root / "a.yaml").write_text("k: 1")
    reader = DiskReader(str(root))
    assert reader.names("") == ("a.yaml",)
    (root / "a.yaml").unlink()
    assert problems(reader.document("a.yaml")) == [VANISHED]


def test_file_that_vanishes_after_it_was_looked_at(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (root / "a.yaml").write_text("k: 1")
    reader = DiskReader(str(root))
    assert reader.names("") == ("a.yaml",)

    def gone(*_arguments: Any, **_more: Any) -> int:
        raise FileNotFoundError(errno.ENOENT, "No such file or directory")

    monkeypatch.setattr(os, "open", gone)
    assert problems(reader.document("a.yaml")) == [VANISHED]


@pytest.mark.posix
def test_file_that_becomes_a_link_after_it_was_looked_at(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (root / "a.yaml").write_text("k: 1")
    (root.parent / "secret.yaml").write_text("k: 2")
    reader = DiskReader(str(root))
    real_open = os.open

    def swap(path: str, flags: int, *mode: int, **more: Any) -> int:
        os.unlink(path)
        os.symlink("../secret.yaml", path)
        return real_open(path, flags, *mode, **more)

    monkeypatch.setattr(os, "open", swap)
    assert problems(reader.document("a.yaml"))
