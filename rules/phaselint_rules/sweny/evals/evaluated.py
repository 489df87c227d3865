"""What the paths of `value` evaluators lead to (reference sweny §8.4)."""

from __future__ import annotations

from phaselint.dialects.sweny.analysis.matchvalues import is_unsatisfiable, unreachable
from phaselint.dialects.sweny.analysis.pathfaults import SUMMARY
from phaselint.dialects.sweny.model import INPUT
from phaselint.javascript.texts import json_of
from phaselint.vocabulary.finding import Finding, Related
from phaselint.vocabulary.message import MOST_NAMED, message, quote, quote_some
from phaselint.vocabulary.rule import Grade, rule
from phaselint.vocabulary.suggest import listing, suggest
from phaselint_rules.sweny.gates.impossible import UNLESS_EMPTY, allowed, impossible, unless_empty
from phaselint_rules.sweny.gates.paths import (
    also,
    declarations,
    gate,
    misses,
    rewrite,
    slips,
    with_segment,
    witness,
)
from phaselint_rules.sweny.gates.unmet import unmet_as_declared
from phaselint_rules.sweny.needs import EVAL, SOUND
from phaselint_rules.sweny.run_descriptions import first_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.analysis.pathuses import Use
    from phaselint.dialects.sweny.model import Match
    from phaselint.vocabulary.finding import Fix
    from phaselint.vocabulary.message import Message

IF_CLOSED = (
    Grade("error", "if `additionalProperties: false` allows no undeclared fields"),
    Grade("warning", "otherwise"),
)

IF_LISTED = (
    Grade("warning", "if the declared values are listed"),
    Grade("info", "if only their type is declared"),
)


@rule(
    "SW401",
    IF_CLOSED,
    claims="notes",
    complete_if=SOUND,
    fix="safe",
    only_if_keys=EVAL,
    ends="unmet",
)
def eval_path_undeclared(facts: SwenyFacts) -> Iterator[Finding]:
    """Evaluator path to an undeclared field

    What:
        A name in a path of a `value` evaluator isn't among the declared properties at that point:
        those of the node's own output, of a list's elements or of a nested mapping. Silent if no
        properties are declared, for `summary`, and for a field in the node's `required`.
    Why:
        An evaluator's path starts inside the node's own data, not in the context: it can't name a
        node or the run input. A model that returns what is declared never returns this field, and
        the evaluator fails on every attempt.
    Bad:
        assess: {output: {type: object, properties: {verdict: {type: string}}},
                 eval: [{name: ok, kind: value, rule: {output_required: [assess.verdict]}}]}
    Good:
        eval: [{name: ok, kind: value, rule: {output_required: [verdict]}}]
    Fix:
        Remove the node's own ID from the path; otherwise correct the name, or declare the field. To
        check what another node returned, use `requires`.
    Dry run:
        The node returns data as declared; the evaluator fails on all attempts.
    Source:
        sweny §5.6, §5.7, §8.4
    """
    for use, others in slips(facts.evaluated_paths, "undeclared"):
        only = message(", and allows only {}", first_names(use.names)) if use.closed else ""
        hint, fix = _repair(facts, use)
        yield Finding(
            facts.place(use.pointer),
            message(
                "{} in {} fails{}: {}{} doesn't declare {}{}",
                quote(use.text),
                gate(use),
                unless_empty(is_unsatisfiable(use)),
                _elsewhere(facts, use),
                quote(use.before) if use.before else "the output of the node",
                quote(use.segment),
                only,
            ),
            hint,
            severity="error" if use.closed else "warning",
            related=(*declarations(facts, use, "allows no others"), *also(facts, others)),
            witness=witness(facts, use, misses(use.segment)),
            claim=unmet_as_declared(facts, use),
            fix=fix,
        )


def _elsewhere(facts: SwenyFacts, use: Use) -> Message:
    """What a path means that starts in the context map, as those of `requires` do."""
    if use.at or not _names_root(facts, use):
        return message("")
    own = "the node itself" if use.segment == use.node.id else quote(use.segment)
    return message("an evaluator's path starts inside the node's data and can't name {}; ", own)


def _names_root(facts: SwenyFacts, use: Use) -> bool:
    return len(use.path.segments) > 1 and use.segment in facts.context_roots


