"""Defects that only runs of a contract show, without a rule that explains them (design §8). The
linter explores the contract and reports these itself; the functions here document them.
"""

from __future__ import annotations

from phaselint.vocabulary.rule import ERROR, INFO, WARNING, Grade, rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from phaselint.dialects.base import Facts
    from phaselint.vocabulary.finding import Finding

FAILURES = (Grade("error", "no run completes"), Grade("warning", "other runs complete"))

TRAPS = (
    Grade("error", "no run completes"),
    Grade("warning", "a choice leads to it"),
    Grade("info", "only a tool result leads to it"),
)

ANSWERS = (Grade("error", "no answer is possible"), Grade("warning", "the phase always fails"))

RUNS = ("runs",)
"""If several programs read a contract, they hold for those whose runs are explored."""


@rule("PL110", ERROR, holds=RUNS, by_engine=True)
def refused_without_reason(_: Facts) -> Iterable[Finding]:
    """Contract refused by the runtime without an explaining rule

    What:
        No run of the contract begins, but no rule that is on by default has found an error or a
        warning in it. Checked in dry runs, and with `sound`.
    Why:
        The contract can't be used, and phaselint has no rule for the reason. The message names the
        code of the runtime.
    Bad:
        # nothing a contract is known to do
    Good:
        # every contract that is refused has a finding that says why
    Fix:
        Look up the code, and report the contract.
    Source:
        design §8
    """
    return ()


@rule("PL111", FAILURES, holds=RUNS, by_engine=True)
def failing_run(_: Facts) -> Iterable[Finding]:
    """Valid run that fails

    What:
        Exploration reaches a run whose answers are all allowed by the contract, but which the
        runtime ends with an error; a shortest one is attached as a script. Events outside the plan
        are left out: aborts, failing gates, checks that always fail. Reported only if no run of
        another rule's finding ends the same way. An error if no run completes. Checked in dry runs,
        and with `sound`.
    Why:
        The author hasn't considered an answer that the contract allows. A model will give it one
        day.
    Bad:
        # review branches over `decision`, which its schema does not require: {} matches no branch
    Good:
        # `decision` is required, or there is a default
    Fix:
        Let the contract handle the answer, or disallow it.
    Source:
        design §8
    """
    return ()


@rule("PL112", WARNING, holds=RUNS, by_engine=True)
def dead_element(_: Facts) -> Iterable[Finding]:
    """Unused declaration

    What:
        Complete exploration of all runs never calls a tool, takes a branch or enters a phase, or
        the nearest run to it takes more than a limit allows. Reported only if no other rule reports
        anything at its place. The runtime's reason against it is shown, with a run to its phase.
        Declarations for safety alone, such as a default after branches that together take
        everything, don't count. Checked in dry runs, and with `sound`.
    Why:
        Its purpose is never served.
    Bad:
        # open_case forbids send_to_human, and is the only way into review
    Good:
        # open_case forbids nothing that is needed later
    Fix:
        Let a run reach it, or remove it.
    Source:
        design §8 (workflow nets: dead transition)
    """
    return ()


@rule("PL113", TRAPS, holds=RUNS, by_engine=True)
def no_way_to_complete(_: Facts) -> Iterable[Finding]:
    """Trap: no run completes from here

    What:
        Complete exploration finds a choice after which no run completes, whatever follows, and no
        other rule with effect names the cause. An error if no run completes at all; an info if
        another result of the same tool calls would leave a path, because the contract doesn't
        determine tool results. Also reported if a call that runs make never returns. For stud, a
        warning if runs complete only because a gate or a cap steps in, over a transition whose
        condition doesn't name that. Checked in dry runs, and with `sound`.
    Why:
        The run loops, or waits forever.
    Bad:
        # draft is followed by [publish, draft]: the list never ends
    Good:
        # draft is followed by [publish]
    Fix:
        Add a transition that leads on, or remove the one that leads here.
    Source:
        design §8 (workflow nets: option to complete)
    """
    return ()


@rule("PL114", ANSWERS, holds=RUNS, by_engine=True)
def no_possible_answer(_: Facts) -> Iterable[Finding]:
    """Request without a possible answer

    What:
        Exploration reaches a request whose requirements no answer satisfies, or a phase that
        succeeds with no data at all, and no error reports it. Checked in dry runs, and with
        `sound`.
    Why:
        Whatever the model does, the phase fails.
    Bad:
        # a required property of the answer has minLength 5 and maxLength 2
    Good:
        # minLength 2, maxLength 5
    Fix:
        Change the requirements so that an answer is possible.
    Source:
        design §8
    """
    return ()


@rule("PL115", ERROR, by_engine=True)
def limit_leaves_no_run(_: Facts) -> Iterable[Finding]:
    """Limits too low for any run to complete

    What:
        Without limits, a run completes; with the limits of the contract, complete exploration finds
        none. The message names the limits that cause it together: without any one of them, a run
        can complete. Checked in dry runs, and with `sound`.
    Why:
        Every run ends at a limit, whatever the model does.
    Bad:
        session_limits: {max_calls_per_tool: {enter: 1}}   # the only path calls `enter` 2 times
    Good:
        session_limits: {max_calls_per_tool: {enter: 2}}
    Fix:
        Raise one of the limits.
    Source:
        design §8
    """
    return ()


@rule("PL116", WARNING, by_engine=True)
def blocked_by_conditions(_: Facts) -> Iterable[Finding]:
    """Part of a workflow that its conditions make unreachable

    What:
        A router that obeys the conditions never takes an edge whose condition is false, nor the
        default edge while another condition is true. Complete exploration of the runs with such a
        router never follows an edge, enters a node, has a node succeed or completes, though other
        runs do. The router is bound by conditions that phaselint reads completely: comparisons of a
        property with values of its `enum` or `const`, or with `true` and `false`; of a verdict of
        an evaluator with `true` and `false`; and several of these joined by "and" or by "or". All
        others leave the choice to the router. Data obey the schemas, and agents and gates can fail.
        If another rule reports the same place, it isn't repeated. Checked in dry runs, and with
        `sound`.
    Why:
        Only a router that answers incorrectly gets there.
    Bad:
        # the edge into `plan` says `scan.kind is bug`, the edge out of it `scan.kind is task`
    Good:
        # the edge out of `plan` says `plan.size is small`
    Fix:
        Change a condition, or the gate that excludes it.
    Source:
        design §8; sweny §5.12, §7.4
    """
    return ()


@rule("PL022", INFO, by_engine=True)
def analysis_incomplete(_: Facts) -> Iterable[Finding]:
    """Analysis stopped at a limit

    What:
        The exploration of runs reached the bound on expanded states, or on the choices in one
        state. Failing runs were searched for only up to there; what no run can do wasn't checked at
        all. Or the patterns or schemas of the contract together took more steps than allowed, and
        the message names the one that reached the limit.
    Why:
        What wasn't examined is unknown, not clean. The message names the bound; `--bound` raises
        the bound on states. Steps are counted, so answers don't depend on the clock.
    Bad:
        # a phase with twenty tools that all forbid each other
    Good:
        # the same work in several phases
    Fix:
        Use a higher `--bound`, or simplify the contract.
    Source:
        design §8
    """
    return ()
