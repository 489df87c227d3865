"""rules/RULES.md is what the rules say of themselves."""

from __future__ import annotations

from pathlib import Path

from phaselint.rulebook.listing import as_markdown
from phaselint_rules import RULES

PATH = Path(__file__).parents[2] / "rules" / "RULES.md"


def test_the_rule_pages_are_up_to_date() -> None:
    current = "".join(as_markdown(RULES))
    assert PATH.read_text("utf-8") == current, (
        "rules/RULES.md is stale; run `phaselint rules --format markdown > rules/RULES.md`"
    )
