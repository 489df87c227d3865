"""Many policies, long names, and calls that the runtime only offers, as users see them."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cases import Case, write
from cli.test_lint_policies import policies, report

if TYPE_CHECKING:
    from cli.command import Command

BOT = Path(__file__).parents[2] / "fixtures" / "projects" / "dependency-bot-fixed"


@pytest.fixture
def parcels(phaselint: Command) -> Command:
    """The command in a folder with a contract."""
    write(Case("policy-violated", "good").folder, phaselint.folder)
    return phaselint


@pytest.mark.parametrize("word", ["name: policy {}", "name: n{}, why: r{}"])
def test_many_violated_policies_are_one_block(parcels: Command, word: str) -> None:
    lines = [f"{{never: call ship_parcel, {word.replace('{}', str(n))}}}" for n in range(60)]
    policies(parcels.folder, *lines)
    ended = parcels("lint", "--policies")
    assert len(ended.lines) < 35
    assert "the same: in 59 more places" in ended.out
    assert len(report(parcels, "--policies")["findings"]) == 60


@pytest.mark.parametrize(
    "arguments",
    [
        ("lint", "--policies"),
        ("lint", "--policies", "-v", "--format", "concise"),
        ("policies",),
    ],
)
def test_names_and_reasons_of_any_length_are_cut_for_people(
    parcels: Command, arguments: tuple[str, ...]
) -> None:
    long = "n" * 50_000
    policies(
        parcels.folder,
        f"{{never: call ship_parcel, name: {long}, why: {long}}}",
        f"{{never: call {long}}}",
        f"{{some-run: call ship_parcel in desk, name: m{long}}}",
    )
    ended = parcels(*arguments)
    assert max(map(len, ended.lines)) < 2_500
    assert "nnn..." in ended.out
    assert {each["title"] for each in report(parcels, "--policies")["policies"]} == {
        *(long, f"m{long}"),
    }


def test_what_is_offered_is_done_in_the_turn_of_a_model(phaselint: Command) -> None:
    shutil.copytree(BOT, phaselint.folder / "bot")
    script = phaselint.folder / "bot/.sweny/workflows/calls.script.yaml"
    call = "call github_add_comment"
    script.write_text(
        "version: 1\ncontract: security-advisory.yml\npolicies:\n"
        f"  - {{never: {call}, between: [enter patch, turn]}}\n"
        f"  - {{never: {call}, after: turn, name: after}}\n"
        f"  - {{some-run: {call}, before: turn, name: before}}\n"
    )
    contract = "bot/.sweny/workflows/security-advisory.yml"
    found = report(phaselint, "--policies", "--verify", contract)
    stands = {each["title"]: each["status"] for each in found["policies"]}
    assert [*stands.values()] == ["holds", "violated", "violated"]
    named = [each["name"] for each in found["findings"]]
    assert named == ["policy-violated", "policy-violated"]
    acts = next(each for each in found["findings"] if each["witness"])["witness"]["acts"]
    assert acts[-3:] == ["enter patch", "turn", call]


def test_requirements_of_each_element_of_a_list_leave_nothing_open(phaselint: Command) -> None:
    shutil.copytree(BOT, phaselint.folder / "bot")
    script = phaselint.folder / "bot/.sweny/workflows/digest.script.yaml"
    script.write_text(
        "version: 1\ncontract: release-digest.yml\npolicies:\n"
        "  - {never: enter review, before: pass draft}\n"
        "  - {never: enter draft, before: pass collect}\n"
    )
    contract = "bot/.sweny/workflows/release-digest.yml"
    found = report(phaselint, "--policies", "--verify", contract)
    assert {each["status"] for each in found["policies"]} <= {"holds", "violated"}
    assert "policy-undecided" not in {each["name"] for each in found["findings"]}
