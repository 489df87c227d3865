"""Retries, policies and soft failures: settings that do nothing, or more than they say (reference
sweny §5.6, §5.10, §5.11, §8.4)."""

from __future__ import annotations

from phaselint.vocabulary.claim import Ends, Never, Notes
from phaselint.vocabulary.finding import Finding, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, INFO, WARNING, Grade, rule
from phaselint_rules.sweny.needs import EVAL, POLICY, RETRY, SOFT, SOUND

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Node

MOST_RETRIES = 10
"""More is refused by later releases (reference §11)."""

LATER = (Grade("error", 'with the option `target = "next"`'), Grade("warning", "otherwise"))


@rule(
    "SW415",
    INFO,
    claims="notes",
    complete_if=SOUND,
    default=False,
    only_if_keys=EVAL,
)
def eval_without_retry(facts: SwenyFacts) -> Iterator[Finding]:
    """Evaluated node without a retry

    What:
        A node has `eval` but no `retry`.
    Why:
        The first answer that fails makes the node fail. Often the model could have corrected it.
    Bad:
        plan: {name: Plan, instruction: Plan it., eval: [{name: ok, kind: value, rule: {…}}]}
    Good:
        plan: {name: Plan, instruction: Plan it., eval: [{…}], retry: {max: 1}}
    Fix:
        Add `retry`, or leave it out if the route after the node handles the failure.
    Dry run:
        An answer that fails the evaluators is the only attempt of the visit.
    Source:
        sweny §5.10, §8.4
    """
    for node in facts.sound_nodes:
        if node.evals and node.retry is None:
            yield Finding(
                facts.place((*node.pointer, "eval"), "key"),
                message("node {} is evaluated, but isn't retried if it fails", quote(node.id)),
                "add `retry`",
                witness=Witness({"node": node.id}),
                claim=_single_attempt(node),
            )


def _single_attempt(node: Node) -> Notes:
    """That an answer that fails the evaluators ends the visit."""
    from phaselint_rules.sweny.samples import failed_visit, failing_answer

    return Notes(
        node.id,
        "warn",
        holds={"message": ["  eval failed: eval failed (policy: "]},
        provided={"message": ["eval failed"]},
        answers=failed_visit(node._replace(retry=None), failing_answer(node)),
        hostile=True,
    )


@rule(
    "SW416",
    WARNING,
    claims="never",
    complete_if=SOUND,
    fix="safe",
    only_if_keys=RETRY,
)
def retry_without_trigger(facts: SwenyFacts) -> Iterator[Finding]:
    """Retry that can never start

    What:
        A node has `retry`, but neither `eval` nor a field in `output.required`.
    Why:
        Only a failed evaluator or a missing required field starts a retry. A failed model run or an
        unmet `requires` doesn't.
    Bad:
        retry: {max: 2}   # on a node without `eval` and without required fields
    Good:
        output: {type: object, properties: {url: {type: string}}, required: [url]}
        retry: {max: 2}
    Fix:
        Add a check for the answer, or remove `retry`.
    Dry run:
        A failed model run is the only attempt of the visit; a model run that returns no data is a
        success.
    Source:
        sweny §5.10, §8.4
    """
    for node in facts.sound_nodes:
        if node.retry is not None and not node.evals and not node.required:
            from phaselint_rules.sweny.edits import removal

            yield Finding(
                facts.place(node.retry.pointer, "key"),
                message(
                    "the `retry` of node {} never starts: the node has no `eval` and "
                    "no required output field",
                    quote(node.id),
                ),
                "add an evaluator or a required field, or remove `retry`",
                witness=Witness({"node": node.id}),
                claim=_never_retried(node),
                fix=removal(facts, node.retry.pointer, "remove `retry`"),
            )


def _never_retried(node: Node) -> Never:
    """That neither a model run that fails is tried again, nor one that gives nothing, which is a
    success."""
    from phaselint_rules.sweny.samples import FAILED

    nothing: Mapping[str, Any] = {"data": {}}
    again = Notes(node.id, "node:retry", answers=(FAILED,))
    others = (
        again._replace(answers=(nothing,)),
        Notes(node.id, "node:exit", {("result", "status"): "failed"}, answers=(nothing,)),
    )
    return Never(again, others)


