"""Names in bodies beside that of the completion tool (reference stud §6.5, §6.7)."""

from __future__ import annotations

import re

from phaselint_rules.stud.bodies.namedinstead import WHERE

RUN = "0123456789abcdef" * 8


def starts(text: str) -> list[int]:
    """The places of a text from which a name is matched."""
    name = re.compile(WHERE)
    return [at for at in range(len(text)) if name.match(text, at)]


def test_a_name_is_tried_from_its_first_letter_only() -> None:
    assert starts(RUN) == []
    assert starts(f"{RUN}-{RUN}") == [0]
    assert starts(f"call submit_plan or {RUN}_x.") == [5, 20]


def test_names_are_found_behind_any_sign_but_a_letter_or_digit() -> None:
    text = "_submit_plan (read-file) é9-8 --a_b_c"
    assert re.findall(WHERE, text) == ["submit_plan", "read-file", "9-8", "a_b_c"]
