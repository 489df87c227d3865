"""How the executor shows what becomes of a placeholder (reference §2.4, §5.3 R9)."""

from __future__ import annotations

from phaselint.dialects.stud.analysis.uses import quoted_placeholder as quoted
from phaselint.dialects.stud.model import RESULT_FIELDS
from phaselint.dialects.stud.reading.placeholders import addressable
from phaselint.executor.planning import Plan, PlannedRun, shown
from phaselint.executor.proof import data_of, partly, unproved
from phaselint.vocabulary.record import NamedTuple
from phaselint_rules.stud.parts import left_out_in, missing_in
from phaselint_rules.stud.proofs.answering import bodies_of, run_plan, way_to
from phaselint_rules.stud.proofs.claims import checks_claim, claims, stage_at
from phaselint_rules.stud.runoptions import options_of
from phaselint_rules.stud.upstream.payloadless import bare_ways
from phaselint_rules.stud.upstream.results import dotted, groups, index_of
from phaselint_rules.stud.upstream.uses import uses_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.analysis.uses import Use
    from phaselint.dialects.stud.model import Placeholder, Stage
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint_rules.stud.parts import ReliableLookup

NO_WAY = "no run reaches the stage"
NOT_RENDERED = "the run ends before the body is rendered"
GIVEN = "only a payload that contains it reaches the stage"
ALONE = "a stage that runs alone gets no results"
REFERENCE = {"semantics": "reference"}
VALUE = "the value"
_LONGEST_LIST = 100


class PlaceholderUse(NamedTuple):
    """A placeholder in a body."""

    stage: Stage
    placeholder: Placeholder


def stage_of(facts: StudFacts, finding: Finding) -> Stage | None:
    """The stage that a finding is about; none where runs take another one of its id."""
    name = data_of(finding)["stage"]
    if facts.alone:
        return facts.contract.stage if name else None
    stage = facts.stages.get(name)
    if stage is None or stage.file != finding.place.file:
        return None
    return stage if finding.place.pointer[: len(stage.base)] == stage.base else None


def spot_of(facts: StudFacts, finding: Finding) -> PlaceholderUse | None:
    """The placeholder that a finding is about."""
    stage = stage_of(facts, finding)
    written = data_of(finding)["placeholder"]
    if stage is None:
        return None
    for each in facts.placeholders(stage):
        if quoted(each) == written:
            return PlaceholderUse(stage, each)
    return None


def fits(
    facts: StudFacts,
    spot: PlaceholderUse,
    piece: str,
    rendered: str,
    replaced: Callable[[Placeholder], bool],
) -> bool:
    """Whether a rendered body has a piece of text in the place of a placeholder, and anything in
    the places of the others that are replaced."""
    first, *others = _pieces(facts, spot, piece, replaced)
    if not others:
        return rendered == first
    last = others.pop()
    at = len(first)
    if not rendered.startswith(first):
        return False
    for each in others:
        found = rendered.find(each, at)
        if found < 0:
            return False
        at = found + len(each)
    return rendered.endswith(last) and len(rendered) - len(last) >= at


def _pieces(
    facts: StudFacts, spot: PlaceholderUse, piece: str, replaced: Callable[[Placeholder], bool]
) -> Iterator[str]:
    """The strings between the placeholders that are replaced by whatever it is."""
    text, so_far, at = spot.stage.body.text, list[str](), 0
    for each in facts.placeholders(spot.stage):
        if each.start == spot.placeholder.start:
            so_far += (text[at : each.start], piece)
            at = each.end
        elif replaced(each):
            yield "".join((*so_far, text[at : each.start]))
            so_far, at = [], each.end
    yield "".join((*so_far, text[at:]))


def visit(
    lab: ProofContext[StudFacts],
    finding: Finding,
    piece: str | None,
    *,
    ctx: Mapping[str, Any] | None = None,
    asks: Sequence[str] = (),
    otherwise: str = "",
) -> Proof:
    """The verdict of a run to a stage whose prompt should have a piece of text in a place; without
    one the placeholder itself. `ctx` is what the run has, if not what the manifest declares;
    `asks` are verdicts of its attempts. `otherwise` is what a run that shows something else may
    be owed to."""
    facts = lab.facts
    spot = spot_of(facts, finding)
    way = way_of(facts, finding)
    if spot is None or not way:
        return unproved(NO_WAY)
    stage, placeholder = spot
    text = stage.body.text[placeholder.start : placeholder.end] if piece is None else piece
    plan = Plan(
        way,
        asks={stage.id: {"assert": list(asks)}} if asks else {},
        given=None if ctx is None else {"ctx": dict(ctx)},
        options=options_of(facts, stage),
    )
    driven = _driven(lab, stage, plan)
    bodies = bodies_of(driven, stage.id)
    if not bodies or len(bodies) != driven.visited.count(stage.id):
        return unproved(driven.left or NOT_RENDERED, driven.script)
    if driven.left:
        return shown(driven, False)
    proof = shown(driven, fits(facts, spot, text, bodies[-1], addressable))
    if proof.status == "refuted" and otherwise:
        return proof._replace(status="unproved", reason=otherwise)
    return proof


