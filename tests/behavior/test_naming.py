"""The names of acts in policies: how they are read, looked up, and written."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaselint.dialects.acts import Act
from phaselint.policies.matching import alike
from phaselint.policies.naming import (
    Unreadable,
    pattern,
    resolved,
    unknown_names,
    written,
)
from phaselint.policies.reading import read_policies

if TYPE_CHECKING:
    from phaselint.policies.policy import Policy

KNOWN = (
    Act("call", "issue_refund", phase="payout"),
    Act("call", "issue_refund", phase="triage"),
    Act("call", "Bash", "agent"),
    Act("call", "Bash", "tool"),
    Act("call", "agent smith", "tool"),
    Act("call", "Bash(git:*)", "tool"),
    Act("call", "Bash(git:x*)", "tool"),
    Act("call", "x of y"),
    Act("call", "x", phase="y"),
    Act("follow", "a", target="b"),
    Act("take", "next", phase="review"),
)


def policy(name: str) -> Policy:
    policies, flaws = read_policies([{"never": name}], ())
    assert not flaws
    return resolved(policies[0], KNOWN)


def met(name: str) -> list[str]:
    (found,) = policy(name).first
    return [f"{each.text} in {each.phase}" for each in KNOWN if found.matches(each)]


@pytest.mark.parametrize("act", KNOWN, ids=lambda act: act.text)
def test_what_is_written_of_an_act_names_just_the_acts_with_its_text(act: Act) -> None:
    (found,) = policy(written(act)).first
    assert {each.text for each in KNOWN if found.matches(each)} == {act.text}
    assert unknown_names(policy(written(act)), KNOWN) == ()


def test_a_name_is_narrowed_to_a_phase() -> None:
    assert met("call issue_refund") == [
        "call issue_refund in payout",
        "call issue_refund in triage",
    ]
    assert met("call issue_refund in payout") == ["call issue_refund in payout"]
    assert met("call `issue_refund` of `pay*`") == []
    assert met("call issue_* in pay*") == ["call issue_refund in payout"]


def test_the_longest_known_name_wins_and_backticks_decide() -> None:
    assert met("call x of y") == ["call x of y in "]
    assert met("call `x` of y") == ["call x in y"]


@pytest.mark.parametrize("name", ["start", "turn", "end completed", "end limit", "end *"])
def test_what_any_contract_has_is_known(name: str) -> None:
    assert unknown_names(policy(name), ()) == ()


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("call isue_refund", "call issue_refund"),
        ("call issue_refund in payot", "call issue_refund in payout"),
        ("cal issue_refund", "call issue_refund"),
        ("enter issue_refund", "call issue_refund"),
        ("follow a -> c", "follow a -> b"),
        ("end complete", "end completed"),
        ("call nothing_like_it", ""),
    ],
)
def test_an_unknown_name_comes_with_the_nearest_act(name: str, nearest: str) -> None:
    (unknown,) = unknown_names(policy(name), KNOWN)
    assert unknown.nearest == nearest
    assert unknown.pointer == (0, "never")
    assert f"`{name}`" in unknown.message
    assert (f"a similar name exists: `{nearest}`" in unknown.message) == bool(nearest)


def test_a_name_of_two_kinds_is_ambiguous_and_a_glob_is_not() -> None:
    (unknown,) = unknown_names(policy("call Bash"), KNOWN)
    assert unknown.message == (
        "`call Bash` may be `call agent Bash` or `call tool Bash`; write which one is meant"
    )
    assert unknown_names(policy("call Bas*"), KNOWN) == ()


def test_a_glob_that_matches_no_act_is_told_from_a_name() -> None:
    (unknown,) = unknown_names(policy("call delete_*"), KNOWN)
    assert unknown.glob
    assert unknown.message == "`call delete_*` matches no act of the contract"


def test_pointers_lead_to_each_name() -> None:
    mapping = {"never": ["call a", "call b"], "between": ["call c", ["call d", "call e"]]}
    policies, _ = read_policies([mapping], ("policies",))
    assert [each.pointer for each in unknown_names(policies[0], ())] == [
        ("policies", 0, "never", 0),
        ("policies", 0, "never", 1),
        ("policies", 0, "between", 0),
        ("policies", 0, "between", 1, 0),
        ("policies", 0, "between", 1, 1),
    ]


@pytest.mark.parametrize("text", ["call `a", "*", "`call a`", "3 a"])
def test_a_text_that_names_no_act_cannot_be_read(text: str) -> None:
    with pytest.raises(Unreadable):
        pattern(text)


@pytest.mark.parametrize(
    ("glob", "text", "does"),
    [
        ("delete_*", "delete_user", True),
        ("delete_*", "undelete_user", False),
        ("*_u?er", "delete_user", True),
        ("a[b]*", "a[b]c", True),
        ("a*b*c", "abcabd", False),
        ("*a" * 40 + "b", "a" * 400, False),
    ],
)
def test_globs(glob: str, text: str, does: bool) -> None:
    assert alike(glob, text) == does


def test_a_known_act_in_a_known_phase_that_never_does_it_is_known() -> None:
    assert met("call issue_refund in review") == []
    assert unknown_names(policy("call issue_refund in review"), KNOWN) == ()
    assert unknown_names(policy("call issue_refund of `review`"), KNOWN) == ()
    for name in ("call issue_refund in revue", "call isue_refund in review"):
        (unknown,) = unknown_names(policy(name), KNOWN)
        assert str(unknown.message).startswith(f"the contract has no act `{name}`")


def test_of_several_kinds_the_one_that_is_meant_is_asked_in_other_phases_too() -> None:
    (unknown,) = unknown_names(policy("call Bash in review"), KNOWN)
    assert str(unknown.message) == (
        "`call Bash in review` may be `call agent Bash` or `call tool Bash`; write which one is "
        "meant"
    )
    assert unknown_names(policy("call tool Bash in review"), KNOWN) == ()
