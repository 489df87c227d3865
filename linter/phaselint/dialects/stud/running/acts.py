"""What runs of a pipeline do, as acts: stages entered and completed, ways taken, tools called
(reference §5, §3.3).

A stage is completed where it exits with the verdict `ok`. Siblings run side by side, so what
each of them does is in a thread of its own, in all steps of their fan-out.
"""

from __future__ import annotations

from phaselint.dialects.acts import Act, KnownAct
from phaselint.dialects.stud.running.branches import ALWAYS, DEFAULT, ways
from phaselint.dialects.stud.running.elements import BRANCH, onward, place_of, way_of
from phaselint.dialects.stud.running.events import BEFORE, TURN_END
from phaselint.dialects.stud.running.results import EXITED
from phaselint.dialects.stud.running.session import OK
from phaselint.dialects.stud.running.setup import ENTERED, INIT_FAILED
from phaselint.dialects.stud.running.start import pipeline_of
from phaselint.dialects.stud.running.toolcalls import CALL_FAILED, CALLED
from phaselint.vocabulary.finding import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.records import Event
    from phaselint.dialects.stud.model import Pipeline, Stage, StudContract
    from phaselint.dialects.stud.running.branches import Way


_TELLING = frozenset((ENTERED, CALLED, CALL_FAILED, EXITED, TURN_END, BEFORE))
"""The kinds of events by which something is done; most others tell how."""


def acts(events: Sequence[Event]) -> Iterator[Act]:
    """What was done by events, in their order."""
    for event in events:
        if event.kind not in _TELLING:
            continue
        data, stage = event.data, event.data.get("stage", "")
        thread = data.get("sibling", 0)
        if "from" in data:
            entered = Act("enter", stage, phase=stage, thread=thread)
            failed = any(each.kind == INIT_FAILED and each.phase == stage for each in events)
            yield entered._replace(ok="no") if failed else entered
        elif event.kind in (CALLED, CALL_FAILED):
            called = Act("call", data["tool"], phase=stage, thread=thread)
            yield called if event.kind == CALLED else called._replace(ok="no")
        elif data.get("verdict") == OK and event.kind in (EXITED, BEFORE):
            yield Act("complete", stage, phase=stage, thread=thread)
        if data.get(BRANCH) is not None:
            yield _taking(stage, data[BRANCH])


def _taking(stage: str, way: Way) -> Act:
    """The act of taking a way, in the words that messages have for it: a branch by its number from
    one on, `default`, or `next` for the only way."""
    words = f"branch {way + 1}" if isinstance(way, int) else _WAYS[way]
    return Act("take", words, phase=stage)


_WAYS = {DEFAULT: "default", ALWAYS: "next"}


# --- what is declared -----------------------------------------------------------------------------


def known_acts(contract: StudContract) -> Iterator[KnownAct]:
    """The stages, the ways of those that may run in their own turn, and the tools that stages
    allow."""
    pipeline = pipeline_of(contract)
    if pipeline is None:
        return
    followed = onward(pipeline)
    for name, stage in contract.named().items():
        place = place_of(pipeline, stage)
        yield KnownAct(Act("enter", name, phase=name), place)
        yield from _ways_of(pipeline, name) if name in followed else ()
        yield KnownAct(Act("complete", name, phase=name), place)
        yield from _calls_of(stage)


def _ways_of(pipeline: Pipeline, name: str) -> Iterator[KnownAct]:
    spec = pipeline.specs.get(name)
    if spec is not None:
        for way in ways(spec):
            yield KnownAct(_taking(name, way), way_of(pipeline, spec, name, way).place)


def _calls_of(stage: Stage) -> Iterator[KnownAct]:
    allowed = stage.allowed or ()
    for tool in dict.fromkeys(allowed):
        if tool != stage.completion_tool:
            place = Place(stage.file, stage.at("allowedTools", allowed.index(tool)))
            yield KnownAct(Act("call", tool, phase=stage.id), place)
