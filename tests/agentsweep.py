"""What phaselint says of teams of agents in a folder of checkouts, as tables.

    python tests/agentsweep.py FOLDER [--verdicts FILE] [--sample NUMBER] [--seed SEED]

Each folder in FOLDER is a checkout, and is linted by itself, without configuration. The tables say
of each rule how many findings it has, how many of them were judged, how many of these are true, and
their share; and of each checkout what was recognised, what is nearly a contract, how many findings
of each severity there are, how many lines of text a person gets, and how long it takes.

A verdict is a line of FILE: `true` or `false`, the checkout, the rule, and the place (`path:line`),
with tabs between; a `*` stands for any, and the last line that fits a finding counts. With
`--sample` so many findings that no line fits are printed as such lines to be judged, spread over
rules and checkouts, each with what it says behind it.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import time
from collections import defaultdict
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

SEVERITIES = ("error", "warning", "info")
LONGEST = 600
"""Seconds that a checkout may take."""

COMMAND = (sys.executable, "-m", "phaselint")


class Found(NamedTuple):
    """A finding of a checkout."""

    checkout: str
    rule: str
    severity: str
    place: str
    message: str


class Verdict(NamedTuple):
    """Whether findings are true, of a checkout, a rule and a place; each may be a pattern."""

    holds: bool
    checkout: str
    rule: str
    place: str

    def fits(self, found: Found) -> bool:
        """Whether this is said of a finding."""
        pairs = zip(self[1:], (found.checkout, found.rule, found.place), strict=True)
        return all(fnmatchcase(value, pattern) for pattern, value in pairs)


class Swept(NamedTuple):
    """What came of a checkout. `failed` says why nothing did."""

    name: str
    found: tuple[Found, ...] = ()
    contracts: int = 0
    near: int = 0
    lines: int = 0
    seconds: float = 0.0
    failed: str = ""


# --- running --------------------------------------------------------------------------------------


def sweep(folder: Path) -> Iterator[Swept]:
    """Lint each checkout in a folder."""
    for each in sorted(folder.iterdir()):
        if each.is_dir() and not each.name.startswith("."):
            yield swept(each)


def swept(checkout: Path) -> Swept:
    """What phaselint says of a checkout; what it dies of, and that it does not end, is kept."""
    start = time.monotonic()
    try:
        report = asked(checkout, "lint", "--exit-zero", "--format", "json")
        seconds = time.monotonic() - start
        listed = asked(checkout, "contracts", "--format", "json")
        text = asked(checkout, "lint", "--exit-zero")
    except subprocess.TimeoutExpired:
        return Swept(checkout.name, failed=f"takes more than {LONGEST} s")
    except Died as error:
        return Swept(checkout.name, failed=str(error))
    known = json.loads(listed)
    return Swept(
        checkout.name,
        tuple(findings(checkout.name, json.loads(report)["findings"])),
        contracts=len(known["contracts"]),
        near=len(known["missed"]),
        lines=text.count("\n"),
        seconds=seconds,
    )


class Died(Exception):
    """A run ended in neither findings nor none."""


def asked(checkout: Path, command: str, *options: str) -> str:
    """The output of a command."""
    done = subprocess.run(
        [*COMMAND, command, "--isolated", "--dialect", "agents", *options, "."],
        cwd=checkout,
        capture_output=True,
        text=True,
        check=False,
        timeout=LONGEST,
    )
    if done.returncode or "Traceback" in done.stderr:
        raise Died(f"`{command}` ends with {done.returncode}: {done.stderr.strip()[-300:]}")
    return done.stdout


def findings(checkout: str, reported: Iterable[dict[str, Any]]) -> Iterator[Found]:
    """The findings of a report."""
    for each in reported:
        place = f"{each['file']}:{each['range']['start']['line']}"
        yield Found(checkout, each["name"], each["severity"], place, each["message"])


# --- judging --------------------------------------------------------------------------------------


def read_verdicts(text: str) -> list[Verdict]:
    """The verdicts in a file; blank lines, and those that begin with `#`, are passed over.

    Raises:
        ValueError: a line is no verdict.
    """
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        word, *rest = line.split("\t")
        if word not in ("true", "false") or len(rest) < 3:
            raise ValueError(f"line {number} is no verdict: {line!r}")
        found.append(Verdict(word == "true", *rest[:3]))
    return found


def judge(found: Found, verdicts: Sequence[Verdict]) -> bool | None:
    """Whether a finding is true; none where nothing is said of it."""
    return next((each.holds for each in reversed(verdicts) if each.fits(found)), None)


def sample(
    found: Sequence[Found], verdicts: Sequence[Verdict], number: int, pick: random.Random
) -> Iterator[str]:
    """Lines to be judged: in turn one of each rule of each checkout."""
    open_ = [each for each in found if judge(each, verdicts) is None]
    pick.shuffle(open_)
    turns: dict[tuple[str, str], int] = defaultdict(int)
    ranked = []
    for each in open_:
        key = (each.rule, each.checkout)
        ranked.append((turns[key], each))
        turns[key] += 1
    ranked.sort(key=lambda pair: pair[0])
    for _, each in ranked[:number]:
        yield f"?\t{each.checkout}\t{each.rule}\t{each.place}\t{each.message}"


# --- tables ---------------------------------------------------------------------------------------


def rules_table(found: Sequence[Found], verdicts: Sequence[Verdict]) -> Iterator[str]:
    """Rule by rule: how many findings, how many of them judged, and how many true."""
    yield "| rule | severity | count | judged | true | precision |"
    yield "|---|---|---|---|---|---|"
    rows: dict[tuple[str, str], list[bool | None]] = defaultdict(list)
    for each in found:
        rows[(each.severity, each.rule)].append(judge(each, verdicts))
    order = sorted(rows, key=lambda key: (SEVERITIES.index(key[0]), -len(rows[key]), key[1]))
    for severity, rule in order:
        yield row(f"`{rule}`", severity, rows[(severity, rule)])
    grave = [each for (severity, _), some in rows.items() for each in some if severity != "info"]
    infos = [each for (severity, _), some in rows.items() for each in some if severity == "info"]
    yield row("all", "error, warning", grave)
    yield row("all", "info", infos)


def row(rule: str, severity: str, judged: Sequence[bool | None]) -> str:
    """A line of the table of rules."""
    known = [each for each in judged if each is not None]
    share = f"{100 * sum(known) / len(known):.1f} %" if known else ""
    return f"| {rule} | {severity} | {len(judged)} | {len(known)} | {sum(known)} | {share} |"


def checkouts_table(all_: Sequence[Swept]) -> Iterator[str]:
    """Checkout by checkout."""
    yield "| checkout | contracts | nearly | errors | warnings | infos | lines | seconds |"
    yield "|---|---|---|---|---|---|---|---|"
    for each in all_:
        if each.failed:
            yield f"| {each.name} | {each.failed} | | | | | | |"
            continue
        counts = [sum(one.severity == severity for one in each.found) for severity in SEVERITIES]
        cells = [each.contracts, each.near, *counts, each.lines, f"{each.seconds:.1f}"]
        yield f"| {each.name} | {' | '.join(map(str, cells))} |"


def main() -> int:
    """Print the tables, or what is to be judged. The status is 1 where a checkout failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--verdicts", type=Path)
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", default="0")
    given = parser.parse_args()
    verdicts = read_verdicts(given.verdicts.read_text("utf-8")) if given.verdicts else []
    all_ = list(sweep(given.folder))
    found = [one for each in all_ for one in each.found]
    if given.sample:
        lines = sample(found, verdicts, given.sample, random.Random(given.seed))
        print("\n".join(lines))
    else:
        tables = (rules_table(found, verdicts), [""], checkouts_table(all_))
        print("\n".join(line for table in tables for line in table))
    return int(any(each.failed for each in all_))


if __name__ == "__main__":
    sys.exit(main())
