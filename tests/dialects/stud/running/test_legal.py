"""The answers that the checker of certificates steps are found without `choices`: what these leave
out, a certificate is refused for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from dialects.stud.pipelines import END, OPEN, load, pipeline, stage, to
from phaselint.dialects.records import Choice
from phaselint.dialects.stud.running.runtime import StudRuntime
from phaselint.dialects.stud.running.session import Gate, Judged, Turn
from phaselint.executor.clean_certificate import silence
from phaselint.executor.clean_certificate_checker import check
from phaselint.executor.explore import explore
from phaselint.executor.replay import Script

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping, Sequence

    from phaselint.dialects.stud.running.session import State

    Omit = Callable[[Choice], bool]

DECIDING: Mapping[str, Any] = {
    "type": "object",
    "required": ["way", "note"],
    "properties": {"way": {"enum": ["in", "out", 1, "1"]}, "note": {"type": "string"}},
    "additionalProperties": False,
}
MANIFEST = pipeline(
    stage("a", completionSchema=DECIDING),
    stage("in", inputsSchema={"properties": {"parsed": {"properties": {"way": {"not": False}}}}}),
    "out",
    "late",
    "again",
    next={
        "a": {
            "branches": [
                {"when": {"verdict": "fail"}, **to("again")},
                {"when": {"path": "parsed.way", "equals": "in"}, **to("in")},
                {"when": {"path": "parsed.way", "equals": 1}, **to("out")},
                {"when": {"path": "output.kind", "exists": True}, **to("late")},
            ],
            "default": END,
        }
    },
)


class Omitting(StudRuntime):
    """A runtime whose choices leave something out."""

    def __init__(self, omit: Omit) -> None:
        self._omit = omit

    def choices(self, state: State) -> Sequence[Choice]:
        """The choices without what is left out."""
        return [each for each in super().choices(state) if not self._omit(each)]


def _verdict(omit: Omit) -> str:
    """What the checker says of the certificate that a finder with these choices makes, which then
    claims that all that it has not used is told of."""
    runtime = Omitting(omit)
    contract = load(MANIFEST)
    start = runtime.relax(runtime.start(contract, OPEN, {}, {}))
    atlas = explore(runtime, start, 2_000)
    assert atlas.complete
    elements = runtime.elements(contract)
    used = {each for edge in atlas.edges for each in runtime.moves(edge.events)}
    used |= {*runtime.moves(runtime.opening(start))}
    unused = [each.id for each in elements if each.id not in used]
    said: dict[Hashable, str] = dict.fromkeys(unused, "dead-element")
    made = silence(runtime, [atlas], [each.id for each in elements], said)
    done = atlas.find(lambda state: runtime.outcome(state).kind == "completed")
    assert done is not None
    made = made._replace(done=Script(0, atlas.run_to(done)))
    found: dict[Hashable, tuple[str, ...]] = dict.fromkeys(unused, ("dead-element",))
    return check(runtime, [start], elements, found, made)


def _calls_with(**members: Any) -> Omit:
    def omitted(choice: Choice) -> bool:
        turn = choice.value
        if not isinstance(turn, Turn) or not turn.calls:
            return False
        args = turn.calls[0].args
        return all(name in args and args[name] == value for name, value in members.items())

    return omitted


def _fails(choice: Choice) -> bool:
    answer = choice.value
    if isinstance(answer, Gate):
        return answer.outcome == "block"
    return isinstance(answer, Judged) and answer.verdict != "ok"


def test_the_certificate_of_all_choices_is_accepted() -> None:
    assert _verdict(lambda _: False) == ""


@pytest.mark.parametrize(
    "omit",
    [
        _calls_with(way="in"),
        _calls_with(way=1),
        lambda choice: isinstance(choice.value, Gate | Judged) and choice.value.written,
        _fails,
    ],
    ids=["a value", "a number beside its text", "outputs", "verdicts"],
)
def test_what_choices_leave_out_is_caught(omit: Omit) -> None:
    assert _verdict(omit)


def _begun(**fields: Any) -> State:
    runtime = StudRuntime()
    given = pipeline(stage("a", **fields), "b", next={"a": {**to("b")}})
    state = runtime.relax(runtime.start(load(given), OPEN, {}, {}))
    return runtime.step(state, runtime.choices(state)[0])[0]


@pytest.mark.parametrize(
    "said",
    [
        {"uniqueItems": True},
        {"contains": {"const": 1}},
        {"multipleOf": 3},
        {"patternProperties": {"^x": False}},
        {"pattern": "^a", "minLength": 3},
        {"items": [True, False]},
        {"enum": [*range(400)]},
    ],
    ids=lambda said: next(iter(said)),
)
def test_where_they_may_not_be_all_there_are_none(said: Any) -> None:
    schema = {"type": "object", "not": {"properties": {"n": said}}}
    assert StudRuntime().legal(_begun(completionSchema=schema)) is None


def test_siblings_have_all_payloads_while_no_other_is_odd() -> None:
    """While one of them is off the plain way, the others have what is plain."""
    runtime = StudRuntime()
    join = stage(
        "d", inputsSchema={"properties": {"parsed": {"properties": {"way": {"const": 1}}}}}
    )
    beside = [stage(name, completionSchema=DECIDING) for name in ("b", "c")]
    given = pipeline("a", *beside, join, next={"a": to("b", "c", join="d")})
    state = runtime.relax(runtime.start(load(given), OPEN, {}, {}))
    while not state.running[1:]:
        assert runtime.legal(state) is not None
        state = runtime.step(state, runtime.choices(state)[0])[0]
    for _ in state.running:
        words = [each.value.outcome for each in runtime.legal(state) or ()]
        assert words[0] == "proceed"
        assert {*words[1:]} == {"block", "defer", "skip", "retry"}
        state = runtime.step(state, Choice("world", Gate(), "ask"))[0]
    turns = [each.value for each in runtime.legal(state) or ()]
    ways = {each.calls[0].args["way"] == 1 for each in turns if each.calls}
    assert ways == {True, False}
    odd = next(each for each in turns if each.calls and each.calls[0].args["way"] != 1)
    after = runtime.step(state, Choice("model", odd))[0]
    assert len(runtime.legal(after) or ()) > 1
    after = runtime.step(after, Choice("world", Judged("ok"), "ask"))[0]
    [plain] = runtime.legal(after) or ()
    assert plain.value.calls[0].args["way"] == 1


def test_an_ended_run_has_no_answers() -> None:
    runtime = StudRuntime()
    state = runtime.start(load(pipeline("a")), OPEN, {}, {})
    while state.pending is not None:
        state = runtime.step(state, runtime.choices(state)[0])[0]
    assert runtime.legal(state) == ()
