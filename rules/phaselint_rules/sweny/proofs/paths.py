"""How the executor shows that a path fails (reference §5.5, §5.7, §8.3)."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

from phaselint.dialects.sweny.analysis.matchvalues import wanted
from phaselint.dialects.sweny.analysis.pathfaults import EVALS
from phaselint.dialects.sweny.model import INPUT
from phaselint.executor.driving import data_of, unscripted
from phaselint.schema import EACH, Equals, Present, minimal, valid, values_at, without
from phaselint_rules.sweny.proofs.bench import Plan, drive, shown
from phaselint_rules.sweny.proofs.samples import passing_answer, run_input

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.analysis.pathfaults import Use
    from phaselint.executor.proof import Lab
    from phaselint.schema import Step
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint_rules.sweny.proofs.bench import Driven

NO_WAY = "no path leads to the node"
MOST_VALUES = 40
"""How many declared values are tried one after the other."""

CUT = "…"
"""How a reason ends that is longer than the reference keeps."""

_HELD_AGAINST = ("equals ", "in [", "matches /", "(any:) no element satisfies ")
"""How the reference's reasons begin where a path leads to values that do not satisfy."""


def fails(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """With data as declared, a run comes to the gate, and the path fails there."""
    facts = lab.facts
    use = use_of(facts, finding)
    data = _declared_data(use)
    return _shown(lab, use, way_to(facts, use), data)


def fails_with_lacking_element(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """Of two elements one lacks the field, and the path fails, whatever the other one has."""
    facts = lab.facts
    use = use_of(facts, finding)
    data = _lacking(use)
    if data is None:
        return unscripted("no data could be made up in which one element lacks the field")
    return _shown(lab, use, way_to(facts, use), data)


def fails_without_field(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """The node that gives the data leaves the field out, and the path fails."""
    facts = lab.facts
    use = use_of(facts, finding)
    steps = use.steps[: _step_of(use) + 1]
    data = minimal(as_object(use.schema))
    if not isinstance(data, dict) or _has(data, steps):
        data = without(as_object(use.schema), steps)
    if not isinstance(data, dict):
        return unscripted("no data could be made up that lack the field")
    return _shown(lab, use, way_to(facts, use), data)


def fails_on_way(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """A run takes the path that passes the named node by, and `requires` fails."""
    facts = lab.facts
    use = use_of(facts, finding)
    way = data_of(finding)["nodes"] or facts.ways.way(use.node.id, avoiding=(use.root,))
    return _shown(lab, use, tuple(way), None)


def fails_for_every_value(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """The data have each of the declared values in turn, and the check fails on all of them."""
    facts = lab.facts
    use = use_of(facts, finding)
    way = way_to(facts, use)
    if not way:
        return unscripted(NO_WAY)
    proof = unscripted("no data could be made up that have the path")
    for data in _every_value(use):
        driven = drive_to(lab, use, way, data)
        if prevented := prevented_by(driven, use, way):
            return unscripted(prevented)
        proof = shown(driven, lambda driven: _is_refused(driven, use))
        if proof.status != "proved":
            break
    return proof


def _is_refused(driven: Driven, use: Use) -> bool:
    """Whether the values at the path were held against the check and do not satisfy it; one that
    no value satisfies needs none."""
    reason = reason_of(driven, use)
    hopeless = use.match is not None and use.match.value == []
    return reason.startswith(_HELD_AGAINST) or (hopeless and bool(reason))


def lacks_input(lab: Lab[SwenyFacts], finding: Finding) -> Proof:
    """With an input as declared, the path fails; or what a text names is not in the input that
    the model and the router are given."""
    data = data_of(finding)
    if "names" not in data:
        return fails(lab, finding)
    facts = lab.facts
    way = facts.ways.way(data["node"]) if facts.graph_known else ()
    if not way:
        return unscripted(NO_WAY)
    target = data["target"]
    kind = "model:evaluate" if target else "model:run"
    plan = Plan((*way, target) if target else way, given=run_input(facts))
    return shown(
        drive(lab, lab.rule.name, plan),
        lambda driven: any(
            not set(data["names"]).intersection(given["context"][INPUT])
            for given in driven.of(kind, data["node"])
        ),
    )


def use_of(facts: SwenyFacts, finding: Finding) -> Use:
    """The path that a finding is about. Raises LookupError if it is about none."""
    pointer = finding.place.pointer
    for use in (*facts.required_paths, *facts.evaluated_paths):
        if use.pointer == pointer:
            return use
        if use.match is not None and (*use.match.pointer, use.match.operator) == pointer:
            return use
    raise LookupError(f"at no path: {finding.message}")


def way_to(facts: SwenyFacts, use: Use) -> tuple[str, ...]:
    """The nodes of a run to the gate, past the node that the path names if it is an earlier one;
    empty when there is no such run."""
    name = use.node.id
    if not facts.graph_known:
        return ()
    earlier = use.evaluator is None and use.root in facts.nodes and use.root != name
    if earlier and facts.ways.precedes(use.root, name):
        first, then = facts.ways.way(use.root), facts.ways.way(name, start=use.root)
        return (*first, *then[1:]) if first and then else ()
    return facts.ways.way(name)


def _shown(
    lab: Lab[SwenyFacts],
    use: Use,
    way: tuple[str, ...],
    data: Mapping[str, Any] | None,
) -> Proof:
    if not way:
        return unscripted(NO_WAY)
    driven = drive_to(lab, use, way, data)
    if prevented := prevented_by(driven, use, way):
        return unscripted(prevented)
    return shown(driven, lambda driven: bool(reason_of(driven, use)))


def prevented_by(driven: Driven, use: Use, way: Sequence[str]) -> str:
    """What kept a run from giving the path its data, if anything did."""
    if use.evaluator is None:
        given = use.root not in way or use.root == use.node.id
        if given or driven.of("model:run", use.root):
            return ""
        failed = f"the model does not run on `{use.root}`: its `requires` fails before"
        return driven.prevented(use.root, failed)
    results = driven.results(use.node.id)
    verdicts = results[-1].get("evals", ()) if results else ()
    said = [v.get("reasoning", "") for v in verdicts if v["name"] == use.evaluator.name]
    if not said:
        failed = "the run does not come to the evaluator: another gate fails before"
        return driven.prevented(use.node.id, failed)
    if any(reasoning.endswith(CUT) for reasoning in said) and not reason_of(driven, use):
        return "the reason that the evaluator gives is cut off before it comes to the path"
    return ""


def drive_to(
    lab: Lab[SwenyFacts],
    use: Use,
    way: tuple[str, ...],
    data: Mapping[str, Any] | None,
) -> Driven:
    """A run in which the node that the path names gives some data, or else the run input holds
    them; without, data that pass its gates."""
    facts = lab.facts
    models: dict[str, Any] = {}
    given = None
    if use.root == INPUT:
        given = run_input(facts)
        if data is not None:
            given[use.path.segments[1].name] = data
    elif use.root in facts.nodes:
        answer = passing_answer(facts.nodes[use.root])
        models[use.root] = answer if data is None else {**answer, "data": data}
    return drive(lab, f"{lab.rule.name} in {use.node.id}", Plan(way, models, given=given))


def reason_of(driven: Driven, use: Use) -> str:
    """Why the path failed on the last visit of its node, in the reference's words."""
    results = driven.results(use.node.id)
    if not results:
        return ""
    data = results[-1]["data"]
    if use.evaluator is None:
        text = str(data.get("error") or data.get("skipped_reason") or "")
    else:
        name = use.evaluator.name
        text = " ".join(
            each.get("reasoning", "")
            for each in results[-1].get("evals", ())
            if each["name"] == name and not each["pass"]
        )
    return text.partition(f"'{use.text}' ")[2]


# --- data -------------------------------------------------------------------------------------


def as_object(schema: Any) -> dict[str, Any]:
    return {**(schema if isinstance(schema, dict) else {}), "type": "object"}


def _steps(use: Use) -> list[Step]:
    """The path below the data of its node, up to where it fails."""
    start = 0 if use.evaluator is not None else 1
    steps: list[Step] = []
    for segment in use.path.segments[start : use.at]:
        steps += (segment.name, EACH) if segment.wildcard else (segment.name,)
    return [*steps, use.segment] if use.wild else steps


def _step_of(use: Use) -> int:
    return len(_steps(use))


def _declared_data(use: Use) -> dict[str, Any] | None:
    """Data of the node in which what comes before the fault is there; none where any data that
    pass its gates will do."""
    if use.fault not in ("undeclared", "type-mismatch") or use.schema is None:
        return None
    steps = _steps(use)
    if use.root == INPUT or _is_recorded(use):
        return None
    found = minimal(as_object(use.schema), [(tuple(steps), Present())] if steps else [])
    return found if isinstance(found, dict) else None


def _lacking(use: Use) -> dict[str, Any] | None:
    """Data with two elements, of which the second lacks the field that is optional."""
    schema, steps, at = as_object(use.schema), use.steps, _step_of(use)
    whole = minimal(schema, [(steps, wanted(use) or Present())])
    if isinstance(whole, dict):
        added = _with_lacking(whole, steps, at)
        if valid(use.schema, added) != "no":
            return added
    found = without(schema, steps[: at + 1])
    return found if isinstance(found, dict) else None


def _with_lacking(whole: dict[str, Any], steps: Sequence[Step], at: int) -> dict[str, Any]:
    """Add to the innermost list on the way a copy of its first element without the field."""
    last = max(place for place, step in enumerate(steps[:at]) if step is EACH)
    found = deepcopy(whole)
    elements = _down(found, steps[:last])
    copy = deepcopy(elements[0])
    del _down(copy, steps[last + 1 : at])[steps[at]]
    elements.append(copy)
    return found


def _down(value: Any, steps: Sequence[Step]) -> Any:
    for step in steps:
        value = value[0 if step is EACH else step]
    return value


def _has(data: Any, steps: Sequence[Step]) -> bool:
    """Whether the first elements on a path have it all."""
    for step in steps:
        if step is EACH:
            if not data:
                return False
            data = data[0]
        elif not isinstance(data, dict) or step not in data:
            return False
        else:
            data = data[step]
    return True


def _is_recorded(use: Use) -> bool:
    """Whether a path leads to what the runtime records of evaluators, and not into data."""
    segments = use.path.segments
    in_data = use.evaluator is not None or use.root == INPUT
    return not in_data and len(segments) > 1 and segments[1].name == EVALS


def _every_value(use: Use) -> list[dict[str, Any] | None]:
    """Data for each of the values that are declared at the path, or for some value of them."""
    if use.schema is None or _is_recorded(use):
        return [None]
    schema = use.schema if use.root == INPUT else as_object(use.schema)
    possible = values_at(use.schema, use.steps)
    tests = [Present()] if possible is None else [Equals(value) for value in possible]
    found = [minimal(schema, [(use.steps, test)]) for test in tests[:MOST_VALUES]]
    hopeless = use.match is not None and use.match.value == []
    return [each for each in found if each is not None] or [None] * hopeless
