"""What the laws of size, company and formats are tried on: cases of the fixtures, drawn with a seed
that is another each time."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from cases import listed, texts
from laws.bench import checks
from phaselint.dialects import BUILTIN
from phaselint.dialects.options import as_configured
from phaselint.project.memory import DictReader
from phaselint.project.reader import walk
from phaselint_rules import RULES

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from cases import Case
    from phaselint.dialects.base import Dialect
    from phaselint.vocabulary.hit import Hit

NAMES = [each.name for each in BUILTIN]


@cache
def cases_of(dialect: str) -> tuple[Case, ...]:
    """The cases with a contract of a dialect: those of the rules that it has and no other, and of
    the others those in which one is found."""
    having: dict[str, set[str]] = {}
    for rule in RULES:
        having.setdefault(rule.name, set()).add(rule.dialect)
    asked = next(each for each in BUILTIN if each.name == dialect)
    return tuple(
        case
        for case in listed()
        if (dialects := having.get(case.rule, set())) == {dialect}
        or ((len(dialects) != 1 or not dialects & {*NAMES}) and _has_any(asked, case))
    )


def _has_any(dialect: Dialect, case: Case) -> bool:
    reader = DictReader(files_of(case))
    asked = as_configured(dialect, {}, {})
    return any(True for folder in walk(reader) for _ in asked.detect(reader, folder))


def some(pick: Random, items: Iterable[Case], count: int) -> list[Case]:
    """A number of cases, none twice; all of them, in another order, where there are no more."""
    every = list(items)
    return pick.sample(every, min(count, len(every)))


def hits_of(files: dict[str, str], *, dry_run: bool = False) -> list[Hit]:
    """What is found in some files, without what is only counted."""
    found = (hit for _, _, made in checks(files, dry_run=dry_run) for hit in made.hits)
    return [hit for hit in found if not hit.finding.counted]


def files_of(case: Case) -> dict[str, str]:
    """The files of a case."""
    return texts(case)
