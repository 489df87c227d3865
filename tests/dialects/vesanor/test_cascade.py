"""Rules that the cascade turns off say so (reference vesanor §5.4).

Every bad fixture is linted as it is, and with one further defect that turns rules off. A rule
that falls silent must be among those that count as not asked.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from dialects.vesanor.build import after, files, lint, study

ROOT = Path(__file__).parents[3] / "fixtures" / "rules"

CONTRACTS = sorted(path.parent for path in ROOT.glob("*/bad*/session.yaml"))

SPOILERS = {
    "an undeclared phase": "tool: zz\nside_effect: read\ntransitions: {advances_to: nowhere}\n",
    "a file that does not parse": "tool: [zz\n",
    "a tool without a name": "side_effect: read\nevidence_class: ack_only\n",
    "guards of the wrong type": "tool: zz\nside_effect: read\npreconditions: soon\n",
}

ANSWERED_BY_A_TOOL = {"dead-phase", "unknown-tool-reference", "phase-restriction-ignored"}
"""What one more tool may mend, which is another reason to fall silent."""


def read(folder: Path) -> dict[str, str]:
    texts = (path for path in sorted(folder.glob("*.yaml")) if ".script" not in path.name)
    return {path.name: path.read_text("utf-8", "replace") for path in texts}


@pytest.mark.parametrize("spoiler", SPOILERS.values(), ids=list(SPOILERS))
@pytest.mark.parametrize("folder", CONTRACTS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_rule_that_falls_silent_was_not_asked(folder: Path, spoiler: str) -> None:
    sound = read(folder)
    spoilt = {**sound, "zz.yaml": spoiler}
    before, after = (
        {finding.name for finding in lint(texts, dry_run=False)} for texts in (sound, spoilt)
    )
    assert before - after <= study(spoilt).unasked() | ANSWERED_BY_A_TOOL


def test_every_rule_is_asked_about_a_sound_contract() -> None:
    assert study(files("a! z*", "a:z", ["go[a]->z"])).unasked() == frozenset()


def test_order_is_not_asked_in_full_beyond_the_bound() -> None:
    given = files("a! z*", "a:z", ["x[a]", "go[a]->z"], go={"preconditions": after("x")})
    assert "order-trap" in study(given, bound=1).unasked()
    assert "order-trap" not in study(given).unasked()
