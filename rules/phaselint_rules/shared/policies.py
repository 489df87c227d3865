"""Policies: an author's requirements for every run of a contract. The linter reports these itself;
the functions here document them.
"""

from __future__ import annotations

from phaselint.vocabulary.rule import ERROR, WARNING, Grade, rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from phaselint.dialects.base import Facts
    from phaselint.vocabulary.finding import Finding

AS_WRITTEN = (
    Grade("error", "unless the policy names another severity"),
    Grade("warning", "if the policy says `severity: warning`"),
    Grade("info", "if the policy says `severity: info`"),
)

VACUOUS = (
    Grade("warning", "if no run reaches the acts of the policy"),
    Grade("info", "if a pattern doesn't match any act of the contract"),
)


@rule("PL030", AS_WRITTEN, by_engine=True)
def policy_violated(_: Facts) -> Iterable[Finding]:
    """Run that violates a policy

    What:
        The runs of the contract were explored, and one of them does what a policy forbids, or ends
        without what a policy requires. A shortest such run is attached, act by act. Checked in dry
        runs, and with `--policies`.
    Why:
        The author of the policy wrote down what no run may do, but the contract lets a run do it.
    Bad:
        policies:
          - {never: call issue_refund, before: call approve_refund}
        # the contract also goes from `intake` to `payout`, past `review`
    Good:
        # every way to `payout` leads through `review`
    Fix:
        Remove the path that the run takes, or correct the policy.
    Source:
        design §8
    """
    return ()


@rule("PL031", VACUOUS, by_engine=True)
def policy_never_tested(_: Facts) -> Iterable[Finding]:
    """Policy that no run tests

    What:
        A policy holds in all runs, but only because no run does the act that would test it: the act
        that it limits, the act that opens its scope, or one of two acts that exclude each other.
        Checked in dry runs, and with `--policies`.
    Why:
        Such a policy protects nothing. It often names an act that the contract no longer does.
    Bad:
        policies:
          - {never: call issue_refund, before: call approve_refund}
        # no run enters `payout`, where `issue_refund` is called
    Good:
        # a run enters `payout` after `review`
    Fix:
        Make the act possible, or remove the policy. `never: A` alone never warns.
    Source:
        design §8
    """
    return ()


@rule("PL032", ERROR, by_engine=True)
def unknown_act(_: Facts) -> Iterable[Finding]:
    """Policy for an unknown act

    What:
        A policy of a script names a tool, a phase or a transition that the contract doesn't have, a
        verb that its format doesn't have, or a name shared by several kinds of things. In a team,
        `from` names an agent, and the call a tool, that doesn't exist. A policy of the
        configuration is reported if none of its contracts has the act.
    Why:
        The policy can't be checked, so it protects nothing.
    Bad:
        policies:
          - {never: call isue_refund}
    Good:
        policies:
          - {never: call issue_refund}
    Fix:
        Correct the name. `phaselint graph --acts CONTRACT` lists the acts of a contract.
    Source:
        design §8
    """
    return ()


@rule("PL033", WARNING, by_engine=True)
def policy_undecided(_: Facts) -> Iterable[Finding]:
    """Policy that couldn't be decided

    What:
        Too many states are possible to explore all of them, or the contract is refused before a run
        begins, and the explored part decides nothing. The message says how far the exploration got.
        A policy with `from` is undecided if only a tool of an MCP server could break it. With
        `--verify`, a policy that holds is reported if the check of that stops at the bound.
    Why:
        A run that wasn't explored might violate the policy.
    Bad:
        # a contract with more states than `--bound` allows
    Good:
        # a contract whose runs are all explored
    Fix:
        Raise `--bound`, simplify the contract, or correct its errors first.
    Source:
        design §8
    """
    return ()
