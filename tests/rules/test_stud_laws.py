"""Runs go by the contract and the policies by which findings are judged (reference stud §0, D1,
D4): what is proved under one setting is not refuted under another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import stud
from phaselint.linting.request import Request
from phaselint.linting.run import run
from phaselint_rules import RULES
from stud import ABSENT, STAGE, markdown, pipeline, stage

if TYPE_CHECKING:
    from cases import Written

ALL = tuple(rule.name for rule in RULES if rule.dialect == "stud")


@pytest.mark.parametrize(
    "setting",
    [
        "semantics=reference",
        "semantics=documented",
        "join-policy=sibling",
        'registered-tools=["read", "write", "submit_label"]',
    ],
)
def test_no_finding_in_a_fixture_is_refuted(setting: str, written: Written) -> None:
    request = Request(
        (str(written.rules()),),
        dialect="stud",
        dry_run=True,
        select=ALL,
        settings=(f"stud.{setting}",),
        isolated=True,
        jobs=1,
    )
    result = run(request, RULES)
    statuses = {each.name: each.proof.status for each in result.findings if each.proof}
    assert len(statuses) > 60
    assert result.summary.refuted == 0
    assert not {"refuted-finding", "internal-error"} & set(statuses)


def test_a_cap_and_a_pause_are_shown_by_the_documents() -> None:
    """The reference runs no Act and tries nothing again."""
    fields: dict[str, Any] = {
        "turnCap": 1,
        "allowedTools": ["read"],
        "retryPolicy": {"maxAttempts": 1, "backoff": "fixed"},
    }
    value = pipeline("a", stages={"a": fields}, options={"profile": "reference"})
    for name in ("turn-cap-too-low", "retry-backoff-unused"):
        for semantics in ("contract", "reference", "documented"):
            (found,) = stud.of(name, value, dry_run=True, semantics=semantics)
            assert found.proof is not None
            assert (found.proof.status, found.proof.reason) == ("proved", "")


@pytest.mark.parametrize(
    ("semantics", "field", "count"),
    [
        ("documented", "resolutionPolicy", 1),
        ("documented", "body", 0),
        ("reference", "resolutionPolicy", 0),
        ("reference", "body", 1),
    ],
)
@pytest.mark.parametrize("profile", ["documented", "reference"])
def test_what_has_to_be_there_depends_on_the_setting(
    profile: str, semantics: str, field: str, count: int
) -> None:
    value = pipeline("a", stages={"a": {field: ABSENT}}, options={"profile": profile})
    found = stud.of("missing-required-field", value, dry_run=True, semantics=semantics)
    assert [each.proof.status for each in found if each.proof] == ["proved"] * count
    if profile != semantics:
        options = [
            each.proof.script["options"] for each in found if each.proof and each.proof.script
        ]
        assert options == [{"semantics": semantics}] * count


def test_the_reference_asks_for_no_part_of_a_retry_policy() -> None:
    text = markdown(stage("draft", retryPolicy={"maxAttempts": 1}))
    for semantics, count in (("documented", 1), ("reference", 0)):
        given: Any = {"main": STAGE, "dry_run": True, "semantics": semantics}
        assert len(stud.of("missing-required-field", text, **given)) == count


# --- runs that would be too long ----------------------------------------------------------------


def ring(size: int) -> tuple[str, ...]:
    """A ring of stages."""
    return tuple(f"s{number} -> s{(number + 1) % size}" for number in range(size))


def test_a_ring_without_an_end_is_explored_however_long_it_is() -> None:
    (found,) = stud.findings(pipeline(*ring(1_002)), dry_run=True)
    assert found.proof is not None
    assert found.proof.status == "proved"


def test_a_way_that_is_too_long_is_not_run() -> None:
    value = pipeline(*ring(400))
    value["next"]["s0"] = {
        "branches": [{"when": {"verdict": "ok"}, "nextStages": ["s1"]}],
        "default": {"nextStages": []},
    }
    (found,) = stud.of("unbounded-loop", value, dry_run=True)
    assert found.proof is not None
    assert (found.proof.status, found.proof.reason) == (
        "unproved",
        "the path is longer than 1,000 stages",
    )


def test_stages_that_wait_without_end_are_left() -> None:
    """Each round puts more stages in front of those that wait."""
    value = pipeline("a -> a b", "b", "lost", stages={"lost": {}})
    (found,) = stud.of("unreachable-phase", value, dry_run=True)
    assert found.proof is not None
    assert (found.proof.status, found.proof.reason) == (
        "unproved",
        "the exploration stopped: more than 300 stages wait for their turn at once",
    )