@rule("SW417", LATER, complete_if=SOUND, only_if_keys=RETRY)
def retry_max_too_large(facts: SwenyFacts) -> Iterator[Finding]:
    """Very high retry limit

    What:
        `retry.max` is more than 10.
    Why:
        Each attempt is a complete model run with all its judges. Later releases refuse the workflow
        with `RETRY_MAX_EXCEEDED`; with the option `target = "next"` this is an error.
    Bad:
        retry: {max: 25}
    Good:
        retry: {max: 3}
    Fix:
        Lower it; tell the model in `retry.instruction` what to do better.
    Source:
        sweny §5.17, §8.4, §11
    """
    for node in facts.sound_nodes:
        if node.retry is not None and node.retry.max > MOST_RETRIES:
            yield Finding(
                facts.place((*node.retry.pointer, "max")),
                message(
                    "one visit of node {} can take {} model runs; "
                    "later releases allow at most {} retries",
                    quote(node.id),
                    node.retry.max + 1,
                    MOST_RETRIES,
                ),
                f"use {MOST_RETRIES} or less",
                severity="error" if facts.options["target"] == "next" else "warning",
            )


@rule(
    "SW418",
    ERROR,
    claims="ends",
    complete_if=SOUND,
    only_if_keys=POLICY,
    ends="failure",
)
def unsupported_eval_policy(facts: SwenyFacts) -> Iterator[Finding]:
    """Reserved evaluation policy

    What:
        `eval_policy` is `any_pass` or `weighted`.
    Why:
        The loader refuses the workflow with `UNSUPPORTED_EVAL_POLICY`: these values are reserved,
        and only `all_pass` works.
    Bad:
        eval_policy: any_pass
    Good:
        eval_policy: all_pass
    Fix:
        Use `all_pass`, or remove `eval_policy`; put alternatives into one evaluator.
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
                    "evaluation policy {} of node {} is reserved; only `all_pass` works",
                    quote(node.eval_policy),
                    quote(node.id),
                ),
                "use `all_pass`, or remove `eval_policy`",
                witness=Witness({"node": node.id}),
                claim=Ends(node.id, "Error", "eval_policy") if node.evals else None,
            )


@rule("SW419", INFO, complete_if=SOUND, fix="safe", default=False, only_if_keys=POLICY)
def eval_policy_without_eval(facts: SwenyFacts) -> Iterator[Finding]:
    """Evaluation policy on a node without evaluators

    What:
        A node has `eval_policy` but no `eval`.
    Why:
        There are no results to apply the policy to.
    Bad:
        report: {name: Report, instruction: Report it., eval_policy: all_pass}
    Good:
        report: {name: Report, instruction: Report it.}
    Fix:
        Remove it, or add evaluators.
    Source:
        sweny §8.4
    """
    for node in facts.sound_nodes:
        if node.eval_policy == "all_pass" and not node.evals:
            from phaselint_rules.sweny.edits import removal

            yield Finding(
                facts.place((*node.pointer, "eval_policy"), "key"),
                message("node {} has an `eval_policy` but no `eval`", quote(node.id)),
                "remove it, or add evaluators",
                fix=removal(facts, (*node.pointer, "eval_policy"), "remove `eval_policy`"),
            )


@rule(
    "SW423",
    WARNING,
    claims="notes",
    complete_if=SOUND,
    only_if_keys=SOFT,
)
def fail_soft_bypasses_gate(facts: SwenyFacts) -> Iterator[Finding]:
    """Soft failure that bypasses the gates

    What:
        A node has `fail_soft: true` together with `eval` or required output fields.
    Why:
        If its model run fails, the node counts as a success and its gates are skipped: the nodes
        after it run without the fields and checks that they might rely on.
    Bad:
        fail_soft: true
        output: {type: object, properties: {plan: {type: string}}, required: [plan]}
    Good:
        output: {type: object, properties: {plan: {type: string}}, required: [plan]}
    Fix:
        Remove one of the two, or have the nodes after it require the fields.
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
                "if the model run of node {} fails, the node counts as a success and "
                "{} are skipped",
                quote(node.id),
                " and ".join(gates),
            ),
            "remove `fail_soft` or the gate, or have the nodes after it require the fields",
            witness=Witness({"node": node.id}),
            claim=_soft_success(node),
        )


def _soft_success(node: Node) -> Notes:
    """That the node is a success without results of evaluators if its model run fails."""
    from phaselint_rules.sweny.samples import FAILED

    result = {("result", "status"): "success", ("result", "evals"): None}
    return Notes(node.id, "node:exit", result, answers=(FAILED,))
