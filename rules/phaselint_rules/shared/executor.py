"""Scripts, confirmation and the limits of the analysis (design §6, §8). The linter reports these
itself; the functions here document them.
"""

from __future__ import annotations

from phaselint.vocabulary.rule import ERROR, INFO, WARNING, Grade, rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from phaselint.dialects.base import Facts
    from phaselint.vocabulary.finding import Finding

IF_RUN = (
    Grade("error", "if the scenario can't be run"),
    Grade("warning", "if no run gets such an answer"),
)


@rule("PL020", ERROR, by_engine=True)
def failed_expectation(_: Facts) -> Iterable[Finding]:
    """Scenario whose assertion fails

    What:
        `lint --dry-run` ran a `*.script.yaml` next to the contract, and an `expect` of a scenario
        wasn't met.
    Why:
        The contract no longer does what its author wrote down.
    Bad:
        expect: {outcome: completed}   # the run is still in `review`
    Good:
        expect: {phases: [triage, review]}
    Fix:
        Correct the contract, or the assertion.
    Source:
        design §8
    """
    return ()


@rule("PL026", INFO, by_engine=True)
def script_not_run(_: Facts) -> Iterable[Finding]:
    """Script of a contract that can't start

    What:
        `lint --dry-run` ran a `*.script.yaml` next to the contract, but the contract has an error
        that keeps every run from starting.
    Why:
        No assertion of the script was checked.
    Bad:
        entry: triag   # the script next to it expects `completed`
    Good:
        entry: triage
    Fix:
        Correct the error that the message names.
    Source:
        design §8
    """
    return ()


@rule("PL021", IF_RUN, by_engine=True)
def invalid_script(_: Facts) -> Iterable[Finding]:
    """Script that can't run as written

    What:
        A `*.script.yaml` has an unknown key, a value of the wrong type, an unknown option or an
        unreadable answer; or, as a warning, an answer calls a tool that the model doesn't have
        there.
    Why:
        The scenario isn't run, or shows a run that can't happen, so it protects nothing.
    Bad:
        scenarios: [{name: happy path, modl: []}]
    Good:
        scenarios: [{name: happy path, model: []}]
    Fix:
        Correct the script.
    Source:
        design §8
    """
    return ()


@rule("PL025", WARNING, by_engine=True)
def answer_against_schema(_: Facts) -> Iterable[Finding]:
    """Scripted answer that violates the output schema

    What:
        `lint --dry-run` ran a `*.script.yaml` next to the contract. Its model answers a step of a
        climpt agent, or a node of a SWEny workflow, with data that violates the schema which the
        client gives the model. The message names the place, the keyword and the problem.
    Why:
        No run gets such an answer, so the scenario shows something that can't happen; passing it
        proves nothing.
    Bad:
        # the schema of the node `triage`: label is one of bug, question
        model: [{data: {label: bugg}}]
    Good:
        model: [{data: {label: bug}}]
    Fix:
        Change the answer to match the schema, or correct the schema. Payloads of a completion tool
        of stud aren't checked: there, a model can submit a payload that is refused, and the run
        continues.
    Source:
        design §8
    """
    return ()


@rule("PL023", INFO, by_engine=True)
def refuted_finding(_: Facts) -> Iterable[Finding]:
    """Finding that the dry run contradicts

    What:
        A dry run of the contract doesn't confirm another finding: phaselint's own run disagrees
        with it.
    Why:
        This is a bug in phaselint, not in the contract. The other finding keeps its severity, and
        the exit status depends on that alone. With `--fail-on-refuted`, this finding is an error
        and the command exits with status 2.
    Bad:
        # nothing a contract can do
    Good:
        # every finding is proved, unproved with a reason, or static
    Fix:
        Report it with the script in the proof.
    Source:
        design §8
    """
    return ()


@rule("PL024", ERROR, by_engine=True)
def internal_error(_: Facts) -> Iterable[Finding]:
    """Internal error in phaselint

    What:
        An unexpected error stopped the check of one contract, or a certificate of the analysis
        wasn't valid.
    Why:
        This is a bug in phaselint. The other contracts were linted; the command exits with status
        2.
    Bad:
        # nothing a contract can do
    Good:
        # every contract is checked to the end
    Fix:
        Report it with the contract.
    Source:
        design §7, §9
    """
    return ()
