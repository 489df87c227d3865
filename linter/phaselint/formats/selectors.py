"""What the configuration names rules by (see `phaselint.config.select`), as a schema."""

from __future__ import annotations

from itertools import groupby

from phaselint.api import builtin_rules
from phaselint.config.select import ALL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

SELECTORS = "selector"
REF = f"#/$defs/{SELECTORS}"

_LETTERS = 2
"""How many letters a code begins with; with fewer characters nothing is selected."""


def selector() -> dict[str, Any]:
    """A name or former name of a rule, a code or its beginning in any case, or `ALL`."""
    rules = tuple(builtin_rules())
    names = dict.fromkeys(name for rule in rules for name in rule.names if name != rule.code)
    codes = sorted({rule.code for rule in rules})
    return {
        "description": "A rule: its name, its code, the beginning of codes, or `ALL`.",
        "anyOf": [
            {"enum": [ALL, *names]},
            {"type": "string", "pattern": f"^(?:{'|'.join((_any_case(ALL), *_codes(codes)))})$"},
        ],
    }


def _codes(codes: Iterable[str]) -> Iterator[str]:
    """A pattern for the codes with the same letters, and for what they begin with."""
    for letters, group in groupby(codes, lambda code: code[:_LETTERS]):
        numbers = [code[_LETTERS:] for code in group]
        starts = sorted({number[:end] for number in numbers for end in range(len(number) + 1)})
        yield f"{_any_case(letters)}(?:{'|'.join(starts)})"


def _any_case(letters: str) -> str:
    return "".join(f"[{each.upper()}{each.lower()}]" for each in letters)
