"""Runs along a way of stages, and what they showed (reference §5).

A proof plans a run: which stages it goes through, and the turns at the end that show the finding.
On the way every stage is completed with the smallest payload that leads to the next. The executor
runs the unmodified pipeline; the events say what it did.
"""

from __future__ import annotations

from phaselint.dialects.stud.options import OPTIONS
from phaselint.dialects.stud.reading.policies import profile_in_force
from phaselint.dialects.stud.running.headlines import headline
from phaselint.executor.driving import Made, again, data_of, make, verdict
from phaselint.executor.proof import Lab, Setting
from phaselint.vocabulary.record import NamedTuple
from phaselint_rules.stud.proofs.routes import Steer, payload, plain, steer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from phaselint.dialects.records import Event, Question
    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.model import Stage
    from phaselint.executor.explore import Atlas
    from phaselint.executor.replay import Run
    from phaselint.vocabulary.finding import Proof

    Turn = Mapping[str, Any]

MOST_ANSWERS = 200
"""Answers after which a run that goes on by itself is left."""

USUAL_WAY = 40
"""Stages of a way that surely fit into a run that nothing is said of."""

LONGEST_WAY = 1_000
"""Stages of a way beyond which no run is made."""

LAWS = ("semantics", "join-policy", "registered-tools")
"""The options by which findings are judged, so that runs have to go by them too."""


class Plan(NamedTuple):
    """A run to be made.

    `way` are the stages to run, from the entry on: each is reached from the one before, as its
    successor, sibling or join. `turns` has for some stages what the model answers there, once
    they are the last of the way; without them the last stage is completed like the others.
    `asks` has for some stages what `gate` and `assert` (a list, one per attempt) say there. With
    `onward` the run goes on after the way with the smallest payloads, else it is left when its
    last stage has been left.
    """

    way: tuple[str, ...]
    turns: Mapping[str, Sequence[Turn]] = {}
    asks: Mapping[str, Mapping[str, Any]] = {}
    given: Mapping[str, Any] | None = None
    world: Mapping[str, Any] = {}
    options: Mapping[str, Any] = {}
    onward: bool = False


class Driven(Made):
    """A run of a pipeline that was made."""

    __slots__ = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """Everything that happened, in the words of §5.11."""
        return tuple(headline(event) for event in self.events)

    @property
    def bodies(self) -> Mapping[str, Sequence[str]]:
        """Stage → the rendered bodies of its visits."""
        found: Mapping[str, Sequence[str]] = self.run.summary["renderedBodies"]
        return found

    @property
    def results(self) -> tuple[Mapping[str, Any], ...]:
        """The StageResults in the order of Exit, each with its stage."""
        return tuple(self.run.summary["results"])

    @property
    def error(self) -> str:
        """Class and code that the run ended with; empty for none."""
        error = self.run.summary["error"]
        return f"{error['class']}/{error['code']}" if error else ""

    @property
    def outcome(self) -> str:
        """How far the run came."""
        return self.run.outcome.kind


def laws(facts: StudFacts) -> Mapping[str, Any]:
    """What runs go by where the configuration does not leave it to the contract."""
    given = {name: facts.options[name] for name in LAWS}
    return {
        option.name: given[option.name]
        for option in OPTIONS
        if option.name in given and given[option.name] != option.default
    }


def by_reference(lab: Lab[StudFacts]) -> bool:
    """Whether runs go by the reference unless a plan says otherwise."""
    facts = lab.facts
    lone = facts.contract.stage
    return profile_in_force(facts.contract.pipeline, lone, facts.options) == "reference"


def everything(lab: Lab[StudFacts]) -> Atlas[Any]:
    """Everything that can happen where the input is made up."""
    given, options = lab.runtime.sample_input(lab.facts.contract), laws(lab.facts)
    if not options:
        return lab.sampled
    if "everything" not in lab.kept:
        lab.kept["everything"] = lab.explore(lab.begin(Setting(given, options=options)))
    found: Atlas[Any] = lab.kept["everything"]
    return found


# --- turns --------------------------------------------------------------------------------------


def text_turn(text: str) -> dict[str, Any]:
    """A turn of plain text."""
    return {"text": text}


def call(tool: str, **args: Any) -> dict[str, Any]:
    """A turn with one tool call."""
    return {"calls": [{"name": tool, "args": args}]}


def complete(stage: Stage, value: Any) -> dict[str, Any]:
    """A turn that calls a stage's completion tool."""
    return {"calls": [{"name": stage.completion_tool, "args": value}]}


def way_to(facts: StudFacts, stage: str) -> tuple[str, ...]:
    """A shortest way from the entry to a stage; a lone stage is its own."""
    return (stage,) if facts.alone else facts.roles.way(stage)


# --- runs ---------------------------------------------------------------------------------------


