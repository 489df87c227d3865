"""What a pipeline declares for runs to use: stages, and the ways of their NextSpecs (§3.3).

A way that exists for safety isn't a defect where nothing takes it: a branch that tests no path,
and a default, behind branches that take whatever can come together only, none by itself. Such a
way is left out, and so are the stages to which nothing else leads.
"""

from __future__ import annotations

from itertools import islice, product

from phaselint.dialects.records import Element
from phaselint.dialects.stud.options import OPTIONS
from phaselint.dialects.stud.running.branches import ALWAYS, DEFAULT, matches, taken, ways
from phaselint.dialects.stud.running.records import Result
from phaselint.dialects.stud.running.relevance import relevance
from phaselint.dialects.stud.running.session import OK
from phaselint.dialects.stud.running.start import law_of
from phaselint.dialects.stud.running.verdicts import (
    EXHAUSTED,
    FAIL,
    GATE_VERDICTS,
    REFERENCE_GATES,
    RETRY,
    SKIP,
    attempts_of,
)
from phaselint.vocabulary.finding import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence

    from phaselint.dialects.records import Event
    from phaselint.dialects.stud.model import Pipeline, Spec, Stage, StudContract
    from phaselint.dialects.stud.model import Result as NextResult
    from phaselint.dialects.stud.running.branches import Way
    from phaselint.dialects.stud.running.memo import Memos
    from phaselint.dialects.stud.running.session import Law

MOST_RESULTS = 4_096
"""Results of a stage beyond which no way of it is said to be there for safety."""

MOST_ATTEMPTS = 8
"""Attempts that are told apart one by one."""

BRANCH = "branch"


def elements_of(contract: StudContract, memos: Memos) -> Sequence[Element]:
    """The stages that don't exist for safety alone, and their next ways; siblings pass nothing on,
    so those of a stage which is nothing else aren't ways. `memos` has known facts about them."""
    pipeline = contract.pipeline
    if pipeline is None:
        return ()
    options = {option.name: option.default for option in OPTIONS}
    law = law_of(contract, pipeline, options, memos)
    followed = onward(pipeline)
    known = {
        name: _known(law, law.stages[name], spec)
        for name, spec in pipeline.specs.items()
        if name in law.stages and name in followed
    }
    every = {name: tuple(ways(pipeline.specs[name])) for name in known}
    spare = _reached(pipeline, every) - _reached(pipeline, known)
    found = []
    for name, stage in law.stages.items():
        if name not in spare:
            place = place_of(pipeline, stage)
            found.append(Element(name, name, label=f"`{name}`", use="entered", place=place))
            spec = pipeline.specs.get(name)
            found += [way_of(pipeline, spec, name, way) for way in known.get(name, ()) if spec]
    return found


def moves_of(events: Iterable[Event]) -> Iterator[Hashable]:
    """What a step has used: the stages that it entered, with those that led there, and the ways
    that it took."""
    for event in events:
        data = event.data
        if "from" in data:
            yield data["stage"]
            yield from ((source, data["stage"]) for source in data["from"])
        elif data.get(BRANCH) is not None:
            yield (data["stage"], BRANCH, data[BRANCH])


def place_of(pipeline: Pipeline, stage: Stage) -> Place:
    """Where a stage is among `stages`."""
    named = stage.form == "inline" and stage.id
    return Place(pipeline.file, (*stage.entry, "id") if named else stage.entry)


def way_of(pipeline: Pipeline, spec: Spec, stage: str, way: Way) -> Element:
    """A way on of a stage."""
    result = ways(spec)[way]
    if isinstance(way, int):
        label, place = (
            f"branch {way + 1}",
            Place(pipeline.file, (*spec.branches[way].pointer, "when"), "key"),
        )
    elif way == DEFAULT:
        label, place = "the default", Place(pipeline.file, (*spec.pointer, DEFAULT), "key")
    else:
        label, place = "the transition", Place(pipeline.file, spec.pointer)
    targets = tuple(_targets(result))
    id_ = (stage, BRANCH, way)
    return Element(id_, stage, label, "taken", place, targets=targets, sort="branch")


