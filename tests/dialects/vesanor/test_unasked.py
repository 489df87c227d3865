"""Rules that other defects turn off are known as not asked (reference vesanor §5.4).

Every bad fixture is linted as it is, and with one further defect that turns rules off. A rule
that falls silent must be among those that count as not asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cases import Case, listed, texts
from dialects.vesanor.build import after, files, lint, study
from phaselint.linting.rule_runner import unasked
from phaselint.linting.task import by_needs
from phaselint.vocabulary.rule import ANY_DIALECT
from phaselint_rules import RULES

if TYPE_CHECKING:
    from phaselint.dialects.vesanor.analysis.facts import VesanorFacts

NAMES = sorted({rule.name for rule in RULES if rule.dialect in ("vesanor", ANY_DIALECT)})
CASES = [case for name in NAMES for case in listed(name, "bad*") if "session.yaml" in texts(case)]

SPOILERS = {
    "an undeclared phase": "tool: zz\nside_effect: read\ntransitions: {advances_to: nowhere}\n",
    "a file that does not parse": "tool: [zz\n",
    "a tool without a name": "side_effect: read\nevidence_class: ack_only\n",
    "guards of the wrong type": "tool: zz\nside_effect: read\npreconditions: soon\n",
}

ANSWERED_BY_A_TOOL = {"dead-phase", "unknown-tool-reference", "phase-restriction-ignored"}
"""What one more tool may mend, which is another reason to fall silent."""


def silent(facts: VesanorFacts) -> frozenset[str]:
    """The rules of which it says nothing that they find nothing."""
    return unasked(by_needs(RULES, "vesanor"), facts)


def read(case: Case) -> dict[str, str]:
    """The session and the tools of a case."""
    return {
        path: text
        for path, text in texts(case).items()
        if path.endswith(".yaml") and "/" not in path and ".script" not in path
    }


@pytest.mark.parametrize("spoiler", SPOILERS.values(), ids=list(SPOILERS))
@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_rule_that_falls_silent_was_not_asked(case: Case, spoiler: str) -> None:
    sound = read(case)
    spoilt = {**sound, "zz.yaml": spoiler}
    before, after = (
        {finding.name for finding in lint(given, dry_run=False)} for given in (sound, spoilt)
    )
    assert before - after <= silent(study(spoilt)) | ANSWERED_BY_A_TOOL


def test_every_rule_is_asked_about_a_sound_contract() -> None:
    assert silent(study(files("a! z*", "a:z", ["go[a]->z"]))) == frozenset()


def test_order_is_not_asked_in_full_beyond_the_bound() -> None:
    given = files("a! z*", "a:z", ["x[a]", "go[a]->z"], go={"preconditions": after("x")})
    assert "order-trap" in silent(study(given, bound=1))
    assert "order-trap" not in silent(study(given))


def test_what_a_session_that_cannot_be_read_would_say_is_not_asked() -> None:
    tool = {"go.yaml": "tool: go\nside_effect: write\n"}
    without, broken = study(tool), study({**tool, "session.yaml": "risk_defaults: {\n"})
    assert "blocked-by-risk-default" in silent(broken) - silent(without)
