"""The words of conditions that never occur in prose."""

from __future__ import annotations

import re
from collections import Counter

from fresh import AGAIN, picker, until
from phaselint_rules.sweny.vocabulary import is_property_like

SNAKE = r"[a-z][a-z0-9]*(_[a-z0-9][a-z0-9]*)+"
CAMEL = r"[a-z]{2,}[a-z0-9]*([A-Z][a-z0-9][a-z0-9]*)+"


def test_they_are_snake_case_and_camel_case() -> None:
    seen: Counter[str] = Counter()
    for number in until(seen, {"snake": 30, "camel": 30, "prose": 100}, 1_000):
        draw = picker("words", number)
        word = "".join(draw.choices("aabbAB_1é-", k=draw.randint(1, 7)))
        kind = "snake" if re.fullmatch(SNAKE, word) else "camel"
        likely = kind == "snake" or re.fullmatch(CAMEL, word) is not None
        assert is_property_like(word) == likely, (word, AGAIN)
        seen[kind if likely else "prose"] += 1
