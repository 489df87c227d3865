"""What the paths of `requires` lead to: fields, their values, evaluators (reference sweny §8.3)."""

from __future__ import annotations

from phaselint.dialects.sweny.analysis.matchvalues import is_unsatisfiable
from phaselint.dialects.sweny.analysis.pathfaults import SYNTHESIZED
from phaselint.vocabulary.finding import Finding, Related
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, INFO, Grade, rule
from phaselint.vocabulary.suggest import listing, suggest
from phaselint_rules.sweny.gates.impossible import UNLESS_EMPTY, excluding, impossible, unless_empty
from phaselint_rules.sweny.gates.paths import (
    also,
    declarations,
    misses,
    rewrite,
    slips,
    with_segment,
    witness,
)
from phaselint_rules.sweny.needs import REQUIRES, SOUND
from phaselint_rules.sweny.run_descriptions import first_names, node_place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts

IF_CLOSED = (
    Grade("error", "where `additionalProperties: false` allows no undeclared fields"),
    Grade("warning", "otherwise"),
)


@rule(
    "SW309",
    IF_CLOSED,
    prove="gates.proofs.paths:fails",
    complete_if=SOUND,
    fix="unsafe",
    only_if_keys=REQUIRES,
    ends="unmet",
)
def requires_field_undeclared(facts: SwenyFacts) -> Iterator[Finding]:
    """A `requires` path names a field that its node does not declare.

    What:
        A name in a path is not among the declared properties where it stands: those of the
        node's output, of a list's elements, of a mapping in it, or of an evaluator's result
        (`name`, `kind`, `pass`, `reasoning`). Silent where nothing is declared, for what the
        runtime writes itself (`evals`, `summary`, `error`; `fail_soft` of a node that sets it;
        `skipped_reason` of a node with `requires: {on_fail: skip}`), and for a field that the
        node's `required` demands.
    Why:
        A model that gives what is declared never gives this field, and the node fails.
    Bad:
        fix: {output: {type: object, properties: {branch: {type: string}}}}
        report: {requires: {output_required: [fix.branchName]}}
    Good:
        report: {requires: {output_required: [fix.branch]}}
    Fix:
        Correct the name, or declare the field and require it.
    Dry run:
        The named node gives data as declared; the path fails.
    Source:
        sweny §5.4, §5.7, §8.3
    """
    for use, others in slips(facts.required_paths, "undeclared"):
        near = suggest(use.segment, use.names)
        better = with_segment(use, near) if near else ""
        only = message(", and allows only {}", first_names(use.names)) if use.closed else ""
        yield Finding(
            facts.place(use.pointer),
            message(
                "{} in `requires` of {} fails with data as declared{}: {} has no {}{}",
                quote(use.text),
                quote(use.node.id),
                unless_empty(is_unsatisfiable(use)),
                quote(use.before),
                quote(use.segment),
                only,
            ),
            f"did you mean {quote(better)}?" if better else _known(use.names),
            severity="error" if use.closed else "warning",
            related=(*declarations(facts, use, "allows no others"), *also(facts, others)),
            witness=witness(facts, use, misses(use.segment)),
            fix=rewrite(facts, use, better) if better else None,
        )


def _known(names: Sequence[str]) -> str:
    known = listing(names)
    return f"declare it and require it, or name {known}" if known else "declare and require it"


@rule(
    "SW310",
    INFO,
    prove="gates.proofs.paths:fails_without_field",
    complete_if=SOUND,
    default=False,
    only_if_keys=REQUIRES,
)
def requires_field_optional(facts: SwenyFacts) -> Iterator[Finding]:
    """A `requires` path needs a field that its node may leave out.

    What:
        A name in a path is declared, but not in the `required` of where it stands, whatever the
        evaluators of that node demand. Behind `[*]`, `any-path-optional-segment` says it.
    Why:
        The model is told that it may leave the field out; this node fails then.
    Bad:
        fix: {output: {type: object, properties: {branch: {type: string}}}}
        report: {requires: {output_required: [fix.branch]}}
    Good:
        fix: {output: {type: object, properties: {branch: {type: string}}, required: [branch]}}
    Fix:
        Require the field where it is declared.
    Dry run:
        The named node leaves the field out; the path fails.
    Source:
        sweny §5.6, §5.7, §8.3
    """
    for use, others in slips(facts.required_paths, "optional"):
        yield Finding(
            facts.place(use.pointer),
            message(
                "{} is optional in {}: without it {} in `requires` of {} fails",
                quote(use.segment),
                quote(use.before),
                quote(use.text),
                quote(use.node.id),
            ),
            f"add {quote(use.segment)} to the `required` of where it is declared",
            related=(*declarations(facts, use, "declared here"), *also(facts, others)),
            witness=witness(facts, use, misses(use.segment), at=use.at),
        )


