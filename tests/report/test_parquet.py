"""The format parquet, read back by the library that wrote it."""

from __future__ import annotations

import io
import json
from importlib import import_module
from typing import TYPE_CHECKING, Any

import pytest

from phaselint.linting.result import Unjudged
from phaselint.report import Style, pack, parquet, render

if TYPE_CHECKING:
    from phaselint.linting.result import Result

pytest.importorskip("pyarrow")
pytestmark = pytest.mark.sweeps

LOST = Unjudged("contracts/zebra", "vesanor", "phaselint failed on this contract")
COLUMNS = {
    "kind": "string not null",
    "contract": "string not null",
    **dict.fromkeys(("dialect", "code", "name", "severity", "confidence"), "string"),
    **dict.fromkeys(("message", "help", "file", "pointer"), "string"),
    **dict.fromkeys(("line", "column", "end_line", "end_column"), "int32"),
    "fingerprint": "string",
    "tags": "list<element: string>",
    "witness": "string",
    "url": "string",
}
NESTED = {"related", "proof", "fix"}


def table(data: bytes) -> Any:
    return import_module("pyarrow.parquet").read_table(io.BytesIO(data))


def lines(result: Result) -> list[Any]:
    """What `jsonl` says of it, without the summary."""
    texts = "".join(render("jsonl", result, Style())).splitlines()
    return [json.loads(line) for line in texts[:-1]]


def test_columns_have_their_types_whatever_is_found(result: Result, clean: Result) -> None:
    schema = table(pack("parquet", result)).schema
    assert schema == table(pack("parquet", clean)).schema
    assert schema.metadata[b"phaselint.schema"] == b"1"
    shown = {each.name: f"{each.type}{'' if each.nullable else ' not null'}" for each in schema}
    assert {name: shown[name] for name in shown if name not in NESTED} == COLUMNS
    assert {field.name for field in schema} == {*COLUMNS, *NESTED}


def test_rows_are_the_lines_of_jsonl(result: Result) -> None:
    result = result._replace(unjudged=(LOST,))
    rows = table(pack("parquet", result)).to_pylist()
    told = lines(result)
    assert len(rows) == len(told)
    for row, line in zip(rows, told, strict=True):
        if row["kind"] == "unjudged":
            assert line == {"unjudged": LOST._asdict()}
            assert row["message"] == LOST.reason
            assert row["file"] is None
            continue
        alike = row.keys() & line.keys() - {"related", "witness", "proof", "fix"}
        assert {key: row[key] for key in alike} == {key: line[key] for key in alike}
        start = line["range"]["start"]
        assert (row["line"], row["column"]) == (start["line"], start["column"])
        assert json.loads(row["witness"] or "null") == line["witness"]


def test_what_is_nested(result: Result) -> None:
    first, _, third, *_ = table(pack("parquet", result)).to_pylist()
    assert [each["message"] for each in first["related"]] == [
        each.message for each in result.findings[0].related
    ]
    assert first["proof"]["status"] == "proved"
    assert json.loads(first["proof"]["script"])["version"] == 1
    assert third["fix"]["edits"] == [
        {
            "file": "contracts/phases.yaml",
            "line": 21,
            "column": 2,
            "end_line": 21,
            "end_column": 8,
            "text": "close",
        }
    ]


def test_many_rows_are_those_of_few(result: Result, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = table(pack("parquet", result))
    monkeypatch.setattr(parquet, "ROWS", 2)
    assert table(pack("parquet", result)).equals(whole)
