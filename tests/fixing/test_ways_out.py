"""No fix takes away the only way out: one that removes something, made by itself as editors offer
it, brings no trap, in fixtures and in random contracts of all dialects; but for one that was there
before, hidden by what is fixed."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

import pytest

from cases import listed, texts
from fresh import SEED
from laws.bench import checks, named
from laws.random_contracts import random_contract
from phaselint.dialects import BUILTIN
from phaselint.dialects.options import merge
from phaselint.document.changes import apply, changes_of
from phaselint.executor.proof import proof_context
from phaselint.executor.unshown import unentered
from phaselint.fixing.choosing import UNSAFE
from phaselint.linting.check import check
from phaselint.linting.locate import locate
from phaselint.linting.task import Task
from phaselint.project.memory import DictReader
from phaselint.vocabulary.claim import Traps
from phaselint_rules import RULES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from phaselint.dialects.base import Dialect
    from phaselint.document import Document
    from phaselint.document.changes import Changes
    from phaselint.vocabulary.finding import Finding
    from phaselint.vocabulary.rule import Rule

    Record = Callable[[str, object], None]

Files = dict[str, str]

NAMES = sorted({rule.name for rule in RULES if rule.fix in UNSAFE})
TRAPS = sorted((rule for rule in RULES if rule.ends == "trap"), key=str)
SEEDS = int(os.environ.get("PHASELINT_WAYS", "40"))
START = int(SEED)
BOUND = 20_000

RESPELLS = ("replace", "rename")
"""How titles of fixes begin that take letters of a word away."""


class Looked(NamedTuple):
    """What is found in some files, and their documents."""

    findings: tuple[tuple[Rule, Finding], ...]
    documents: Mapping[str, Document]

    @property
    def traps(self) -> list[tuple[Rule, Finding]]:
        """Where runs get stuck."""
        return [(rule, each) for rule, each in self.findings if rule.ends == "trap"]


def looked(dialect: Dialect, files: Mapping[str, str]) -> Looked:
    """What a dialect finds in files that are kept in memory."""
    reader = DictReader(files)
    above = {path[:at] for path in files for at, sign in enumerate(path) if sign == "/"}
    folders = {"", *(each for each in above if "/." not in f"/{each}")}
    found: list[tuple[Rule, Finding]] = []
    documents: dict[str, Document] = {}
    options = merge(dialect, {}, {}, {})
    for folder in sorted(folders):
        for target in dialect.detect(reader, folder):
            made = check(dialect, reader, target, Task(RULES.of((dialect.name,)), options))
            documents |= made.documents
            found += ((hit.rule, locate(hit.finding, made.documents)) for hit in made.hits)
    return Looked(tuple(found), documents)


def removes(changes: Mapping[str, Changes], documents: Mapping[str, Document]) -> bool:
    """Whether changes take something away and bring nothing."""
    pairs = [
        (documents[path].text[max(each.start, 0) : each.end], each.text)
        for path, some in changes.items()
        for each in some
    ]
    return all(len(new) < len(old) and _is_within(new, old) for old, new in pairs)


def _is_within(new: str, old: str) -> bool:
    """Whether all signs of a text stand in another one in that order."""
    signs = iter(old)
    return all(sign in signs for sign in new)


def trapping(dialect: Dialect, files: Mapping[str, str], name: str = "") -> Iterator[str]:
    """The fixes, of a rule if one is named, that bring a trap in some files."""
    before = looked(dialect, files)
    for rule, finding in before.findings:
        changes = changes_of(finding.fix, before.documents) if finding.fix else None
        if not changes or not finding.fix or (name and rule.name != name):
            continue
        if finding.fix.title.startswith(RESPELLS) or not removes(changes, before.documents):
            continue
        after = dict(files)
        for path, some in changes.items():
            bom = "\ufeff" if before.documents[path].bom else ""
            after[path] = bom + apply(before.documents[path].text, some)
        new = [] if before.traps else looked(dialect, after).traps
        brought = {trap.name for trap, each in new if not is_hidden(trap, each, files)}
        if brought:
            where = f"{rule.name} in {finding.place.file}"
            yield f"{where}: {finding.fix.title}: brings {sorted(brought)}"


def is_hidden(rule: Rule, trap: Finding, files: Mapping[str, str]) -> bool:
    """Whether a trap can't be found in some files, even if it is there: no run starts, something
    isn't known that its rule needs to know, or no run gets to it."""
    for dialect, bound, checked in checks(files, bound=BOUND):
        if checked.facts is None or trap.place.file not in checked.facts.contract.documents:
            continue
        lab = proof_context(dialect, checked.facts, bound)
        phases = trap.claim.phases if isinstance(trap.claim, Traps) else ()
        if not (
            lab.runtime.refusal(lab.supplied)
            or not all(getattr(lab.facts, name) for name in rule.needs)
            or (phases and all(unentered(lab, each) for each in phases))
        ):
            return False
    return True


@pytest.mark.parametrize("name", NAMES)
def test_fixes_of_fixtures_leave_a_way_out(name: str) -> None:
    own = [each for each in BUILTIN if any(r.name == name for r in RULES.of((each.name,)))]
    cases = [texts(case) for case in listed(name, "bad*")]
    assert cases
    assert [each for files in cases for one in own for each in trapping(one, files, name)] == []


@pytest.mark.parametrize("dialect", [*BUILTIN], ids=lambda each: each.name)
def test_fixes_of_random_contracts_leave_a_way_out(
    dialect: Dialect, record_property: Record
) -> None:
    record_property("drawn", [f"PHASELINT_SEED={START} drew contracts of {dialect.name}"])
    wrong = []
    for seed in range(START, START + SEEDS):
        files = random_contract(dialect.name, str(seed))
        wrong += [f"{seed}: {each}" for each in trapping(dialect, files)]
    assert wrong == []


@pytest.mark.parametrize("rule", TRAPS, ids=named)
def test_a_trap_that_a_repaired_contract_gets_is_not_hidden_in_it(rule: Rule) -> None:
    own = BUILTIN[rule.dialect]
    goods = [texts(case) for case in listed(rule.name, "good*")]
    got = [
        is_hidden(rule, trap, good)
        for case in listed(rule.name, "bad*")
        for found, trap in looked(own, texts(case)).traps
        for good in goods
        if found is rule and trap.place.file in good
    ]
    assert False in got
