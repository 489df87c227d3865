"""What is claimed of gates that fail (reference sweny §5.5, §5.7)."""

from __future__ import annotations

from phaselint.dialects.sweny.analysis.pathfaults import EVALS
from phaselint.dialects.sweny.model import INPUT, Demand
from phaselint.javascript.texts import json_of
from phaselint.vocabulary.claim import All, Notes, Undecided
from phaselint.vocabulary.step_budget import for_proofs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from phaselint.dialects.sweny.analysis.clashes import Clash
    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.analysis.pathuses import Use
    from phaselint.dialects.sweny.model import Evaluator

LONGEST_REASON = 500
"""Of the reason of an evaluator the engine keeps so many characters."""

NO_ELEMENT = "(any:) no element satisfies "
"""How the engine's reason begins if no element satisfies a check of any."""

_HELD_AGAINST = ("equals ", "in [", "matches /", NO_ELEMENT)
"""How its reasons begin if a path resolves to values that don't satisfy the check."""

_ARE_NULL = ("resolved to null/undefined", "(any:) all resolved values are null/undefined")
"""How its reasons begin if a path resolves only to null."""

_EMPTY = ("resolved to no elements", "(any:) resolved to no elements")
"""How its reasons begin if lists on the path are empty."""

_NO_DATA = Undecided("no data with this path was found")
_OTHERWISE = Undecided("the check fails for another reason")


def unmet(facts: SwenyFacts, use: Use, *parts: str) -> Notes | Undecided:
    """That a gate fails, and why: some parts of the reason that a run gives."""
    if use.evaluator is None:
        return Notes(use.node.id, "warn", holds={"message": parts})
    if _may_be_cut(use, use.evaluator):
        return Undecided("the evaluator's reason is cut off before it mentions the path")
    from phaselint_rules.sweny.samples import visit_answers

    told = (f"  - {use.evaluator.name} ({use.evaluator.kind}): ", *parts)
    answers = facts.of_node(visit_answers, use.node)
    return Notes(use.node.id, "warn", holds={"message": told}, answers=answers)


@for_proofs
def unmet_with(facts: SwenyFacts, use: Use, data: Any, why: str = "") -> Notes | Undecided:
    """That a gate fails for some data, by default since they lack the segment at which its path is
    wrong; without data, for those with which the gates of their node pass. They are what the node
    returns that the path names, or what the run input has at its first name."""
    why = why or f"'{use.text}' missing segment '{use.segment}'"
    claim = unmet(facts, use, why)
    if isinstance(claim, Undecided):
        return claim
    from phaselint_rules.sweny.samples import run_input, visit_answers

    if use.evaluator is None and use.root == INPUT:
        given = run_input(facts)
        if data is not None:
            given[use.path.segments[1].name] = data
        return claim._replace(given=given)
    answer, *verdicts = facts.of_node(visit_answers, facts.nodes[use.root])
    if data is not None:
        answer = {**answer, "data": data}
    claim = claim._replace(answers=(answer, *verdicts))
    if use.evaluator is not None:
        return claim
    requires = use.node.requires
    key = "skipped_reason" if requires and requires.on_fail == "skip" else "error"
    told = {("result", "data", key): (why,)}
    return claim._replace(event="node:exit", holds=told, asked=use.root)


@for_proofs
def unmet_as_declared(facts: SwenyFacts, use: Use) -> Notes | Undecided:
    """The same of data that are as declared up to there."""
    from phaselint_rules.sweny.gates.pathdata import prefix_data

    return unmet_with(facts, use, prefix_data(use))


def _may_be_cut(use: Use, evaluator: Evaluator) -> bool:
    """Whether the reason of an evaluator may be cut off before it mentions a path."""
    before = [each.path for each in evaluator.required]
    if use.match is not None:
        matches = evaluator.matches[: evaluator.matches.index(use.match)]
        before += [f"{each.path} {json_of(each.value)}" for each in matches]
    written = (*before, use.text)
    return sum(map(len, written)) + LONGEST_REASON // 10 * len(written) > LONGEST_REASON


@for_proofs
def mistyped(facts: SwenyFacts, use: Use, *, spared: bool) -> All:
    """That a gate fails with declared data, since a step of its path can't be taken there; unless
    empty lists are `spared`, also with each list empty that may be."""
    from phaselint_rules.sweny.gates.pathdata import prefix_data

    steps = ["expected object before segment", "expected array at"]
    steps += ["null encountered before segment"]
    steps += ["missing segment"] if "array" in use.types and not use.wild else []
    begins = tuple(f"{each} '{use.segment}'" for each in steps)
    fails = _fails(facts, use, prefix_data(use), begins)
    return All((fails, *_with_empty_lists(facts, use, spared=spared)))