class _Driver:
    """A run under way: where it is on the way of its plan."""

    def __init__(self, lab: Lab[StudFacts], plan: Plan) -> None:
        self._facts = lab.facts
        self._plan = plan
        self._used: dict[tuple[str, int, str], int] = {}
        self._reached = 0
        self.left = ""

    def answer(self, state: Any, question: Question, events: Sequence[Event]) -> Any | None:
        """What to answer; none where the plan ends."""
        way, stage, waiting = self._plan.way, question.phase, state.pending
        entered = [event.data["stage"] for event in events if "from" in event.data]
        reached = self._reached = self._reached + _along(way[self._reached :], entered)
        on_way = reached and way[reached - 1] == stage
        last = on_way and reached == len(way)
        past = reached == len(way) and not last and not self._plan.onward
        if past and not self._in_group(stage, way[-1]):
            return None
        following = way[reached] if on_way and not last else ""
        fields = self._facts.stages.get(stage) or self._facts.contract.stages[0]
        chosen = steer(self._facts, fields, following) if following else plain(self._facts, fields)
        if chosen is None:
            self.left = f"no payload leads from `{stage}` to `{following}`"
            return None
        planned = self._planned(question, waiting) if last or past else None
        return planned if planned is not None else _usual(fields, chosen, waiting)

    def _in_group(self, stage: str, last: str) -> bool:
        """Whether a stage runs beside the last one of the way."""
        fans = () if self._facts.alone else self._facts.roles.fans
        return any({stage, last} <= set(fan.siblings) for fan in fans)

    def _planned(self, question: Question, waiting: str) -> Any | None:
        """What the plan has for the last stage, or one that runs beside it; the last of several
        verdicts repeats."""
        stage = question.phase
        key = (stage, question.visit, waiting)
        number = self._used.get(key, 0)
        self._used[key] = number + 1
        if waiting == "turn":
            turns = self._plan.turns.get(stage, ())
            return turns[number] if number < len(turns) else None
        asked = self._plan.asks.get(stage, {}).get(waiting)
        if asked is None or waiting == "gate":
            return asked
        listed = asked if isinstance(asked, (list, tuple)) else [asked]
        return listed[min(number, len(listed) - 1)]


def _along(way: Sequence[str], visited: Sequence[str]) -> int:
    """How many stages of a way have been entered, in its order."""
    reached = 0
    for stage in visited:
        if reached < len(way) and way[reached] == stage:
            reached += 1
    return reached


def _usual(stage: Stage, chosen: Steer, waiting: str) -> Any:
    """The answer that goes on: as little as possible."""
    if waiting == "gate":
        return chosen.gate
    if waiting == "assert":
        return chosen.verdict
    return text_turn("") if chosen.capped else complete(stage, chosen.payload)


def drive(lab: Lab[StudFacts], name: str, plan: Plan) -> Driven:
    """Make a run by a plan, from its start to the end of its way or its own."""
    facts = lab.facts
    given = plan.given
    if given is None:
        given = lab.runtime.sample_input(facts.contract)
    options = {**laws(facts), **plan.options}
    if len(plan.way) > LONGEST_WAY:
        left = f"the way is longer than {LONGEST_WAY:,} stages"
        return Driven(*again(lab, name, (), Setting(given, plan.world, options), left))
    if len(plan.way) > USUAL_WAY:
        options = {"max-stage-executions": MOST_ANSWERS + len(plan.way), **options}
    setting = Setting(given, plan.world, options)
    most = MOST_ANSWERS + 3 * len(plan.way)
    made = make(lab, name, setting, _Driver(lab, plan), most)
    reached = _along(plan.way, made.visited)
    left = made.left
    if not left and reached < len(plan.way):
        left = f"the run does not come to `{plan.way[reached]}`{_why(made.run)}"
    elif not left and lab.runtime.asks(made.run.last) and not _over(made, plan.way[-1]):
        left = f"the run is left before `{plan.way[-1]}` has come to its end"
    elif not left and not _over(made, plan.way[-1]):
        left = _cut_off(made.run, plan.way[-1])
    return Driven(*made._replace(left=left))


def _over(made: Made, stage: str) -> bool:
    """Whether every visit of a stage has come to its end."""
    ended = sum(result["stage"] == stage for result in made.run.summary["results"])
    return bool(ended >= made.visited.count(stage))


def _cut_off(run: Run[Any], stage: str) -> str:
    """What ended a run before a stage had come to its end, if anything did, but for what the
    stage itself did once it had begun."""
    error = run.summary["error"] or {}
    if error.get("code") == "StageInitFailed" and error.get("stage") == stage:
        return f"`{stage}` does not come to its first turn{_why(run)}"
    if not error or stage in (error.get("stage"), error.get("failedSibling")):
        return ""
    return f"the run is over before `{stage}` is{_why(run)}"


def _why(run: Run[Any]) -> str:
    error = run.summary["error"]
    return f": it ends with {error['class']}/{error['code']}" if error else ""


# --- verdicts -----------------------------------------------------------------------------------


def shown(driven: Driven, holds: bool) -> Proof:
    """The verdict on a finding that a run is to show. A run that left its plan decides nothing
    unless it shows the finding all the same."""
    return verdict(holds, driven.script, driven.left)


__all__ = [
    "Driven",
    "Plan",
    "Steer",
    "by_reference",
    "call",
    "complete",
    "data_of",
    "drive",
    "everything",
    "payload",
    "shown",
    "text_turn",
    "way_to",
]
