"""Judges: their models, their budget and what they can see (reference sweny §3.11, §5.9, §8.4)."""

from __future__ import annotations

from phaselint.dialects.sweny.model import DEFAULT_JUDGE_BUDGET
from phaselint.vocabulary.finding import Finding, Related, Witness
from phaselint.vocabulary.message import joined, message, quote, quote_all
from phaselint.vocabulary.rule import INFO, WARNING, Grade, rule
from phaselint.vocabulary.suggest import listing, plural
from phaselint_rules.sweny.evals.rubrics import out_of_scope, undeclared
from phaselint_rules.sweny.needs import EVAL, JUDGE_MODEL, LOOPS, NODES, NONE_BROKEN, SOUND

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Evaluator, Node
    from phaselint.vocabulary.finding import Place
    from phaselint_rules.sweny.evals.rubrics import Undeclared

DECLARED_OR_ASKED = (
    Grade("warning", "if more judges are declared than the budget allows"),
    Grade("info", "if loops and retries can call them more often than that"),
)


def judges_of(node: Node) -> tuple[Evaluator, ...]:
    """The evaluators of a node that ask a model."""
    return tuple(each for each in node.evals if each.kind == "judge")


@rule(
    "SW420",
    INFO,
    needs=NONE_BROKEN,
    complete_if=NODES,
    fix="safe",
    default=False,
    only_if_keys=JUDGE_MODEL,
)
def judge_model_without_judge(facts: SwenyFacts) -> Iterator[Finding]:
    """Judge model without a judge

    What:
        A node has `judge_model` but no judge, or the workflow has it but no node has a judge.
    Why:
        The setting has no effect.
    Bad:
        judge_model: claude-haiku-4-5   # and only `value` evaluators
    Good:
        eval: [{name: sound, kind: judge, rubric: Is the plan sound?}]
        judge_model: claude-haiku-4-5
    Fix:
        Remove it, or add a judge.
    Source:
        sweny §3.11, §8.4
    """
    workflow = facts.workflow
    title = "remove `judge_model`"
    if workflow.judge_model and not any(judges_of(node) for node in facts.sound_nodes):
        from phaselint_rules.sweny.edits import removal

        yield Finding(
            facts.place(("judge_model",), "key"),
            message("the workflow has a `judge_model` but no judge"),
            "remove it, or add a judge",
            fix=removal(facts, ("judge_model",), title),
        )
    for node in facts.sound_nodes:
        if node.judge_model and not judges_of(node):
            from phaselint_rules.sweny.edits import removal

            yield Finding(
                facts.place((*node.pointer, "judge_model"), "key"),
                message("node {} has a `judge_model` but no judge", quote(node.id)),
                "remove it, or add a judge",
                fix=removal(facts, (*node.pointer, "judge_model"), title),
            )


@rule("SW421", DECLARED_OR_ASKED, needs=NONE_BROKEN, complete_if=LOOPS, only_if_keys=EVAL)
def judge_budget_exceeded(facts: SwenyFacts) -> Iterator[Finding]:
    """More judges than the budget allows

    What:
        The workflow declares more judges than its `judge_budget` (default: 50); or, as an info, its
        loops and retries can call them more often than that in one run.
    Why:
        The engine compares the number of declared judges with the budget and logs a warning; it
        never stops. The documents mean the number of calls in a run, which loops and retries
        multiply.
    Bad:
        judge_budget: 1   # and two judges
    Good:
        judge_budget: 4   # and two judges
    Fix:
        Raise the budget to what a run can really cost, or use fewer judges.
    Source:
        sweny §5.2, §5.17, §6 (12), §8.4
    """
    given = facts.workflow.judge_budget
    budget = DEFAULT_JUDGE_BUDGET if given is None else given
    if budget < 0:  # no budget at all; `schema-violation` says so
        return
    judged = {node.id: len(judges_of(node)) for node in facts.sound_nodes if judges_of(node)}
    declared = sum(judged.values())
    if declared > budget:
        yield Finding(
            _budget_place(facts, judged),
            message(
                "{} declared, but the budget is {}; the engine only logs a warning",
                plural(declared, "judge"),
                budget,
            ),
            "raise `judge_budget`, or use fewer judges",
        )
        return
    if not judged or not facts.loops_known:
        return
    visits = facts.exhaustion.visits
    calls = {name: count * visits[name] * _attempts(facts, name) for name, count in judged.items()}
    if sum(calls.values()) > budget:
        most = joined(", ", (message("{} {}", quote(name), count) for name, count in calls.items()))
        asked = plural(sum(calls.values()), "time")
        yield Finding(
            _budget_place(facts, judged),
            message("a run can call judges {} ({}), but the budget is {}", asked, most, budget),
            "raise `judge_budget`, or lower the bounds of the loops and retries",
            severity="info",
        )


