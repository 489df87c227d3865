"""What is read of a contract to keep what a report says of its findings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from climpt import STEPS, contract
from phaselint.api import builtin_rules
from phaselint.linting.request import Request
from phaselint.linting.run import run
from phaselint.project.reader import ProjectReader

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from phaselint.document import Document

LISTING = "---\nuvVariables: [other]\n---\n# Do it\n"


def test_a_prompt_is_parsed_only_where_something_is_found_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    document = ProjectReader._read

    def noted(reader: ProjectReader, path: str) -> Document | None:
        read.append(path)
        return document(reader, path)

    monkeypatch.setattr(ProjectReader, "_read", noted)
    files = contract(*STEPS, prompts={"initial/issue": LISTING})
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    found = {each.file for each in run(Request((str(tmp_path),), jobs=1), builtin_rules()).findings}
    prompts = {path for path in files if path.endswith(".md")}
    assert len(prompts - found) > 1
    assert prompts & found
    assert {path for path in read if path.endswith(".md")} == prompts & found