@rule(
    "SW311",
    UNLESS_EMPTY,
    prove="proofs.clashes:fails_always",
    complete_if=SOUND,
    fix="unsafe",
    only_if_keys=REQUIRES,
    ends="unmet",
)
def requires_value_impossible(facts: SwenyFacts) -> Iterator[Finding]:
    """A `requires` check admits no value that is declared.

    What:
        `equals`, `in` or `matches` of an entry of `output_matches` holds for no value that the
        declared type, `enum` or `const` allows; `in` is empty; no text at all matches the
        pattern; `output_required` names what can only be null; or checks of one path name values
        of which none passes them all. Input types and their `enum` count as declared. Of patterns
        that are reported by themselves nothing else is said.
    Why:
        With data as declared, the check fails on every run. Behind `[*]` an empty list passes,
        unless `any:` asks for an element or `minItems` does.
    Bad:
        verdict: {type: string, enum: [fix, skip]}
        # and in a later node
        requires: {output_matches: [{path: assess.verdict, equals: fixed}]}
    Good:
        requires: {output_matches: [{path: assess.verdict, equals: fix}]}
    Fix:
        Compare with a declared value, or declare the value.
    Dry run:
        The named node gives each of the declared values in turn; the check fails on all.
    Source:
        sweny §5.7, §8.3, §8.9
    """
    yield from impossible(facts, facts.required_paths)
    yield from excluding(facts, facts.required_paths)


@rule(
    "SW312",
    ERROR,
    prove="gates.proofs.paths:fails",
    complete_if=SOUND,
    fix="unsafe",
    only_if_keys=REQUIRES,
    ends="unmet",
)
def requires_eval_unknown(facts: SwenyFacts) -> Iterator[Finding]:
    """A `requires` path names an evaluator that its node does not have.

    What:
        A path `n.evals.x` where no evaluator of `n` is called `x`. The entry `output_required`
        is made up by the runtime, and only when a required field is missing.
    Why:
        The results of evaluators stand under their names: the path is never there, and the node
        fails on every visit.
    Bad:
        assess: {eval: [{name: verdict_known, kind: value, rule: {output_required: [verdict]}}]}
        fix: {requires: {output_required: [assess.evals.verdict_ok.pass]}}
    Good:
        fix: {requires: {output_required: [assess.evals.verdict_known.pass]}}
    Fix:
        Correct the name, or add the evaluator.
    Dry run:
        The named node runs and passes its gate; the path fails.
    Source:
        sweny §5.4, §5.6, §8.3
    """
    for use, others in slips(facts.required_paths, "unknown-evaluator"):
        near = suggest(use.segment, use.names)
        better = with_segment(use, near) if near else ""
        known = listing(use.names)
        made_up = "; it is there only when a required field is missing"
        yield Finding(
            facts.place(use.pointer),
            message(
                "{} in `requires` of {} fails: {} has no evaluator {}{}",
                quote(use.text),
                quote(use.node.id),
                quote(use.root),
                quote(use.segment),
                made_up if use.segment == SYNTHESIZED else "",
            ),
            f"did you mean {quote(better)}?"
            if better
            else (f"name {known}" if known else f"give {quote(use.root)} such an evaluator"),
            related=(Related(node_place(facts, use.root), "the node"), *also(facts, others)),
            witness=witness(facts, use, misses(use.segment)),
            fix=rewrite(facts, use, better) if better else None,
        )
