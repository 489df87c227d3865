"""Every rule with a fix: made in a fixture, the finding is gone; and nothing new comes of what
is safe."""

from __future__ import annotations

from contextlib import chdir
from typing import TYPE_CHECKING, NamedTuple

import pytest

from cases import listed
from corpora import FOLDERS
from fresh import picker
from phaselint.fixing.choosing import SAFE, UNSAFE, choose, fixable
from phaselint.fixing.rounds import brought, fix
from phaselint.fixing.texts import Texts
from phaselint.linting.request import Request
from phaselint.linting.run import run
from phaselint.vocabulary.rule import ANY_DIALECT
from phaselint_rules import RULES

if TYPE_CHECKING:
    from cases import Written
    from phaselint.linting.result import Result
    from phaselint.vocabulary.diagnostic import Diagnostic


class Owner(NamedTuple):
    """A rule of one dialect."""

    rule: str
    dialect: str

    def __str__(self) -> str:
        return f"{self.rule}-{self.dialect}"


OWNERS = sorted({Owner(rule.name, rule.dialect) for rule in RULES if rule.fix in UNSAFE})


def request(folder: str, name: str) -> Request:
    """Lint a fixture with its rule on, even where that is off by default."""
    off = tuple({rule.name for rule in RULES if rule.name == name and not rule.default})
    return Request((folder,), extend_select=off)


def offered(linted: Result, owner: Owner) -> list[Diagnostic]:
    """The findings of a rule that bring edits."""
    return [
        finding
        for finding in linted.findings
        if finding.name == owner.rule
        and owner.dialect in (finding.dialect, ANY_DIALECT)
        and fixable(finding, UNSAFE)
    ]


def cured(asked: Request, linted: Result, finding: Diagnostic) -> bool:
    """Make the fix of a finding alone, and look whether it is gone."""
    texts = Texts([each.root for each in linted.workspaces], {})
    groups = choose([finding], texts)
    assert len(groups) == 1, finding
    made = {path: texts.changed(path, some) for path, some in groups[0].changes.items()}
    written = {path: data for path, data in made.items() if data is not None}
    assert len(written) == len(made), finding
    after = run(asked._replace(overlay=texts.overlay(written)), RULES)
    same = [each for each in after.findings if each.name == finding.name]
    before = [each for each in linted.findings if each.name == finding.name]
    assert after.summary.contracts == linted.summary.contracts
    return len(same) < len(before) or finding.message not in {each.message for each in same}


@pytest.mark.parametrize("owner", OWNERS, ids=str)
def test_the_fix_of_a_rule_removes_its_finding(owner: Owner, written: Written) -> None:
    shown = 0
    for case in listed(owner.rule, "bad*"):
        with chdir(written.rule(owner.rule)):
            asked = request(case.variant, owner.rule)
            linted = run(asked, RULES)
            found = offered(linted, owner)
            for finding in found[:2]:
                assert cured(asked, linted, finding), finding
            shown += len(found)
        if shown >= 2:
            break
    assert shown, "no fixture shows an edit"


@pytest.mark.parametrize("name", sorted({rule.name for rule in RULES if rule.fix == "safe"}))
def test_safe_fixes_bring_nothing_new(name: str, written: Written) -> None:
    """They are not even tried in vain: nothing has to be taken back."""
    folders = tuple(case.variant for case in listed(name, "bad*"))
    with chdir(written.rule(name)):
        fixed = fix(Request(folders), RULES, SAFE)
    assert fixed.refused == ()
    assert not [each for each in fixed.result.findings if fixable(each, SAFE)]


@pytest.mark.skipif(not FOLDERS, reason="PHASELINT_CORPUS is not set")
def test_safe_fixes_of_the_corpus_bring_nothing_new() -> None:
    """Of two dialects drawn at random: all of them take more than a minute."""
    folders = map(str, picker("fixes").sample(FOLDERS, 2))
    asked = Request(tuple(folders), isolated=True, jobs=1)
    before = run(asked, RULES).findings
    fixed = fix(asked, RULES, SAFE)
    made = {(each.place.file, each.fingerprint) for each in fixed.fixed}
    assert not [*brought(before, fixed.result.findings, made)]
    assert all(each.why.startswith("it would cause") for each in fixed.refused)
    assert len(fixed.refused) < max(len(fixed.fixed), 1)
