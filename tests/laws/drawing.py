"""What the laws of size, company and formats are tried on: cases of the fixtures, drawn with a seed
that is another each time, or the one in PHASELINT_SEED."""

from __future__ import annotations

import os
import random
from functools import cache
from typing import TYPE_CHECKING

from cases import listed, texts
from laws.bench import checks
from phaselint.dialects import BUILTIN
from phaselint_rules import RULES

if TYPE_CHECKING:
    from cases import Case
    from phaselint.vocabulary.diagnostic import Hit

SEED = os.environ.get("PHASELINT_SEED") or str(random.SystemRandom().randrange(10**6))
"""Named by each failure."""

NAMES = [each.name for each in BUILTIN]


@cache
def cases_of(dialect: str) -> tuple[Case, ...]:
    """The cases of the rules that a dialect has and no other."""
    every = {name: {each.dialect for each in RULES if each.name == name} for name in _names()}
    own = {name for name, dialects in every.items() if dialects == {dialect}}
    return tuple(case for case in listed() if case.rule in own)


def _names() -> set[str]:
    return {each.name for each in RULES}


def picker(law: str, dialect: str) -> random.Random:
    """What draws for a law and a dialect."""
    return random.Random(f"{SEED}/{law}/{dialect}")


def hits_of(files: dict[str, str], *, dry_run: bool = False) -> list[Hit]:
    """What is found in some files."""
    return [hit for _, _, made in checks(files, dry_run=dry_run) for hit in made.hits]


def files_of(case: Case) -> dict[str, str]:
    """The files of a case."""
    return texts(case)