def _repair(facts: SwenyFacts, use: Use) -> tuple[str, Fix | None]:
    """What to do about a path, and the change that does it."""
    if use.at == 0 and _names_root(facts, use):
        if use.segment != use.node.id:
            source = (
                "the run input" if use.segment == INPUT else f"the data of {quote(use.segment)}"
            )
            return f"check {source} in `requires`, or use a declared field", None
        below = _without_root(use)
        known = use.path.segments[1].name in (*use.node.properties, SUMMARY)
        fix = rewrite(facts, use, below)
        return f"use {quote(below)}", fix._replace(safety="safe") if known else fix
    near = suggest(use.segment, use.names)
    if near:
        better = with_segment(use, near)
        return f"use {quote(better)}", rewrite(facts, use, better)
    listed = listing(use.names)
    return f"declare it, or use {listed}" if listed else "declare it", None


def _without_root(use: Use) -> str:
    """The path without its first segment."""
    prefix, mark, _ = use.text.partition(":")
    return f"{prefix}{mark}" * bool(mark) + ".".join(map(str, use.path.segments[1:]))


@rule(
    "SW402",
    UNLESS_EMPTY,
    claims="read_and_notes",
    complete_if=SOUND,
    fix="unsafe",
    only_if_keys=EVAL,
    ends="unmet",
)
def eval_value_impossible(facts: SwenyFacts) -> Iterator[Finding]:
    """Evaluator check that no declared value passes

    What:
        `equals`, `in` or `matches` of an entry of `output_matches` in a `value` evaluator never
        holds for any value that the declared type, `enum` or `const` allows; `in` is empty; no
        string at all matches the pattern; or `output_required` names a field that can only be null.
        Patterns with a finding of their own aren't reported again.
    Why:
        With data as declared, the evaluator fails on every attempt. After `[*]` an empty list
        passes, unless `any:` or `minItems` requires an element.
    Bad:
        output: {type: object, properties: {verdict: {type: string, enum: [fix, skip]}}}
        eval: [{name: ok, kind: value, rule: {output_matches: [{path: verdict, equals: fixed}]}}]
    Good:
        eval: [{name: ok, kind: value, rule: {output_matches: [{path: verdict, equals: fix}]}}]
    Fix:
        Compare with a declared value, or declare the value.
    Dry run:
        The node returns each of the declared values in turn; the evaluator fails on all.
    Source:
        sweny §5.7, §8.4, §8.9
    """
    return impossible(facts, facts.evaluated_paths)


@rule("SW403", IF_LISTED, complete_if=SOUND, fix="safe", only_if_keys=EVAL)
def eval_value_unreachable(facts: SwenyFacts) -> Iterator[Finding]:
    """Evaluator check that lists undeclared values

    What:
        Some of the values of an `in` in a `value` evaluator, but not all, aren't allowed by the
        declared type, `enum` or `const`.
    Why:
        A model that returns what is declared never returns them. Either they are leftovers, or the
        declaration lacks them.
    Bad:
        output: {type: object, properties: {verdict: {type: string, enum: [fix, skip]}}}
        eval: [{name: ok, kind: value,
                rule: {output_matches: [{path: verdict, in: [fix, skip, defer]}]}}]
    Good:
        eval: [{name: ok, kind: value,
                rule: {output_matches: [{path: verdict, in: [fix, skip]}]}}]
    Fix:
        Remove them from the list, or declare them.
    Source:
        sweny §5.7, §8.4
    """
    for use in facts.evaluated_paths:
        never = unreachable(use)
        if never and use.match is not None:
            yield _unreachable(facts, use, use.match, never)


def _unreachable(facts: SwenyFacts, use: Use, match: Match, never: tuple[int, ...]) -> Finding:
    from phaselint.schema import values_at
    from phaselint_rules.sweny.edits import removals

    places = (facts.place((*match.pointer, "in", at)) for at in never[: 1 + MOST_NAMED])
    first, *others = places
    listed = quote_some([json_of(match.value[at]) for at in never])
    return Finding(
        first,
        message(
            "{} in {} can never be {}{}",
            quote(use.text),
            gate(use),
            listed,
            allowed(values_at(use.schema, use.steps)),
        ),
        "remove it from the list, or declare it",
        severity="info" if values_at(use.schema, use.steps) is None else "warning",
        related=(
            *(Related(place, "nor this") for place in others),
            *declarations(facts, use, "declared here"),
        ),
        fix=removals(facts, (*match.pointer, "in"), never, f"remove {listed} from the list"),
    )
