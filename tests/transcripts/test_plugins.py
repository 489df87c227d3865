"""Readers of logs that plugins bring, by entry points."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from typing import TYPE_CHECKING, Any

import pytest

from phaselint.transcripts import readers as module
from phaselint.transcripts.formats.table import FORMATS, format_of
from phaselint.transcripts.logs import find, read
from phaselint.transcripts.readers import GROUP, readers
from phaselint.transcripts.seen import Format, Seen

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from phaselint.transcripts.sources import Source


def diary(source: Source) -> Iterator[Seen]:
    for number, record in source.lines():
        yield Seen("start" if number == 1 else "enter", record["at"], number)


DIARY = Format(
    "diary",
    "diary",
    diary,
    frozenset({"start", "enter"}),
    lambda record: isinstance(record, dict) and "at" in record,
)
ODD = DIARY._replace(name="acts")
WRONG = "a format"


@pytest.fixture
def offered(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is said of the plugins that are installed here."""
    points = [
        EntryPoint(name, f"{__name__}:{value}", GROUP)
        for name, value in (("d", "DIARY"), ("o", "ODD"), ("w", "WRONG"), ("m", "MISSING"))
    ]
    found: list[Any] = points
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **_: found)
    assert module.GROUP == GROUP
    return []


def test_a_reader_of_a_plugin_reads_its_logs(offered: list[str], tmp_path: Path) -> None:
    formats = readers(offered.append)
    path = tmp_path / "x.jsonl"
    path.write_text('{"at": "home"}\n{"at": "work"}\n', "utf-8")
    assert format_of(str(path)) is None
    (file,) = find([str(path)], formats)
    assert not isinstance(file, str)
    (trace,) = read(file).runs
    assert [each.deed.text for each in trace.acts()] == ["start home", "enter work"]


def test_what_is_no_reader_is_said(offered: list[str]) -> None:
    formats = readers(offered.append)
    assert len(formats) == len(FORMATS) + 1
    assert [line.partition(" isn't")[0] for line in offered] == [
        "plugin `o` is named `acts`, the name of another format",
        "plugin `w`",
        "plugin `m` can't be imported: AttributeError",
    ]