def _driven(lab: ProofContext[StudFacts], stage: Stage, plan: Plan) -> PlannedRun:
    """The run of a plan, made once: the placeholders of a body are all rendered in it."""
    key = ("render", repr(plan))
    if key not in lab.kept:
        lab.kept[key] = run_plan(lab, f"render the body of {stage.id}", plan)
    driven: PlannedRun = lab.kept[key]
    return driven


def way_of(facts: StudFacts, finding: Finding) -> tuple[str, ...]:
    """The way that a finding's witness gives, else a shortest one to its stage."""
    data = data_of(finding)
    return tuple(data["path"]) if "path" in data else way_to(facts, data["stage"])


def read_spot(facts: StudFacts, finding: Finding) -> Mapping[str, Any] | None:
    """What a finding about a placeholder claims: the stage, the placeholder and its field."""
    spot = spot_at(facts, finding)
    if spot is None:
        return None
    path = spot.placeholder.path or ()
    field = path[3] if path[:2] == ("ctx", "upstream") and len(path) > 3 else path[1:2]
    return {
        "stage": spot.stage.id,
        "placeholder": quoted(spot.placeholder),
        "field": field[0] if isinstance(field, tuple) and field else field,
    }


def spot_at(facts: StudFacts, finding: Finding) -> PlaceholderUse | None:
    """The placeholder that is quoted, in the body that a finding points at."""
    stage, written = stage_at(facts, finding), claims(finding).get("placeholder")
    found = facts.placeholders(stage) if stage is not None else ()
    return next(
        (PlaceholderUse(stage, each) for each in found if stage and quoted(each) == written), None
    )


