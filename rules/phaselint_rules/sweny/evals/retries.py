"""Retries, policies and soft failures: settings that do nothing, or more than they say (reference
sweny §5.6, §5.10, §5.11, §8.4)."""

from __future__ import annotations

from phaselint.vocabulary.finding import Finding, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, INFO, WARNING, Grade, rule
from phaselint_rules.sweny.edits import removal
from phaselint_rules.sweny.needs import EVAL, POLICY, RETRY, SOFT, SOUND

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts

MOST_RETRIES = 10
"""More is refused by later releases (reference §11)."""

LATER = (Grade("error", 'with the option `target = "next"`'), Grade("warning", "otherwise"))


@rule(
    "SW415",
    INFO,
    prove="evals.proofs.retries:single_attempt",
    complete_if=SOUND,
    default=False,
    only_if_keys=EVAL,
)
def eval_without_retry(facts: SwenyFacts) -> Iterator[Finding]:
    """A node is evaluated and never tried again.

    What:
        A node has `eval` and no `retry`.
    Why:
        The first answer that fails makes the node fail. Often the model could have mended it.
    Bad:
        plan: {name: Plan, instruction: Plan it., eval: [{name: ok, kind: value, rule: {…}}]}
    Good:
        plan: {name: Plan, instruction: Plan it., eval: [{…}], retry: {max: 1}}
    Fix:
        Add `retry`, or leave it if the route after the node deals with the failure.
    Dry run:
        An answer that fails the evaluators is the only attempt of the visit.
    Source:
        sweny §5.10, §8.4
    """
    for node in facts.sound_nodes:
        if node.evals and node.retry is None:
            yield Finding(
                facts.place((*node.pointer, "eval"), "key"),
                message(
                    "the node {} is evaluated, and is not tried again when it fails", quote(node.id)
                ),
                "add `retry`",
                witness=Witness({"node": node.id}),
            )


@rule(
    "SW416",
    WARNING,
    prove="evals.proofs.retries:never_retried",
    complete_if=SOUND,
    fix="safe",
    only_if_keys=RETRY,
)
def retry_without_trigger(facts: SwenyFacts) -> Iterator[Finding]:
    """Nothing can start a retry.

    What:
        A node has `retry`, and neither `eval` nor a field in `output.required`.
    Why:
        Only a failed evaluator or a missing required field starts a retry. A model run that
        fails, or `requires` that is not met, does not.
    Bad:
        retry: {max: 2}   # on a node without `eval` and without required fields
    Good:
        output: {type: object, properties: {url: {type: string}}, required: [url]}
        retry: {max: 2}
    Fix:
        Add what has to hold of the answer, or remove `retry`.
    Dry run:
        A model run that fails is the only attempt of the visit; one that gives nothing is a
        success.
    Source:
        sweny §5.10, §8.4
    """
    for node in facts.sound_nodes:
        if node.retry is not None and not node.evals and not node.required:
            yield Finding(
                facts.place(node.retry.pointer, "key"),
                message(
                    "nothing can start the `retry` of node {}: it has no `eval` and "
                    "no required output field",
                    quote(node.id),
                ),
                "add an evaluator or a required field, or remove `retry`",
                witness=Witness({"node": node.id}),
                fix=removal(facts, node.retry.pointer, "remove `retry`"),
            )


@rule("SW417", LATER, complete_if=SOUND, only_if_keys=RETRY)
def retry_max_too_large(facts: SwenyFacts) -> Iterator[Finding]:
    """A node may be tried very often.

    What:
        `retry.max` is more than 10.
    Why:
        Every attempt is a whole model run with all its judges. Later releases refuse it with
        `RETRY_MAX_EXCEEDED`: with the option `target = "next"` it is an error.
    Bad:
        retry: {max: 25}
    Good:
        retry: {max: 3}
    Fix:
        Lower it; say in `retry.instruction` what to do better.
    Source:
        sweny §5.17, §8.4, §11
    """
    for node in facts.sound_nodes:
        if node.retry is not None and node.retry.max > MOST_RETRIES:
            yield Finding(
                facts.place((*node.retry.pointer, "max")),
                message(
                    "a visit of node {} may take {} model runs; "
                    "later releases allow {} retries at most",
                    quote(node.id),
                    node.retry.max + 1,
                    MOST_RETRIES,
                ),
                f"write {MOST_RETRIES} or less",
                severity="error" if facts.options["target"] == "next" else "warning",
            )


