"""Gate paths are read as the expressions of the reference say (reference §5.7)."""

from __future__ import annotations

import re
from collections import Counter

from fresh import AGAIN, picker, until
from phaselint.dialects.sweny.reading.pathgrammar import addressable, parse

PREFIX = re.compile(r"[a-z]+:")
SEGMENT = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)(\[\*\])?")


def test_paths_are_what_the_expressions_match() -> None:
    seen: Counter[str] = Counter()
    for number in until(seen, {"path": 100, "prefix": 20, "error": 100}, 2_000):
        draw = picker("paths", number)
        text = "".join(draw.choices(("a", "B", "_", "1", "é", ".", "[*]", ":", " "), k=4))
        text = draw.choice(("", "", "any:", "all:", "of:", "ANY:")) + text
        prefix = PREFIX.match(text)
        parts = [SEGMENT.fullmatch(p) for p in text[prefix.end() if prefix else 0 :].split(".")]
        found = parse(text)
        known = prefix is None or prefix[0] in ("any:", "all:")
        assert (not found.error) == (known and None not in parts), (text, AGAIN)
        if not found.error:
            assert found.mode == (prefix[0][:-1] if prefix else "all"), (text, AGAIN)
            read = [(each.name, each.wildcard) for each in found.segments]
            assert read == [(p[1], p[2] is not None) for p in parts if p], (text, AGAIN)
        seen["error" if found.error else "prefix" if prefix else "path"] += 1


def test_what_a_path_can_name_is_one_segment_without_brackets() -> None:
    for number in range(500):
        draw = picker("names", number)
        name = "".join(draw.choices(("a", "B", "_", "1", "é", ".", "[*]"), k=draw.randint(1, 3)))
        found = SEGMENT.fullmatch(name)
        assert addressable(name) == (found is not None and found[2] is None), (name, AGAIN)
