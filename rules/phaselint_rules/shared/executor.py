"""Scripts, proof and the limits of the analysis (design §6, §8).

The engine reports these itself; the functions here document them.
"""

from __future__ import annotations

from phaselint.vocabulary.rule import ERROR, INFO, WARNING, Grade, rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from phaselint.dialects.base import Facts
    from phaselint.vocabulary.finding import Finding

IF_RUN = (
    Grade("error", "where the scenario cannot be run"),
    Grade("warning", "where no run would have an answer of it"),
)


@rule("PL020", ERROR)
def failed_expectation(_: Facts) -> Iterable[Finding]:
    """A scripted run does not do what its script expects.

    What:
        `lint --dry-run` ran a `*.script.yaml` beside the contract, and an `expect` of a
        scenario was not met.
    Why:
        The contract no longer does what its author wrote down.
    Bad:
        expect: {outcome: completed}   # the run is still in `review`
    Good:
        expect: {phases: [triage, review]}
    Fix:
        Correct the contract, or the expectation.
    Source:
        design §8
    """
    return ()


@rule("PL026", INFO)
def script_not_run(_: Facts) -> Iterable[Finding]:
    """Script of a contract that is refused.

    What:
        `lint --dry-run` ran a `*.script.yaml` next to the contract, but the contract has an error
        that keeps every run from starting.
    Why:
        No expectation of the script was checked.
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


@rule("PL021", IF_RUN)
def invalid_script(_: Facts) -> Iterable[Finding]:
    """A script cannot be run as it is written.

    What:
        A `*.script.yaml` has an unknown key, a value of the wrong type, an unknown option or an
        answer that cannot be read; or, as a warning, an answer calls a tool that the model does
        not have there.
    Why:
        The scenario is not run, or shows what no run does: it protects nothing.
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


@rule("PL025", WARNING)
def answer_against_schema(_: Facts) -> Iterable[Finding]:
    """A scripted answer is one that the output schema of its phase forbids.

    What:
        `lint --dry-run` ran a `*.script.yaml` beside the contract. Its model answers a step of a
        climpt agent, or a node of a SWEny workflow, with data that the schema forbids by which the
        client has the model answer. The message names the place, the keyword and what is wrong.
    Why:
        No run has such an answer, so that the scenario shows what cannot happen: that it does as it
        expects proves nothing.
    Bad:
        # the schema of the node `triage`: label is one of bug, question
        model: [{data: {label: bugg}}]
    Good:
        model: [{data: {label: bug}}]
    Fix:
        Answer by the schema, or correct the schema. Payloads of a completion tool of stud are not
        meant: there a model may well give one that is refused, and the run goes on.
    Source:
        design §8
    """
    return ()


@rule("PL023", INFO)
def refuted_finding(_: Facts) -> Iterable[Finding]:
    """Finding that the dry run contradicts.

    What:
        A dry run of the contract doesn't confirm another finding: phaselint's own run disagrees
        with it.
    Why:
        This is a bug in phaselint and not in the contract. The other finding keeps its severity,
        and the exit status depends on that alone. With `--fail-on-refuted` this finding is an error
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


@rule("PL024", ERROR)
def internal_error(_: Facts) -> Iterable[Finding]:
    """phaselint failed on a contract.

    What:
        An unexpected error stopped the check of one contract, or a certificate of the analysis
        was not valid.
    Why:
        This is a defect of phaselint. The other contracts were linted; the command exits with
        status 2.
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