@rule(
    "SW418",
    ERROR,
    prove="evals.proofs.retries:policy_throws",
    complete_if=SOUND,
    only_if_keys=POLICY,
    ends="failure",
)
def unsupported_eval_policy(facts: SwenyFacts) -> Iterator[Finding]:
    """An evaluation policy is reserved.

    What:
        `eval_policy` is `any_pass` or `weighted`.
    Why:
        The loader refuses the workflow with `UNSUPPORTED_EVAL_POLICY`: these words are
        reserved, and only `all_pass` works.
    Bad:
        eval_policy: any_pass
    Good:
        eval_policy: all_pass
    Fix:
        Write `all_pass`, or leave it out; put alternatives into one evaluator.
    Dry run:
        The run ends with an exception after the first model run of the node.
    Source:
        sweny §4.5, §5.6, §8.4
    """
    for node in facts.nodes.values():
        if node.eval_policy in ("any_pass", "weighted"):
            yield Finding(
                facts.place((*node.pointer, "eval_policy")),
                message(
                    "the policy {} of node {} is reserved and does not work",
                    quote(node.eval_policy),
                    quote(node.id),
                ),
                "write `all_pass`, or leave `eval_policy` out",
                witness=Witness({"node": node.id}),
            )


@rule("SW419", INFO, complete_if=SOUND, fix="safe", default=False, only_if_keys=POLICY)
def eval_policy_without_eval(facts: SwenyFacts) -> Iterator[Finding]:
    """A policy stands on a node without evaluators.

    What:
        A node has `eval_policy` and no `eval`.
    Why:
        There is nothing the policy could be applied to.
    Bad:
        report: {name: Report, instruction: Report it., eval_policy: all_pass}
    Good:
        report: {name: Report, instruction: Report it.}
    Fix:
        Remove it, or add the evaluators.
    Source:
        sweny §8.4
    """
    for node in facts.sound_nodes:
        if node.eval_policy == "all_pass" and not node.evals:
            yield Finding(
                facts.place((*node.pointer, "eval_policy"), "key"),
                message("the node {} has an `eval_policy` and no `eval`", quote(node.id)),
                "remove it, or add evaluators",
                fix=removal(facts, (*node.pointer, "eval_policy"), "remove `eval_policy`"),
            )


@rule(
    "SW423",
    WARNING,
    prove="evals.proofs.retries:gates_skipped",
    complete_if=SOUND,
    only_if_keys=SOFT,
)
def fail_soft_bypasses_gate(facts: SwenyFacts) -> Iterator[Finding]:
    """A soft failure goes past the gates.

    What:
        A node has `fail_soft: true` together with `eval` or required output fields.
    Why:
        When its model run fails, the node counts as a success and its gates are not asked: what
        follows runs without the fields and the checks it may rely on.
    Bad:
        fail_soft: true
        output: {type: object, properties: {plan: {type: string}}, required: [plan]}
    Good:
        output: {type: object, properties: {plan: {type: string}}, required: [plan]}
    Fix:
        Drop one of the two, or let the nodes after it require the fields.
    Dry run:
        The model run fails; the node is a success without evaluator results.
    Source:
        sweny §5.11, §8.4
    """
    for node in facts.sound_nodes:
        if not node.fail_soft or not (node.evals or node.required):
            continue
        gates = [*(["its evaluators"] if node.evals else ())]
        gates += ["its required fields"] if node.required else ()
        yield Finding(
            facts.place((*node.pointer, "fail_soft"), "key"),
            message(
                "when the model run of node {} fails, the node is a success and "
                "{} are not looked at",
                quote(node.id),
                " and ".join(gates),
            ),
            "drop `fail_soft` or the gate, or let the nodes after it require the fields",
            witness=Witness({"node": node.id}),
        )
