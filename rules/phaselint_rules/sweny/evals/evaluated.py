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
from phaselint_rules.sweny.edits import removals
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
    Grade("error", "where `additionalProperties: false` allows no undeclared fields"),
    Grade("warning", "otherwise"),
)

IF_LISTED = (
    Grade("warning", "where the declared values are listed"),
    Grade("info", "where only their type is declared"),
)


@rule(
    "SW401",
    IF_CLOSED,
    prove="gates.proofs.paths:fails",
    complete_if=SOUND,
    fix="safe",
    only_if_keys=EVAL,
    ends="unmet",
)
def eval_path_undeclared(facts: SwenyFacts) -> Iterator[Finding]:
    """An evaluator's path names a field that its node does not declare.

    What:
        A name in a path of a `value` evaluator is not among the declared properties where it
        stands: those of the node's own output, of a list's elements, of a mapping in it. Silent
        where nothing is declared, for `summary`, and for a field in the node's `required`.
    Why:
        A path of an evaluator starts inside the node's own data, not in the context: it can
        name neither a node nor the run input. A model that gives what is declared never gives
        this field, and the evaluator fails on every attempt.
    Bad:
        assess: {output: {type: object, properties: {verdict: {type: string}}},
                 eval: [{name: ok, kind: value, rule: {output_required: [assess.verdict]}}]}
    Good:
        eval: [{name: ok, kind: value, rule: {output_required: [verdict]}}]
    Fix:
        Leave out the node's own id; else correct the name, or declare the field. What another
        node returned is checked by `requires`.
    Dry run:
        The node gives data as declared; the evaluator fails on all attempts.
    Source:
        sweny §5.6, §5.7, §8.4
    """
    for use, others in slips(facts.evaluated_paths, "undeclared"):
        only = message(", and allows only {}", first_names(use.names)) if use.closed else ""
        hint, fix = _repair(facts, use)
        yield Finding(
            facts.place(use.pointer),
            message(
                "{} in {} fails{}: {}{} declares no {}{}",
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
            fix=fix,
        )


def _elsewhere(facts: SwenyFacts, use: Use) -> Message:
    """What a path means that starts in the context map, as those of `requires` do."""
    if use.at or not _names_root(facts, use):
        return message("")
    own = "the node itself" if use.segment == use.node.id else quote(use.segment)
    return message("an evaluator's path starts inside the node's data and cannot name {}; ", own)


def _names_root(facts: SwenyFacts, use: Use) -> bool:
    return len(use.path.segments) > 1 and use.segment in facts.context_roots


def _repair(facts: SwenyFacts, use: Use) -> tuple[str, Fix | None]:
    """What to do about a path, and the change that does it."""
    if use.at == 0 and _names_root(facts, use):
        if use.segment != use.node.id:
            source = (
                "the run input" if use.segment == INPUT else f"the data of {quote(use.segment)}"
            )
            return f"check {source} in `requires`, or name a declared field", None
        below = _without_root(use)
        known = use.path.segments[1].name in (*use.node.properties, SUMMARY)
        fix = rewrite(facts, use, below)
        return f"did you mean {quote(below)}?", fix._replace(safety="safe") if known else fix
    near = suggest(use.segment, use.names)
    if near:
        better = with_segment(use, near)
        return f"did you mean {quote(better)}?", rewrite(facts, use, better)
    listed = listing(use.names)
    return f"declare it, or name {listed}" if listed else "declare it", None


def _without_root(use: Use) -> str:
    """The path without its first segment."""
    prefix, mark, _ = use.text.partition(":")
    return f"{prefix}{mark}" * bool(mark) + ".".join(map(str, use.path.segments[1:]))


@rule(
    "SW402",
    UNLESS_EMPTY,
    prove="gates.proofs.paths:fails_for_every_value",
    complete_if=SOUND,
    fix="unsafe",
    only_if_keys=EVAL,
    ends="unmet",
)
def eval_value_impossible(facts: SwenyFacts) -> Iterator[Finding]:
    """A check of an evaluator admits no value that is declared.

    What:
        `equals`, `in` or `matches` of an entry of `output_matches` in a `value` evaluator holds
        for no value that the declared type, `enum` or `const` allows; `in` is empty; no text at
        all matches the pattern; or `output_required` names what can only be null. Of patterns
        that are reported by themselves nothing else is said.
    Why:
        With data as declared, the evaluator fails on every attempt. Behind `[*]` an empty list
        passes, unless `any:` asks for an element or `minItems` does.
    Bad:
        output: {type: object, properties: {verdict: {type: string, enum: [fix, skip]}}}
        eval: [{name: ok, kind: value, rule: {output_matches: [{path: verdict, equals: fixed}]}}]
    Good:
        eval: [{name: ok, kind: value, rule: {output_matches: [{path: verdict, equals: fix}]}}]
    Fix:
        Compare with a declared value, or declare the value.
    Dry run:
        The node gives each of the declared values in turn; the evaluator fails on all.
    Source:
        sweny §5.7, §8.4, §8.9
    """
    return impossible(facts, facts.evaluated_paths)


@rule("SW403", IF_LISTED, complete_if=SOUND, fix="safe", only_if_keys=EVAL)
def eval_value_unreachable(facts: SwenyFacts) -> Iterator[Finding]:
    """A check of an evaluator lists values that are not declared.

    What:
        Some of the values of an `in` in a `value` evaluator, but not all, are ones that the
        declared type, `enum` or `const` does not allow.
    Why:
        A model that gives what is declared never gives them. Either they are left over, or the
        declaration lacks them.
    Bad:
        output: {type: object, properties: {verdict: {type: string, enum: [fix, skip]}}}
        eval: [{name: ok, kind: value,
                rule: {output_matches: [{path: verdict, in: [fix, skip, defer]}]}}]
    Good:
        eval: [{name: ok, kind: value,
                rule: {output_matches: [{path: verdict, in: [fix, skip]}]}}]
    Fix:
        Take them out of the list, or declare them.
    Source:
        sweny §5.7, §8.4
    """
    for use in facts.evaluated_paths:
        never = unreachable(use)
        if never and use.match is not None:
            yield _unreachable(facts, use, use.match, never)


def _unreachable(facts: SwenyFacts, use: Use, match: Match, never: tuple[int, ...]) -> Finding:
    from phaselint.schema import values_at

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
        "take it out of the list, or declare it",
        severity="info" if values_at(use.schema, use.steps) is None else "warning",
        related=(
            *(Related(place, "nor this") for place in others),
            *declarations(facts, use, "declared here"),
        ),
        fix=removals(facts, (*match.pointer, "in"), never, f"remove {listed} from the list"),
    )