@for_proofs
def never_passes(facts: SwenyFacts, use: Use, *, spared: bool) -> All:
    """That a check fails with each of the declared values, or with some if they are infinite;
    unless empty lists are `spared`, also with each list empty that may be."""
    from phaselint_rules.sweny.gates.pathdata import every_value

    values = every_value(use)
    claims = [_fails(facts, use, data, _unsatisfied(use)) for data in values.data]
    other = "no other value" if values.all else "no value that passes the check"
    return All(
        (*(claims or (_NO_DATA,)), *_with_empty_lists(facts, use, spared=spared)),
        read=f"that {other} is declared",
    )


@for_proofs
def never_pass_together(facts: SwenyFacts, clash: Clash) -> tuple[Notes | Undecided, ...]:
    """That with each of the values that a check names, one of several checks fails."""
    from phaselint_rules.sweny.gates.pathdata import clashing_data

    claims: list[Notes | Undecided] = []
    for data in clashing_data(clash):
        tried = [
            _fails(facts, each, data, _unsatisfied(each)) for each in (clash.use, *clash.others)
        ]
        claims.append(next((each for each in tried if isinstance(each, Notes)), tried[0]))
    return tuple(claims) or (_NO_DATA,)


@for_proofs
def decides(facts: SwenyFacts, use: Use, text: str, *, passes: bool) -> Notes | Undecided:
    """That a check of a pattern passes a string, or doesn't."""
    from phaselint_rules.sweny.gates.pathdata import with_text

    data = with_text(facts, use, text)
    if data is None:
        return Undecided(f"no declared value is `{text}`")
    fails = _fails(facts, use, data, ("matches /", NO_ELEMENT))
    if not passes or isinstance(fails, Notes):
        return _OTHERWISE if passes else fails
    claim = unmet_with(facts, use, data)
    if isinstance(claim, Undecided):
        return claim
    if use.evaluator is None:
        doubt = "another check may fail"
        return claim._replace(event="model:run", holds={}, doubt=doubt)
    from phaselint.dialects.sweny.running.gates import Rules
    from phaselint_rules.sweny.samples import judged_by_engine, whole_visit

    number, rules = use.node.evals.index(use.evaluator), Rules(vacuous=facts.documented)
    passed = judged_by_engine(use.node, claim.answers[0], rules)[number].passed
    at = ("result", "evals", number)
    return Notes(
        use.node.id,
        "node:exit",
        {(*at, "name"): use.evaluator.name, (*at, "pass"): passed},
        lacks={} if passed else {(*at, "reasoning"): (f"'{use.text}' ",)},
        answers=whole_visit(use.node, claim.answers, rules),
        doubt="another evaluator may fail",
    )


def _with_empty_lists(facts: SwenyFacts, use: Use, *, spared: bool) -> Iterable[Notes | Undecided]:
    from phaselint_rules.sweny.gates.pathdata import with_no_elements

    every = (*_EMPTY, *_unsatisfied(use))
    return [_fails(facts, use, data, every) for data in (() if spared else with_no_elements(use))]


def _unsatisfied(use: Use) -> tuple[str, ...]:
    """How the reason begins for which values at a path fail a check; one that no value satisfies
    needs none."""
    if use.match is None:
        return _ARE_NULL
    return ("",) if use.match.value == [] else _HELD_AGAINST


def _fails(facts: SwenyFacts, use: Use, data: Any, begins: tuple[str, ...]) -> Notes | Undecided:
    """That a check fails for some data, for a reason that begins in one of some ways."""
    from phaselint.dialects.sweny.running.gates import PatternTimeout, Rules, value_failures

    required = () if use.match else (Demand(use.text, use.pointer),)
    matches = (use.match,) if use.match else ()
    rules = Rules(vacuous=facts.documented)
    try:
        found = value_failures(required, matches, _seen(facts, use, data), rules)
    except PatternTimeout:
        return _OTHERWISE
    why = found[0].partition(": ")[2] if found else ""
    if not why.startswith(tuple(f"'{use.text}' {each}" for each in begins)):
        return _OTHERWISE
    return unmet_with(facts, use, data, why[: LONGEST_REASON // 4])


def _seen(facts: SwenyFacts, use: Use, data: Any) -> Any:
    """What the path of a check is looked up in, where some data are given; without data, those
    with which the gates of their node pass."""
    from phaselint_rules.sweny.samples import passing_data, run_input

    if use.evaluator is None and use.root == INPUT:
        given = run_input(facts)
        return {INPUT: given if data is None else {**given, use.path.segments[1].name: data}}
    node = facts.nodes[use.root]
    data = facts.of_node(passing_data, node) if data is None else data
    if use.evaluator is not None:
        return data
    passed = {each.name: {"kind": each.kind, "pass": True} for each in node.evals}
    return {use.root: {EVALS: passed, **data}}