def _targets(result: NextResult) -> Iterator[str]:
    """The stages that a way leads to."""
    if not result.ends:
        yield from dict.fromkeys((*result.stages, *_join(result)))


def _join(result: NextResult) -> tuple[str, ...]:
    return (result.join,) if result.fork and result.join is not None else ()


# --- ways that exist for safety -------------------------------------------------------------


def onward(pipeline: Pipeline) -> frozenset[str]:
    """The stages that may run in their own turn, whose NextSpecs are followed."""
    found = {pipeline.entry}
    for spec in pipeline.specs.values():
        for result in spec.alternatives:
            found.update(_join(result) if result.fork else _targets(result))
    return frozenset(found)


def _reached(pipeline: Pipeline, known: Mapping[str, Sequence[Way]]) -> frozenset[str]:
    """The stages that some of the ways of stages lead to, one after the other."""
    found, waiting = {pipeline.entry}, [pipeline.entry]
    while waiting:
        name = waiting.pop()
        spec = pipeline.specs.get(name)
        if spec is None:
            continue
        for way in known.get(name, ()):
            fresh = set(_targets(ways(spec)[way])) - found
            found |= fresh
            waiting += sorted(fresh)
    return frozenset(found)


def _known(law: Law, stage: Stage, spec: Spec) -> tuple[Way, ...]:
    """The ways of a NextSpec without those that exist for safety."""
    listed = tuple(ways(spec))
    pure = [way for way in listed if way != ALWAYS and _pathless(spec, way)]
    results = list(islice(_results(law, stage), MOST_RESULTS + 1)) if pure else []
    if not results or len(results) > MOST_RESULTS:
        return listed
    used = {taken(spec, result) for result in results}
    unused = [way for way in pure if way not in used]
    spare = {way for way in unused if not _taken_by_one(spec, way, results)}
    return tuple(way for way in listed if way not in spare)


def _taken_by_one(spec: Spec, way: Way, results: Sequence[Result]) -> bool:
    """Whether one other branch by itself takes whatever could take a way, or nothing could."""
    seen = [each.as_json() for each in results]
    before = spec.branches
    if isinstance(way, int):
        before = spec.branches[:way]
        seen = [each for each in seen if matches(spec.branches[way].when, each)]
    return not seen or any(all(matches(b.when, each) for each in seen) for b in before)


def _pathless(spec: Spec, way: Way) -> bool:
    return not isinstance(way, int) or spec.branches[way].when.path is None


def _results(law: Law, stage: Stage) -> Iterator[Result]:
    """Every result of a stage that conditions could tell apart; none where there are too many."""
    found = relevance(law, stage)
    if found.payloads is None or found.outputs is None or found.told is None:
        return
    digests = [{}, *({"output": each, "written": True} for each in found.outputs)]
    for word, verdict in GATE_VERDICTS.items():
        if not law.reference or word in REFERENCE_GATES:
            for reason, each in product((f"gate-{word}", *found.told), digests):
                yield Result(stage.id, verdict, reason, **each)
    most = attempts_of(stage)
    attempts = sorted({*range(1, min(most, MOST_ATTEMPTS) + 1), most})
    ends = [{"cap_hit": True}, *({"parsed": each, "accepted": True} for each in found.payloads)]
    verdicts = (OK, FAIL, RETRY, SKIP) if law.reference else (OK, FAIL)
    for end, digest in product(ends, digests):
        for verdict, number, reason in product(verdicts, attempts, ("", *found.told)):
            yield Result(stage.id, verdict, reason, attempts=number, **end, **digest)
        if not law.reference:
            yield Result(stage.id, FAIL, EXHAUSTED, attempts=most, **end, **digest)