@checks_claim(read_spot)
def literal_in_retries(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """A run with a retry: the body is rendered once, with the placeholder in it."""
    return visit(lab, finding, None, asks=("retry", "ok"))


def _read_undeclared(facts: StudFacts, finding: Finding) -> Mapping[str, Any] | None:
    found = read_spot(facts, finding)
    if found is None or not facts.has_context:
        return None
    known, stage = facts.context, found["stage"]
    declared = known.required_in(stage) | known.optional_in(stage)
    if found["field"] in declared:
        return None
    return {**found, "declared": known.stages_with(found["field"])}


@checks_claim(_read_undeclared, "static+replay")
def undeclared(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """A run without the context field: nothing is in the place of the placeholder."""
    field = data_of(finding)["field"]
    return partly(_without(lab, finding), f"that the context of the stage doesn't have `{field}`")


def _read_optional(facts: StudFacts, finding: Finding) -> Mapping[str, Any] | None:
    found = read_spot(facts, finding)
    if found is None or not facts.has_context:
        return None
    return found if found["field"] in facts.context.optional_in(found["stage"]) else None


@checks_claim(_read_optional, "static+replay")
def optional(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """The same, of a field that a run may be without."""
    return partly(_without(lab, finding), f"that `{data_of(finding)['field']}` is optional")


def _without(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    return visit(lab, finding, "", ctx=_context(lab, data_of(finding)["field"]))


def _read_secret(facts: StudFacts, finding: Finding) -> Mapping[str, Any] | None:
    found = read_spot(facts, finding)
    if found is None:
        return None
    name = str(found["field"]).casefold()
    hints = facts.options["secret-names"]
    hint = next((each for each in hints if each and each.casefold() in name), "")
    return {**found, "hint": hint} if hint else None


@checks_claim(_read_secret)
def with_value(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """A run with a context field: its value is in the place of the placeholder."""
    facts, data = lab.facts, data_of(finding)
    spot = spot_of(facts, finding)
    path = spot.placeholder.path if spot else None
    if not path:
        return unproved(NO_WAY)
    if any(isinstance(step, int) and step > _LONGEST_LIST for step in path):
        return unproved("the index is too high for a run")
    value: Any = VALUE
    for step in reversed(path[2:]):
        value = [*[None] * step, value] if isinstance(step, int) else {step: value}
    ctx = {**_context(lab, data["field"]), data["field"]: value}
    return visit(lab, finding, VALUE, ctx=ctx)


def _context(lab: ProofContext[StudFacts], field: str) -> dict[str, Any]:
    """The context that a run needs, without a field."""
    given = lab.runtime.sample_input(lab.facts.contract)
    return {name: value for name, value in given.get("ctx", {}).items() if name != field}


def _read_no_result(facts: StudFacts, finding: Finding) -> Mapping[str, Any] | None:
    """A placeholder for a result that the last visit of the way is not given."""
    found, use = read_spot(facts, finding), _use(facts, finding)
    if found is None or use is None:
        return None
    *before, _ = data_of(finding)["path"]
    ways = [way for way in facts.roles.predecessors(use.stage.id) if way.origin in before[-1:]]
    lacks = any(index_of(use) >= len(way.sources) for way in ways)
    begins = not before and use.stage.id == facts.pipeline.entry
    return found if begins or lacks else None


@checks_claim(_read_no_result)
def no_result(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """A run reaches the stage, and nothing is in the place of the placeholder."""
    return _renders_nothing(lab, finding)


def _read_never_given(facts: StudFacts, finding: Finding) -> Mapping[str, Any] | None:
    use = _use(facts, finding)
    given = use is not None and any(way.sources for way in groups(facts, use.stage))
    return None if given else read_spot(facts, finding)


@checks_claim(_read_never_given)
def never_given(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """The same, in a stage that is given no results on any way."""
    return _renders_nothing(lab, finding)


def _read_no_field(facts: StudFacts, finding: Finding) -> Mapping[str, Any] | None:
    found = read_spot(facts, finding)
    return None if found is None or found["field"] in RESULT_FIELDS else found


@checks_claim(_read_no_field)
def no_field(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """A run reaches the stage, and nothing is in the place of what no result has."""
    return _renders_nothing(lab, finding)


def _renders_nothing(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    if lab.facts.alone:
        return unproved(ALONE)
    sure = lab.rule.level(finding) == "error"
    return visit(lab, finding, "", otherwise="" if sure else GIVEN)


def _read_results(facts: StudFacts, finding: Finding) -> Mapping[str, Any] | None:
    found, use = read_spot(facts, finding), _use(facts, finding)
    if found is None or use is None:
        return None
    results, index = [list(way.sources) for way in groups(facts, use.stage)], index_of(use)
    is_given = any(index < len(each) for each in results)
    return None if is_given else {**found, "index": index, "results": results}


@checks_claim(_read_results)
def no_such_result(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """The same, of a result that nobody gives."""
    return _renders_nothing(lab, finding)


def _read_missing(facts: StudFacts, finding: Finding) -> Mapping[str, Any] | None:
    use = _use(facts, finding)
    if use is None:
        return None
    missing = missing_in(facts, use)
    if missing:
        return _read_part(facts, finding, use, missing)
    spot, ways = read_spot(facts, finding), bare_ways(facts, use)
    return {**spot, "branches": len(ways)} if spot and ways else None


@checks_claim(_read_missing)
def not_in_payload(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """The same, of a part that schemas of payloads do not have."""
    return _renders_nothing(lab, finding)


def _read_left_out(facts: StudFacts, finding: Finding) -> Mapping[str, Any] | None:
    use = _use(facts, finding)
    return None if use is None else _read_part(facts, finding, use, left_out_in(facts, use))


@checks_claim(_read_left_out)
def left_out(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """The same, of a part that payloads may lack."""
    return _renders_nothing(lab, finding)


def _use(facts: StudFacts, finding: Finding) -> Use | None:
    """The placeholder of a finding as rules see it; none where it is for no result."""
    spot = spot_at(facts, finding)
    if spot is None or not facts.graph_known:
        return None
    found = uses_in(facts, spot.stage, "upstream")
    return next((use for use in found if use.placeholder.start == spot.placeholder.start), None)


def _read_part(
    facts: StudFacts, finding: Finding, use: Use, told: Sequence[ReliableLookup]
) -> Mapping[str, Any] | None:
    found = read_spot(facts, finding)
    if found is None or not told:
        return None
    return {
        **found,
        "predecessors": [each.giver.stage.id for each in told],
        "parsed": dotted(use.path[4:]),
        "declared": list(told[0].lookup.names),
    }
