"""What holds of the linter whatever the contract. A law takes an input and yields what is wrong."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from fuzz.inputs import drawn
from fuzz.reports import malformed
from fuzz.rewriting import WAYS, rewritten
from fuzz.running import (
    PLAIN,
    PROVING,
    command,
    folder_of,
    found_in,
    in_any_order,
    kinds,
    linted,
    put,
    said,
    timed,
)
from phaselint.config.model import FILE
from phaselint.config.select import REFUTED
from phaselint.fixing.choosing import SAFE, UNSAFE
from phaselint.fixing.rounds import fix
from phaselint.fixing.writing import write
from phaselint.vocabulary.errors import UsageError, described
from phaselint_rules import RULES

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from fuzz.inputs import Input
    from fuzz.mutators import Files
    from fuzz.running import Kinds
    from phaselint.fixing.rounds import Fixed
    from phaselint.linting.result import Result
    from phaselint.vocabulary.finding import Safety

    Law = Callable[[Input], Iterator["Wrong"]]

MOST_SECONDS = 2.0
"""Processor time within which any contract is linted."""

MOST_SECONDS_PROVING = 30.0
"""Processor time after which a dry run, whose bound counts states, is no longer taken for one that
is at work."""

UNREADABLE = ("syntax-error", "duplicate-key", "unknown-tag", "limit-exceeded", "unreadable-file")
"""Rules about what a value does not keep."""

AS_WRITTEN = (*UNREADABLE, "header-ends-early")
"""What is said of files that say something else if they are written otherwise."""

NEIGHBOURS: Mapping[str, str] = {
    "vesanor": "sweny",
    "sweny": "climpt",
    "climpt": "stud",
    "stud": "agents",
    "agents": "langgraph",
    "langgraph": "vesanor",
}
"""For each dialect another one, of which a contract lies beside."""


class Wrong(NamedTuple):
    """A law that does not hold: `kind` is the same where the cause may well be."""

    law: str
    kind: str
    text: str = ""

    def __str__(self) -> str:
        return f"{self.law}: {self.kind}{' ' if self.text else ''}{self.text}"


def broken(laws: Collection[str], given: Input) -> Iterator[Wrong]:
    """What is wrong with an input by some laws. A configuration may well be refused."""
    for name in laws:
        try:
            yield from LAWS[name](given)
        except UsageError as error:
            if FILE not in given.files and name != "neighbour":
                yield Wrong(name, described(error))
        except Exception as error:  # the first law: no exception comes out of a run
            yield Wrong(name, described(error))


# --- a run ----------------------------------------------------------------------------------------


def plain(given: Input) -> Iterator[Wrong]:
    """A plain lint ends well and soon, and marks what is there."""
    with folder_of(given.files):
        result, seconds = timed(PLAIN)
        yield from _defects("plain", result)
        if seconds > MOST_SECONDS and (alone := command("--jobs", "1")[1]) > MOST_SECONDS:
            yield Wrong("plain", "slow", f"{alone:.1f} s")


def proving(given: Input) -> Iterator[Wrong]:
    """A dry run ends well, its certificates hold and its proofs refute nothing; every format can
    show what it found."""
    with folder_of(given.files):
        result, seconds = timed(PROVING)
        yield from _defects("proving", result)
        if seconds > MOST_SECONDS_PROVING:
            yield Wrong("proving", "slow", f"{seconds:.1f} s")
        for line in malformed(result):
            yield Wrong("proving", "malformed", line)


def _defects(law: str, result: Result) -> Iterator[Wrong]:
    for each in result.findings:
        if each.name == "internal-error":
            yield Wrong(law, f"internal-error {each.message}", each.place.file)
        elif each.name != REFUTED and each.refuted:
            yield Wrong(law, f"refuted {each.name}", str(each.message))


# --- fixing ---------------------------------------------------------------------------------------


def safe_fixes(given: Input) -> Iterator[Wrong]:
    """Safe fixes bring nothing, and there is no second helping."""
    yield from _fixes("safe_fixes", given, SAFE)


def unsafe_fixes(given: Input) -> Iterator[Wrong]:
    """Unsafe fixes bring no error; made after the safe ones they come to the same."""
    yield from _fixes("unsafe_fixes", given, UNSAFE)
    one, two = (_left_after(given.files, steps) for steps in ((UNSAFE,), (SAFE, UNSAFE)))
    if one != two:
        yield Wrong("unsafe_fixes", "two steps end elsewhere", _difference(one, two))


def _fixes(law: str, given: Input, allowed: frozenset[Safety]) -> Iterator[Wrong]:
    with folder_of(given.files):
        before = kinds(linted(PLAIN))
        outcome = _fixed(allowed)
        for line in write(outcome.texts).wrong:
            yield Wrong(law, "not written", line)
        after = linted(PLAIN)
        if outcome.left:
            yield Wrong(law, "stopped", f"{outcome.left} left")
        if said(after) != said(outcome.result):
            told = _difference(said(outcome.result), said(after))
            yield Wrong(law, "foretold otherwise", told)
        yield from _brought(law, before, kinds(after), allowed)
        if again := _fixed(allowed).fixed:
            yield Wrong(law, f"fixed again {again[0].name}", str(again[0].message))


def _brought(
    law: str,
    before: Kinds,
    after: Kinds,
    allowed: frozenset[Safety],
) -> Iterator[Wrong]:
    """New findings, by how many there are of each rule: fixes move what follows. A warning may have
    become an error by an unsafe one, as that of an input whose `required` was misspelt."""
    unsafe = "unsafe" in allowed
    levels = ("error",) if unsafe else ("error", "warning", "info")
    for name, level in sorted({(str(key[0]), str(key[1])) for key in after}):
        were = sum(n for key, n in before.items() if key[0] == name and (unsafe or key[1] == level))
        are = sum(n for key, n in after.items() if key[:2] == (name, level))
        if are > were and level in levels:
            yield Wrong(law, f"brought {name}", f"{were} before, {are} after")


def _fixed(allowed: Collection[Safety]) -> Fixed:
    return fix(PLAIN, RULES, allowed)


def _left_after(files: Files, steps: Sequence[Collection[Safety]]) -> Kinds:
    with folder_of(files):
        for allowed in steps:
            outcome = _fixed(allowed)
            write(outcome.texts)
        return said(outcome.result)


# --- other words, other places --------------------------------------------------------------------


def rewriting(given: Input) -> Iterator[Wrong]:
    """The same contract written otherwise has the same findings, at places that moved."""
    pick = random.Random(given.seed)
    before = found_in(given.files)
    unreadable = {each.place.file for each in before.findings if each.name in AS_WRITTEN}
    for name in pick.sample(sorted(WAYS), 3):
        files = rewritten(pick, given.files, WAYS[name], unreadable)
        if files == given.files:
            continue
        tell = in_any_order if WAYS[name].reordered else said
        old, new = tell(before), tell(found_in(files))
        if old != new:
            yield Wrong("rewriting", f"{name} {_rules(old, new)}", _difference(old, new))


NOT_READ = {"syntax-error", "unreadable-file"}
"""What is said of files that cannot be read."""


def neighbour(given: Input) -> Iterator[Wrong]:
    """A contract in another folder changes nothing. Files of which nothing can be read, or too
    little be told, are taken for a contract only where there is no other; and whether a
    suppression is used, or an act of a policy known, is a matter of all contracts."""
    with folder_of(given.files):
        alone = said(linted(PLAIN))
        other = drawn(NEIGHBOURS[given.dialect], given.seed)
        put({f"zz-beside/{path}": data for path, data in other.files.items()})
        both = said(linted(PLAIN))
        alone, both = _own(given, alone), _own(given, both)
        unsure = not both and {rule for rule, *_ in alone} <= NOT_READ
        if alone != both and not unsure:
            yield Wrong("neighbour", _rules(alone, both), _difference(alone, both))


def _own(given: Input, kinds: Kinds) -> Kinds:
    """What is said of the contract itself, whatever lies beside it."""
    shared = "/SKILL.md" if given.dialect == "agents" else "\0"
    return Counter(
        {
            key: count
            for key, count in kinds.items()
            if key[0] not in ("unused-suppression", "unknown-act")
            and not str(key[2]).startswith("zz-beside/")
            and not str(key[2]).endswith(shared)
        }
    )


def _rules(old: Kinds, new: Kinds) -> str:
    """The rules of which there is more or less."""
    keys = {key for key in {*old, *new} if old.get(key, 0) != new.get(key, 0)}
    return ", ".join(sorted({str(key[0]) for key in keys}))


def _difference(old: Kinds, new: Kinds) -> str:
    """What is said only before, and what only afterwards."""
    gone = [key for key in old if old[key] > new.get(key, 0)]
    come = [key for key in new if new[key] > old.get(key, 0)]
    return f"gone {gone[:2]}, come {come[:2]}"


# --- processes ------------------------------------------------------------------------------------


def processes(given: Input) -> Iterator[Wrong]:
    """The command writes the same bytes for any hash seed and number of processes."""
    options = ("--dry-run", "--select", "ALL", "--bound", "500", "--format", "json", "--statistics")
    with folder_of(given.files):
        first, _ = command(*options, "--jobs", "1", seed="0")
        second, _ = command(*options, "--jobs", "2", seed="1")
    if first != second:
        pairs = zip(first.splitlines(), second.splitlines(), strict=False)
        at = next((pair for pair in pairs if pair[0] != pair[1]), (first[-80:], second[-80:]))
        yield Wrong("processes", "other bytes", str(at))


LAWS: Mapping[str, Law] = {
    "plain": plain,
    "proving": proving,
    "safe_fixes": safe_fixes,
    "unsafe_fixes": unsafe_fixes,
    "rewriting": rewriting,
    "neighbour": neighbour,
    "processes": processes,
}

CHEAP = tuple(name for name in LAWS if name != "processes")
"""The laws that start no processes, except to measure one that took long."""
