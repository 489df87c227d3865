"""The `parquet` format, version 1: the lines of `jsonl` as a table, for engines that query many.

It is bytes, so it goes to files alone. Its columns are the keys of a finding in the `json`
format; positions are numbers, and what has no fixed form, a witness and the script of a proof, is
JSON text. What a row does not have is null.
"""

from __future__ import annotations

import re
from importlib import import_module
from itertools import islice

from phaselint.report.jsonformat import dump, finding_data
from phaselint.report.jsonl import in_order
from phaselint.vocabulary.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaselint.linting.result import Result, Unjudged
    from phaselint.report.jsonformat import Data
    from phaselint.vocabulary.diagnostic import Diagnostic

VERSION = 1

ROWS = 10_000
"""Rows that are made and packed at once: memory holds no second copy of all findings."""

HOW = "pip install '.[sweep]' in a checkout"

ALONE = ("code", "name", "severity", "confidence", "message", "help", "file", "pointer")
"""The keys of a finding that are columns of text as they are."""

_NO_TEXT = re.compile("[\ud800-\udfff]")
"""What a contract may hold and UTF-8 does not."""


def require() -> None:
    """See, before anything is linted, that the format can be written.

    Raises:
        UsageError: pyarrow is missing.
    """
    try:
        import_module("pyarrow")
    except ModuleNotFoundError as error:
        raise UsageError(
            f"parquet: {error.name} isn't installed; it is part of the extra `sweep`: {HOW}"
        ) from None


def render(result: Result) -> bytes:
    """Give a row for each finding, and one for each contract that could not be judged."""
    arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    schema = _schema(arrow)
    rows = (_encodable(_row(line)) for line in in_order(result))
    written = arrow.BufferOutputStream()
    with parquet.ParquetWriter(written, schema) as writer:
        while some := list(islice(rows, ROWS)):
            writer.write_table(arrow.Table.from_pylist(some, schema=schema))
    data: bytes = written.getvalue().to_pybytes()
    return data


def _schema(arrow: Any) -> Any:
    """The columns with their types, and what made them."""
    from phaselint import __version__

    text = arrow.string()
    span = [(name, arrow.int32()) for name in ("line", "column", "end_line", "end_column")]
    spot = [("file", text), *span]
    related = arrow.struct([*spot, ("message", text)])
    edit = arrow.struct([*spot, ("text", text)])
    proof = [(name, text) for name in ("status", "method", "script", "reason")]
    fix = [("safety", text), ("title", text), ("edits", arrow.list_(edit))]
    fields = [
        arrow.field("kind", text, nullable=False),
        arrow.field("contract", text, nullable=False),
        ("dialect", text),
        *((name, text) for name in ALONE),
        *span,
        ("fingerprint", text),
        ("tags", arrow.list_(text)),
        ("related", arrow.list_(related)),
        ("witness", text),
        ("proof", arrow.struct(proof)),
        ("fix", arrow.struct(fix)),
        ("url", text),
    ]
    made_by = {"phaselint.version": __version__, "phaselint.schema": str(VERSION)}
    return arrow.schema(fields, metadata=made_by)


def _row(line: Diagnostic | Unjudged) -> Data:
    from phaselint.linting.result import Unjudged

    if isinstance(line, Unjudged):
        return {"kind": "unjudged", **line._asdict(), "message": line.reason}
    data = finding_data(line)
    proof, fix = data["proof"], data["fix"]
    return {
        **data,
        "kind": "finding",
        **_span(data["range"]),
        "related": [_flat(each) for each in data["related"]],
        "witness": data["witness"] and dump(data["witness"]),
        "proof": proof and {**proof, "script": proof["script"] and dump(proof["script"])},
        "fix": fix and {**fix, "edits": [_flat(each) for each in fix["edits"]]},
    }


def _flat(located: Data) -> Data:
    return {**located, **_span(located["range"])}


def _span(where: Data) -> Data:
    start, end = where["start"], where["end"]
    return {
        "line": start["line"],
        "column": start["column"],
        "end_line": end["line"],
        "end_column": end["column"],
    }


def _encodable(value: Any) -> Any:
    """The same value with U+FFFD for each half of a pair of surrogates in it. Rows are three
    levels deep, whatever a user wrote."""
    if isinstance(value, str):
        return _NO_TEXT.sub("\ufffd", value)
    if isinstance(value, dict):
        return {name: _encodable(each) for name, each in value.items()}
    return [_encodable(each) for each in value] if isinstance(value, list) else value
