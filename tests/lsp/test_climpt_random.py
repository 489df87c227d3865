"""An agent that is edited again and again: what is reported is what an editor reports that has just
been opened on it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import climpt
from lsp.desks import Editor
from phaselint.dialects.climpt.reading import schemaexpansion
from phaselint.document import jsonagain
from phaselint.vocabulary.pure import pure
from phaselint_lsp import reader
from phaselint_lsp.textstore import Change, LineIndex

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from phaselint.vocabulary.diagnostic import Diagnostic

EDITED = (climpt.REGISTRY, climpt.SCHEMA)
PIECES = st.sampled_from(
    ("", "", "x", "1", '"', ",", ", ", "{", "}", "true", '"next"', "initial.", "\n", "\\u00e9", "é")
)
EDITS = st.tuples(st.sampled_from(EDITED), st.integers(0, 100_000), st.integers(0, 9), PIECES)
SWAPS = st.tuples(st.sampled_from(EDITED), *[st.integers(0, 100_000)] * 2)


@pytest.fixture(autouse=True)
def _all_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is known of large texts is known of these."""
    monkeypatch.setattr(jsonagain, "LARGE", 1)
    monkeypatch.setattr(reader, "LARGE", 1)
    monkeypatch.setattr("phaselint.vocabulary.batched_cache._BLOCK", 2)


def changed(text: str, start: int, end: int, new: str) -> Change:
    """A change of a piece of a text, as a client that counts in UTF-16 reports it."""
    index = LineIndex(text)
    return Change(new, index.position(start, "utf-16"), index.position(end, "utf-16"))


def found(editor: Editor, files: Iterable[str]) -> list[tuple[Diagnostic, ...]]:
    return [editor.desk.findings(str(editor.root / file)) for file in files]


def opened(root: Path, texts: dict[str, str]) -> Editor:
    """An editor with some files open that has looked at everything."""
    editor = Editor(root)
    for file, text in texts.items():
        editor.open(file, text)
    editor.scan()
    return editor


def written(root: Path) -> dict[str, str]:
    """An agent on disk; the texts of what is edited."""
    files = climpt.contract()
    for file, text in files.items():
        (root / file).parent.mkdir(parents=True, exist_ok=True)
        (root / file).write_text(text)
    return {file: json.dumps(json.loads(files[file]), indent=2) for file in EDITED}


@given(st.lists(st.one_of(EDITS, SWAPS), min_size=1, max_size=5))
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_an_agent_that_is_edited(tmp_path_factory: pytest.TempPathFactory, edits: list) -> None:  # type: ignore[type-arg]
    root = tmp_path_factory.mktemp("agent")
    texts = written(root)
    editor = opened(root, texts)
    for file, *edit in edits:
        text = texts[file]
        if len(edit) == 3:
            at, gone, new = edit
            start = at % (len(text) + 1)
            change = changed(text, start, min(start + gone, len(text)), new)
            texts[file] = text[:start] + new + text[start + gone :]
        else:  # one line in the place of another
            lines = text.splitlines(keepends=True)
            one, other = (each % len(lines) for each in edit)
            start = sum(map(len, lines[:one]))
            change = changed(text, start, start + len(lines[one]), lines[other])
            lines[one] = lines[other]
            texts[file] = "".join(lines)
        uri = editor.uri(file)
        version = editor.desk.open[uri].version + 1
        editor.do(editor.desk.edited(uri, version, [change]))
        assert editor.desk.open[uri].index.text == texts[file]
        if all(_readable(each) for each in texts.values()):
            assert found(editor, EDITED) == found(opened(root, texts), EDITED)


def _readable(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def test_a_letter_in_a_schema_puts_that_schema_together_again_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = written(tmp_path)
    editor = opened(tmp_path, texts)
    made: list[tuple[object, ...]] = []
    build = vars(schemaexpansion._by_itself)["__wrapped__"]

    def counting(node: Any, file: str, base: Any, pointer: Any) -> Any:
        made.append(pointer)
        return build(node, file, base, pointer)

    monkeypatch.setattr(schemaexpansion, "_by_itself", pure(counting))
    uri, text = editor.uri(climpt.SCHEMA), texts[climpt.SCHEMA]
    first, *others = json.loads(text)["definitions"]
    at = text.index('"object"') + len('"object"')
    for number in range(2):
        change = changed(text, at, at, " ")
        text = text[:at] + " " + text[at:]
        made.clear()
        editor.do(editor.desk.edited(uri, number + 2, [change]))
    assert others
    assert made == [("definitions", first)]