def _attempts(facts: SwenyFacts, name: str) -> int:
    retry = facts.nodes[name].retry
    return retry.max + 1 if retry else 1


def _budget_place(facts: SwenyFacts, judged: dict[str, int]) -> Place:
    """The budget where it is given, else the node with most judges."""
    if facts.workflow.judge_budget is not None:
        return facts.place(("judge_budget",))
    first = max(judged, key=lambda name: judged[name])
    return facts.place((*facts.nodes[first].pointer, "eval"), "key")


@rule(
    "SW422",
    WARNING,
    prove="evals.proofs.retries:judge_does_not_see",
    complete_if=SOUND,
    only_if_keys=EVAL,
)
def judge_rubric_out_of_scope(facts: SwenyFacts) -> Iterator[Finding]:
    """Rubric about data that the judge doesn't see

    What:
        A rubric contains `input.`, the ID of another node followed by a dot, or a path below
        `result.data` that the node's output doesn't declare. Such paths aren't checked if no
        properties are declared.
    Why:
        A judge sees only the data and the tool calls of its own node; it can't compare them with
        the run input, another node or a missing field.
    Bad:
        rubric: Does the summary belong to input.repo?
    Good:
        rubric: Does the summary belong to the repository in result.data.repo?
    Fix:
        Compare in `requires`, or have the node copy the value into its output; correct the name of
        a field, or declare it.
    Dry run:
        The judge's prompt doesn't contain what the rubric refers to.
    Source:
        sweny §5.9, §8.4
    """
    for node in facts.sound_nodes:
        for evaluator in judges_of(node):
            named = out_of_scope(facts, node, evaluator.rubric)
            if named:
                yield Finding(
                    facts.place((*evaluator.pointer, "rubric")),
                    message(
                        "judge {} sees only the data and tool calls of {}, "
                        "but its rubric refers to {}",
                        quote(evaluator.name),
                        quote(node.id),
                        quote_all(named),
                    ),
                    "compare it in `requires`, or have the node copy the value into its output",
                    witness=Witness(
                        {"node": node.id, "evaluator": evaluator.name, "named": list(named)}
                    ),
                )
            missing = undeclared(facts, node, evaluator.rubric)
            if missing:
                yield _not_given(facts, node, evaluator, missing)


def _not_given(
    facts: SwenyFacts, node: Node, evaluator: Evaluator, missing: Sequence[Undeclared]
) -> Finding:
    paths = [each.path for each in missing]
    better = missing[0].better
    known = listing(tuple(node.properties))
    otherwise = f"declare it, or use {known}" if known else "declare it"
    return Finding(
        facts.place((*evaluator.pointer, "rubric")),
        message(
            "the rubric of judge {} refers to {}, undeclared in the output of {}",
            quote(evaluator.name),
            quote_all(paths),
            quote(node.id),
        ),
        f"use {quote(better)}" if better else otherwise,
        related=(Related(facts.place((*node.pointer, "output"), "key"), "declared here"),),
        witness=Witness({"node": node.id, "evaluator": evaluator.name, "paths": paths}),
    )
