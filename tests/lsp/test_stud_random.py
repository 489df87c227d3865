"""A pipeline that is edited again and again: what is reported is what an editor reports that has
just been opened on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchmarks.bench_server import branching
from lsp.desks import Editor
from phaselint.document.reader import read

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

    from phaselint.vocabulary.diagnostic import Diagnostic

PIECES = st.sampled_from(
    (
        *("", "x", ":", "\n", "{", "}", ", "),
        *("exists: false", "verdict: fail", "equals: b", "parsed.e", "capHit: true"),
        *("pattern: '^a'", "{{ctx.upstream[0].parsed.e}}", "required: [e]", "nextStages: [n1]"),
    )
)
EDITS = st.tuples(st.integers(0, 10_000), st.integers(0, 100_000), st.integers(0, 9), PIECES)
SWAPS = st.tuples(st.integers(0, 10_000), *[st.integers(0, 100_000)] * 2)


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("phaselint.vocabulary.batched_cache._BLOCK", 3)


def opened(root: Path, texts: dict[str, str]) -> Editor:
    """An editor with some files open that has looked at everything."""
    editor = Editor(root)
    for file, text in texts.items():
        editor.open(file, text)
    editor.scan()
    return editor


def found(editor: Editor, files: dict[str, str]) -> list[tuple[Diagnostic, ...]]:
    return [editor.desk.findings(str(editor.root / file)) for file in files]


@given(st.lists(st.one_of(EDITS, SWAPS), min_size=1, max_size=6))
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_a_pipeline_that_is_edited(
    tmp_path_factory: pytest.TempPathFactory, edits: list[tuple[Any, ...]]
) -> None:
    root = tmp_path_factory.mktemp("pipeline")
    texts = branching(7)
    for file, text in texts.items():
        (root / file).parent.mkdir(parents=True, exist_ok=True)
        (root / file).write_text(text)
    editor = opened(root, texts)
    for number, *edit in edits:
        file = [*texts][number % len(texts)]
        texts[file] = edited(texts[file], edit)
        editor.edit(file, texts[file])
        if all(read(name, text.encode()).readable for name, text in texts.items()):
            assert found(editor, texts) == found(opened(root, texts), texts)


def edited(text: str, edit: list[Any]) -> str:
    """A string with a piece of it replaced, or with one line in the place of another."""
    if len(edit) == len(("at", "gone", "new")):
        at, gone, new = edit
        start = at % (len(text) + 1)
        return f"{text[:start]}{new}{text[start + gone :]}"
    lines = text.splitlines(keepends=True)
    one, other = (each % len(lines) for each in edit)
    lines[one] = lines[other]
    return "".join(lines)
