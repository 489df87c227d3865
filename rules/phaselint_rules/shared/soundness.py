"""What runs of a contract show to be wrong with it where no rule says why (design §8).

The engine explores the contract and reports these itself; the functions here document them.
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
    Grade("warning", "a choice leads there"),
    Grade("info", "only the result of a tool leads there"),
)

ANSWERS = (Grade("error", "no answer is possible"), Grade("warning", "the phase always fails"))

RUNS = ("runs",)
"""Where several programs read a contract, they hold in those whose runs are explored."""


@rule("PL110", ERROR, holds=RUNS)
def refused_without_reason(_: Facts) -> Iterable[Finding]:
    """The runtime refuses a contract, and no rule says why.

    What:
        No run of the contract begins, and no rule that is on by default has found an error or a
        warning in it. Looked for in dry runs, and with `sound`.
    Why:
        The contract cannot be used, and phaselint has no rule for the reason. The message names
        the code of the runtime.
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


@rule("PL111", FAILURES, holds=RUNS)
def failing_run(_: Facts) -> Iterable[Finding]:
    """A run that obeys the contract fails.

    What:
        Exploration comes to a run in which every answer is one that the contract allows, and
        which the runtime ends with an error; a shortest one is attached as a script. What nobody
        plans for is left out: aborts, failing gates, checks that fail for ever. It is reported
        where no run of a finding of another rule ends the same. An error where no run completes.
        Looked for in dry runs, and with `sound`.
    Why:
        The author has not thought of an answer that the contract allows. It will be given one
        day.
    Bad:
        # review branches over `decision`, which its schema does not require: {} matches no branch
    Good:
        # `decision` is required, or there is a default
    Fix:
        Let the contract take the answer, or not allow it.
    Source:
        design §8
    """
    return ()


@rule("PL112", WARNING, holds=RUNS)
def dead_element(_: Facts) -> Iterable[Finding]:
    """Something is declared that no run can use.

    What:
        Complete exploration of all runs never calls a tool, takes a branch or enters a phase, or
        the nearest run to it takes more than a limit allows. It is reported where no other rule
        reports anything at its place. What the runtime holds against it is shown, with a run to
        its phase. What is declared for safety alone, such as a default behind branches that
        together take everything, is none. Looked for in dry runs, and with `sound`.
    Why:
        What it was written for never happens.
    Bad:
        # open_case forbids send_to_human, and is the only way into review
    Good:
        # open_case forbids nothing that is needed later
    Fix:
        Let a run come to it, or remove it.
    Source:
        design §8 (workflow nets: dead transition)
    """
    return ()


@rule("PL113", TRAPS, holds=RUNS)
def no_way_to_complete(_: Facts) -> Iterable[Finding]:
    """After a run nothing leads to a good end any more.

    What:
        Complete exploration finds a choice after which no run completes, whatever follows, and
        no other rule with effect names what is concerned. An error where no run completes at
        all; an info where another result of the same tool calls would leave a way, for whether
        tools give it is not in the contract. Or a call that runs make never returns. For stud, a
        warning where runs complete, but only when a gate or a cap steps in, and by a way
        whose condition doesn't name that. Looked for in dry runs, and with `sound`.
    Why:
        The run goes round, or waits for ever.
    Bad:
        # draft is followed by [publish, draft]: the list never ends
    Good:
        # draft is followed by [publish]
    Fix:
        Let a way lead on, or remove what leads there.
    Source:
        design §8 (workflow nets: option to complete)
    """
    return ()


@rule("PL114", ANSWERS, holds=RUNS)
def no_possible_answer(_: Facts) -> Iterable[Finding]:
    """An answer is due, and none can be right.

    What:
        Exploration comes to a question to which no answer satisfies what is asked for, or to a
        phase that succeeds with no data whatever, and no error says so. Looked for in dry runs,
        and with `sound`.
    Why:
        Whatever the model does, the phase fails.
    Bad:
        # a required property of the answer has minLength 5 and maxLength 2
    Good:
        # minLength 2, maxLength 5
    Fix:
        Change what is asked for so that an answer is possible.
    Source:
        design §8
    """
    return ()


@rule("PL115", ERROR)
def limit_leaves_no_run(_: Facts) -> Iterable[Finding]:
    """Limits too low for any run to complete.

    What:
        Without limits a run completes. With the limits of the contract complete exploration finds
        none. The message names the limits that do it together: without any one of them, a run may
        complete. Looked for in dry runs, and with `sound`.
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


@rule("PL116", WARNING)
def blocked_by_conditions(_: Facts) -> Iterable[Finding]:
    """Part of a workflow that a router obeying its conditions never gets to.

    What:
        A router that obeys never takes an edge whose condition is false, nor the default edge
        while another condition is true. Complete exploration of the runs with such a router
        never follows an edge, enters a node, has a node succeed or completes, though other runs
        do. Conditions bind it that phaselint reads in full: comparisons of a property with
        values of its `enum` or `const`, or with `true` and `false`, of a verdict of an evaluator
        with `true` and `false`, and several of these joined by "and" or by "or". All others
        leave the choice to the router. Data obey the schemas, and agents and gates can fail.
        Where another rule reports the same place, it is not repeated. Looked for in dry runs,
        and with `sound`.
    Why:
        Only a router that answers wrongly gets there.
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


@rule("PL022", INFO)
def analysis_incomplete(_: Facts) -> Iterable[Finding]:
    """A bound kept a question from being answered.

    What:
        The exploration of runs hit the bound on expanded states, or on the choices in one state.
        Runs that fail were looked for that far; what no run can do was not looked for at all. Or
        the patterns of the contract, or its schemas, took more steps than they are allowed
        together, and the one at which that was is named.
    Why:
        What was not examined is unknown, not clean. The message names the bound; `--bound` raises
        that on states. Steps are counted, so that no answer depends on the clock.
    Bad:
        # a phase with twenty tools that all forbid each other
    Good:
        # the same work in several phases
    Fix:
        Run with a higher `--bound`, or make the contract simpler.
    Source:
        design §8
    """
    return ()
