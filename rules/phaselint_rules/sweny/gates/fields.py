"""What the paths of `requires` lead to: fields, their values, evaluators (reference sweny §8.3)."""

from __future__ import annotations

from phaselint.dialects.sweny.analysis.matchvalues import is_unsatisfiable
from phaselint.dialects.sweny.analysis.pathfaults import SYNTHESIZED
from phaselint.vocabulary.claim import Undecided
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
from phaselint_rules.sweny.gates.unmet import unmet_as_declared, unmet_with
from phaselint_rules.sweny.needs import REQUIRES, SOUND
from phaselint_rules.sweny.run_descriptions import first_names, node_place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.analysis.pathuses import Use
    from phaselint.vocabulary.claim import Notes

IF_CLOSED = (
    Grade("error", "if `additionalProperties: false` allows no undeclared fields"),
    Grade("warning", "otherwise"),
)


@rule(
    "SW309",
    IF_CLOSED,
    claims="notes",
    complete_if=SOUND,
    fix="unsafe",
    only_if_keys=REQUIRES,
    ends="unmet",
)
def requires_field_undeclared(facts: SwenyFacts) -> Iterator[Finding]:
    """Required path to an undeclared field

    What:
        A name in a path isn't among the declared properties at that point: those of the node's
        output, of a list's elements, of a nested mapping, or of an evaluator's result (`name`,
        `kind`, `pass`, `reasoning`). Silent if no properties are declared, for fields that the
        runtime writes itself (`evals`, `summary`, `error`; `fail_soft` of a node that sets it;
        `skipped_reason` of a node with `requires: {on_fail: skip}`), and for a field in the node's
        `required`.
    Why:
        A model that returns what is declared never returns this field, and the node fails.
    Bad:
        fix: {output: {type: object, properties: {branch: {type: string}}}}
        report: {requires: {output_required: [fix.branchName]}}
    Good:
        report: {requires: {output_required: [fix.branch]}}
    Fix:
        Correct the name, or declare the field and require it.
    Dry run:
        The named node returns data as declared; the path fails.
    Source:
        sweny §5.4, §5.7, §8.3
    """
    for use, others in slips(facts.required_paths, "undeclared"):
        near = suggest(use.segment, use.names)
        better = with_segment(use, near) if near else ""
        only = message(", only {}", first_names(use.names)) if use.closed else ""
        yield Finding(
            facts.place(use.pointer),
            message(
                "{} in `requires` of {} fails with the declared data{}: {} has no {}{}",
                quote(use.text),
                quote(use.node.id),
                unless_empty(is_unsatisfiable(use)),
                quote(use.before),
                quote(use.segment),
                only,
            ),
            f"use {quote(better)}" if better else _known(use.names),
            severity="error" if use.closed else "warning",
            related=(*declarations(facts, use, "allows no others"), *also(facts, others)),
            witness=witness(facts, use, misses(use.segment)),
            claim=unmet_as_declared(facts, use),
            fix=rewrite(facts, use, better) if better else None,
        )


def _known(names: Sequence[str]) -> str:
    known = listing(names)
    return f"declare and require it, or use {known}" if known else "declare and require it"


@rule(
    "SW310",
    INFO,
    claims="notes",
    complete_if=SOUND,
    default=False,
    only_if_keys=REQUIRES,
)
def requires_field_optional(facts: SwenyFacts) -> Iterator[Finding]:
    """Required path to an optional field

    What:
        A name in a path is declared, but isn't in the `required` list of its mapping. Reported even
        if an evaluator of that node demands the name. For names after `[*]`,
        `any-path-optional-segment` is reported instead.
    Why:
        The model is told that the field is optional; if it leaves the field out, this node fails.
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
                "{} is optional in {}; without it, {} in `requires` of {} fails",
                quote(use.segment),
                quote(use.before),
                quote(use.text),
                quote(use.node.id),
            ),
            f"add {quote(use.segment)} to `required` where it is declared",
            related=(*declarations(facts, use, "declared here"), *also(facts, others)),
            witness=witness(facts, use, misses(use.segment), at=use.at),
            claim=_unmet_without(facts, use),
        )


def _unmet_without(facts: SwenyFacts, use: Use) -> Notes | Undecided:
    """That `requires` fails where what is said lacks the field that is optional."""
    from phaselint_rules.sweny.gates.pathdata import is_recorded, without_field

    data = without_field(use)
    if data is None and not is_recorded(use):
        return Undecided("no data without the field was found")
    return unmet_with(facts, use, data)


@rule(
    "SW311",
    UNLESS_EMPTY,
    claims="read_and_notes",
    complete_if=SOUND,
    fix="unsafe",
    only_if_keys=REQUIRES,
    ends="unmet",
)
def requires_value_impossible(facts: SwenyFacts) -> Iterator[Finding]:
    """Required check that no declared value passes

    What:
        `equals`, `in` or `matches` of an entry of `output_matches` never holds for any value that
        the declared type, `enum` or `const` allows; `in` is empty; no string at all matches the
        pattern; `output_required` names a field that can only be null; or checks of one path have
        no common value. Input types and their `enum` count as declared. Patterns with a finding of
        their own aren't reported again.
    Why:
        With data as declared, the check fails on every run. After `[*]` an empty list passes,
        unless `any:` or `minItems` requires an element.
    Bad:
        verdict: {type: string, enum: [fix, skip]}
        # and in a later node
        requires: {output_matches: [{path: assess.verdict, equals: fixed}]}
    Good:
        requires: {output_matches: [{path: assess.verdict, equals: fix}]}
    Fix:
        Compare with a declared value, or declare the value.
    Dry run:
        The named node returns each of the declared values in turn; the check fails on all.
    Source:
        sweny §5.7, §8.3, §8.9
    """
    yield from impossible(facts, facts.required_paths)
    yield from excluding(facts, facts.required_paths, "that the checks name no other value")


@rule(
    "SW312",
    ERROR,
    claims="notes",
    complete_if=SOUND,
    fix="unsafe",
    only_if_keys=REQUIRES,
    ends="unmet",
)
def requires_eval_unknown(facts: SwenyFacts) -> Iterator[Finding]:
    """Required path to a missing evaluator

    What:
        In a path `n.evals.x`, node `n` doesn't have an evaluator named `x`. The runtime adds the
        entry `output_required` itself, and only if a required field is missing.
    Why:
        Results of evaluators are stored by name: the path never exists, and the node fails on every
        visit.
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
        made_up = "; it exists only if a required field is missing"
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
            f"use {quote(better)}"
            if better
            else (f"use {known}" if known else f"add this evaluator to {quote(use.root)}"),
            related=(Related(node_place(facts, use.root), "node"), *also(facts, others)),
            witness=witness(facts, use, misses(use.segment)),
            claim=unmet_with(facts, use, None),
            fix=rewrite(facts, use, better) if better else None,
        )
