"""Plain paths with `[*]` inside flow brackets, for which a file does not parse (reference §2)."""

from __future__ import annotations

import pytest

from phaselint.dialects.sweny.reading.wildcards import find, quoted
from phaselint.document.reader import read_text


def spots(text: str) -> list[str]:
    return [text[start:end] for start, end in find(read_text("w.yml", text))]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("- { path: any:checks[*].state, equals: ok }\n", ["any:checks[*].state"]),
        ("a: [x[*].y, z[*]]\n", ["x[*].y", "z[*]"]),
        ("a: {b: [{c: d[*]}]}\nb: e[*].f\n", ["d[*]"]),
        ("a: {b: c[*]} # see d[*]\ne: 'f[*]'\ng: |\n  {h: i[*]}\n", ["c[*]"]),
        ("a: {b: 'c[*]', d: \"e[*]\", f: g[*]}\n", ["g[*]"]),
        ("a: &x {b: c[*]}\n", ["c[*]"]),
    ],
)
def test_scalars_that_keep_a_file_from_being_read(text: str, found: list[str]) -> None:
    assert spots(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "a: b[*].c\n",
        "a: {b: 'c[*]'}\n",
        "a: {b: c[*]}\nd: [1\n",
        "a: {b: c[0]}\n",
        "a: b[*]\n\tc: d\n",
    ],
)
def test_nothing_where_the_file_is_fine_or_has_another_fault(text: str) -> None:
    assert spots(text) == []


def test_quoting_makes_the_text_readable() -> None:
    text = "a: [x[*].y, {b: z[*]}]\n"
    mended = quoted(text, find(read_text("w.yml", text)))
    assert mended == 'a: ["x[*].y", {b: "z[*]"}]\n'
    assert read_text("w.yml", mended).value == {"a": ["x[*].y", {"b": "z[*]"}]}
