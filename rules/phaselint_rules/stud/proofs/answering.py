"""What a pipeline answers in runs by a plan, and how they end (reference §5).

On the way every stage is completed with the smallest payload that leads to the next. In a plan of
a run, `answers` has for some stages their turns there, once they are the last of the way; without
them the last stage is completed like the others. `asks` has for some stages what `gate` and
`assert` (a list, one per attempt) say there.
"""

from __future__ import annotations

from phaselint.dialects.stud.reading.policies import profile_in_force
from phaselint.dialects.stud.running.headlines import headline
from phaselint.executor import planning
from phaselint.executor.planning import Astray, sampled
from phaselint.executor.proof import RunInput
from phaselint_rules.stud.proofs.routes import plain, steer
from phaselint_rules.stud.runoptions import laws

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from phaselint.dialects.records import Event, Question
    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.model import Stage
    from phaselint.executor.explore import Atlas
    from phaselint.executor.planning import Plan, PlannedRun
    from phaselint.executor.proof import ProofContext
    from phaselint_rules.stud.proofs.routes import Steer

MOST_ANSWERS = 200
"""Answers after which a run that goes on by itself is left."""

USUAL_WAY = 40
"""Stages of a way that surely fit into a run that nothing is said about."""

LONGEST_WAY = 1_000
"""Stages of a way beyond which no run is made."""


def by_reference(lab: ProofContext[StudFacts]) -> bool:
    """Whether runs go by the reference unless a plan says otherwise."""
    facts = lab.facts
    lone = facts.contract.stage
    return profile_in_force(facts.contract.pipeline, lone, facts.options) == "reference"


def everything(lab: ProofContext[StudFacts]) -> Atlas[Any]:
    """Everything that can happen where the input is made up."""
    given, options = lab.runtime.sample_input(lab.facts.contract), laws(lab.facts)
    if not options:
        return lab.sampled
    if "everything" not in lab.kept:
        lab.kept["everything"] = lab.explore(lab.begin(RunInput(given, options=options)))
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
    """A shortest path from the entry to a stage; a lone stage is its own."""
    return (stage,) if facts.alone else facts.roles.way(stage)


# --- runs ---------------------------------------------------------------------------------------


def run_plan(lab: ProofContext[StudFacts], name: str, plan: Plan) -> PlannedRun:
    """The run of a pipeline by a plan. Each stage of its way is reached from the one before, as
    its successor, sibling or join."""
    return planning.run_plan(lab, name, _Answers(lab, plan))


class _Answers:
    """The answers of a plan: where its run is on the way."""

    def __init__(self, lab: ProofContext[StudFacts], plan: Plan) -> None:
        self._lab = lab
        self._facts = lab.facts
        self._plan = plan
        self._used: dict[tuple[str, int, str], int] = {}
        self._reached = 0
        self.most = MOST_ANSWERS + 3 * len(plan.way)

    def begin(self) -> RunInput:
        """A long way gets the executions of stages that it takes."""
        options, length = {**laws(self._facts), **self._plan.options}, len(self._plan.way)
        if USUAL_WAY < length <= LONGEST_WAY:
            options = {"max-stage-executions": MOST_ANSWERS + length, **options}
        return sampled(self._lab, self._plan)._replace(options=options)

    def answer(self, state: Any, question: Question, events: Sequence[Event]) -> Any | None:
        """What to answer; none where the plan ends. Raises Astray."""
        way, stage, waiting = self._plan.way, question.phase, state.pending
        if len(way) > LONGEST_WAY:
            return None
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
            raise Astray(f"no payload takes the run from `{stage}` to `{following}`")
        planned = self._planned(question, waiting) if last or past else None
        return planned if planned is not None else _usual(fields, chosen, waiting)

    def _in_group(self, stage: str, last: str) -> bool:
        """Whether a stage runs next to the last one of the way."""
        fans = () if self._facts.alone else self._facts.roles.fans
        return any({stage, last} <= set(fan.siblings) for fan in fans)

    def _planned(self, question: Question, waiting: str) -> Any | None:
        """What the plan has for the last stage, or one that runs next to it; the last of several
        verdicts repeats."""
        stage = question.phase
        key = (stage, question.visit, waiting)
        number = self._used.get(key, 0)
        self._used[key] = number + 1
        if waiting == "turn":
            turns = self._plan.answers.get(stage, ())
            return turns[number] if number < len(turns) else None
        asked = self._plan.asks.get(stage, {}).get(waiting) if self._plan.asks else None
        if asked is None or waiting == "gate":
            return asked
        listed = asked if isinstance(asked, (list, tuple)) else [asked]
        return listed[min(number, len(listed) - 1)]

    def noted(self, made: PlannedRun) -> PlannedRun:
        """The run with class and code that it ended with, empty for none, and why the last stage
        of its path has not ended, if it has not."""
        error = made.run.summary["error"]
        code = f"{error['class']}/{error['code']}" if error else ""
        return made._replace(code=code, left=made.left or self._left(made, code))

    def _left(self, made: PlannedRun, code: str) -> str:
        way = self._plan.way
        if len(way) > LONGEST_WAY:
            return f"the path is longer than {LONGEST_WAY:,} stages"
        why = f": it ends with {code}" if code else ""
        reached = _along(way, made.visited)
        if reached < len(way):
            return f"the run doesn't reach `{way[reached]}`{why}"
        if _over(made, way[-1]):
            return ""
        if self._lab.runtime.asks(made.run.last):
            return f"the run stops before `{way[-1]}` ends"
        return _cut_off(made, way[-1], why)


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


def _over(made: PlannedRun, stage: str) -> bool:
    """Whether every visit of a stage has reached its end."""
    ended = sum(result["stage"] == stage for result in results_of(made))
    return bool(ended >= made.visited.count(stage))


def _cut_off(made: PlannedRun, stage: str, why: str) -> str:
    """What ended a run before a stage had reached its end, if anything did, but for what the
    stage itself did once it had begun."""
    error = made.run.summary["error"] or {}
    if error.get("code") == "StageInitFailed" and error.get("stage") == stage:
        return f"`{stage}` doesn't reach its first turn{why}"
    if not error or stage in (error.get("stage"), error.get("failedSibling")):
        return ""
    return f"the run ends before `{stage}` does{why}"


def lines_of(made: PlannedRun) -> tuple[str, ...]:
    """Everything that happened, in the words of §5.11."""
    return tuple(map(headline, made.events))


def results_of(made: PlannedRun) -> Sequence[Mapping[str, Any]]:
    """The StageResults in the order of Exit, each with its stage."""
    found: Sequence[Mapping[str, Any]] = made.run.summary["results"]
    return found
