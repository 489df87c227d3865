"""The third law of proofs: what a check with a planted bug says of a contract without the defect is
not proved, though the rule itself says it there."""

from __future__ import annotations

import os
import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from fresh import SEED, picker
from laws.bench import PROVABLE, benches, cases, named
from laws.planting import planted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from laws.bench import Bench
    from laws.planting import Check
    from phaselint.vocabulary.finding import Finding
    from phaselint.vocabulary.rule import Rule

BUGS = int(os.environ.get("PHASELINT_BUGS", "8"))
"""Bugs that are planted in the check of a rule, drawn among all."""

MOST = 4
"""Findings of one bug in one contract whose proof is asked for."""

SECONDS = 2
"""How long a check with a bug may take: some never end."""

TRUE = {"tool-not-enabled": "the tool that the text of the team names is gone: nothing enables it"}
"""Rules of which a bug says what is true of their good cases, and why."""


class _Endless(BaseException):
    """A check with a bug that does not end."""


@pytest.mark.posix
@pytest.mark.parametrize("rule", [each for each in PROVABLE if each.name not in TRUE], ids=named)
def test_no_planted_bug_is_proved(rule: Rule) -> None:
    bugs = planted(rule)
    picker("planted", named(rule)).shuffle(bugs)
    goods = [(case, bench) for case in cases(rule.name, "good") for bench in benches(case)]
    wrong = [
        f"{bug}: {case}: {told}"
        for bug, make in bugs[:BUGS]
        for check in [make()]
        for case, bench in goods
        for told in _proved(rule._replace(check=check), rule, bench)
    ]
    assert wrong == [], "\n".join((f"PHASELINT_SEED={SEED} PHASELINT_BUGS={BUGS}", *wrong))


def _proved(bugged: Rule, rule: Rule, bench: Bench) -> Iterator[str]:
    """What is proved, of what a rule with a bug says and without it does not."""
    known = {(each.place, each.message) for each in bench.of(rule)}
    for finding in _found(bugged.check, bench)[:MOST]:
        if (finding.place, finding.message) in known or finding.waiver:
            continue
        if bench.verdict(bugged, finding).status == "proved":
            yield str(finding.message)


def _found(check: Check, bench: Bench) -> list[Finding]:
    """What a check finds in a contract; nothing if it raises or goes on for too long."""
    try:
        with _within(SECONDS):
            return [each for each in check(bench.lab.facts) if each]
    except (Exception, _Endless):  # whatever a bug does
        return []


@contextmanager
def _within(seconds: int) -> Iterator[None]:
    def ended(*_: object) -> None:
        raise _Endless

    before = signal.signal(signal.SIGALRM, ended)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
