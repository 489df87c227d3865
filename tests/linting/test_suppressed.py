"""What is read again to see what the configuration suppresses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from benchmarks.contracts import write_sets
from phaselint.api import builtin_rules
from phaselint.linting.batch import Documents
from phaselint.linting.request import Request
from phaselint.linting.run import run

if TYPE_CHECKING:
    from pathlib import Path

    from phaselint.document import Document
    from phaselint.linting.result import Result

ENTRY = '[[suppress]]\npath = "{}"\nrule = "unreachable-phase"\nreason = "{}"\n'


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The documents that are asked for once contracts are checked."""
    asked: list[str] = []
    get = Documents.get

    def noted(documents: Documents, path: str) -> Document | None:
        asked.append(path)
        return get(documents, path)

    monkeypatch.setattr(Documents, "get", noted)
    return asked


def linted(folder: Path) -> Result:
    return run(Request((str(folder),), jobs=1), builtin_rules())


def test_an_entry_for_no_file_reads_none(tmp_path: Path, read: list[str]) -> None:
    write_sets(str(tmp_path), 3)
    (tmp_path / "phaselint.toml").write_text(ENTRY.format("elsewhere/**", "later"))
    assert linted(tmp_path).findings == ()
    assert read == []


def test_neither_does_one_for_all_files(tmp_path: Path, read: list[str]) -> None:
    """What findings and comments say of their documents was kept."""
    write_sets(str(tmp_path), 3)
    first, second, _ = sorted(tmp_path.glob("*/session.yaml"))
    island = "phases:\n  - name: island\n"
    first.write_text(first.read_text().replace("phases:\n", island, 1))
    second.write_text(f"# phaselint: ignore-file[dead-phase] later\n{second.read_text()}")
    (tmp_path / "phaselint.toml").write_text(ENTRY.format("**", "later"))
    found = {each.file for each in linted(tmp_path).suppressed}
    assert first.relative_to(tmp_path).as_posix() in found
    assert {*read} <= {"phaselint.toml"}
