"""Policies: what an author demands of every run of a contract.

The engine reports these itself; the functions here document them.
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
    Grade("warning", "where no run reaches what the policy is about"),
    Grade("info", "where a pattern matches no act of the contract"),
)


@rule("PL030", AS_WRITTEN)
def policy_violated(_: Facts) -> Iterable[Finding]:
    """A run of a contract violates a policy.

    What:
        The runs of the contract were explored, and one of them does what a policy forbids, or
        ends without what a policy demands. A shortest such run is attached, act by act. Looked for
        in dry runs, and with `--policies`.
    Why:
        The author of the policy has written down what no run may do. The contract lets a run do
        it.
    Bad:
        policies:
          - {never: call issue_refund, before: call approve_refund}
        # the contract also goes from `intake` to `payout`, past `review`
    Good:
        # every way to `payout` leads through `review`
    Fix:
        Close the way that the run takes, or correct the policy.
    Source:
        design §8
    """
    return ()


@rule("PL031", VACUOUS)
def policy_never_tested(_: Facts) -> Iterable[Finding]:
    """A policy holds only because no run reaches what it is about.

    What:
        A policy holds in all runs, and no run does the act that would put it to the test: the act
        that it limits, the act that opens its scope, or one of two acts that exclude each other.
        Looked for in dry runs, and with `--policies`.
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


@rule("PL032", ERROR)
def unknown_act(_: Facts) -> Iterable[Finding]:
    """A policy names an act that the contract does not have.

    What:
        A policy of a script names a tool, a phase or a way on that the contract does not have, or
        a verb that its dialect does not have, or a name that several kinds of things share. A
        policy of the configuration is reported if no contract that it is for has the act.
    Why:
        The policy cannot be asked, and protects nothing.
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


@rule("PL033", WARNING)
def policy_undecided(_: Facts) -> Iterable[Finding]:
    """It is not known whether a policy holds.

    What:
        Too many states are possible to explore all of them, or the contract is refused before a
        run begins, and what was explored decides nothing. The message says how far it was
        explored.
    Why:
        The policy may be violated by a run that was not explored.
    Bad:
        # a contract with more states than `--bound` allows
    Good:
        # a contract whose runs are all explored
    Fix:
        Raise `--bound`, make the contract simpler, or correct its errors first.
    Source:
        design §8
    """
    return ()
