"""Runs of tiny pipelines, simulated apart from the product (reference §3.3, §5.2 to §5.9).

Of each stage all results are listed that differ in what conditions and `inputsSchema` see of them;
a run is then a way through spots: a stage that is about to be let act, and what is still to run,
each with whether it takes the results that it is handed. It reads the written manifest.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from dialects.stud.universe import ABSENT, Node, accepts, at_field, legal, said, same

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

GATES = {"skip": "skip", "retry": "retry", "defer": "retry", "block": "fail"}
CORE = tuple(f"gate-{word}" for word in GATES)
MOST_SPOTS = 300

Todo = tuple[tuple[str, bool], ...]
"""What is still to run: stages, and whether each takes what it is handed."""

End = tuple[str, ...]
"""How a run ends: the outcome, and of an error its code and the stage."""


class Spot(NamedTuple):
    """A stage that is about to act, what is still to run after it, and how many executions have
    begun, where they are limited."""

    stage: str
    todo: Todo
    begun: int = 0


Label = tuple[str, Any] | None
"""A way on that is taken: of which stage, and its number, `default` or `always`."""


class Unbounded(Exception):
    """There are more spots than are looked at."""


class Simulated:
    """The runs of a pipeline; with `most`, executions are limited."""

    def __init__(self, manifest: Mapping[str, Any], most: int | None = None) -> None:
        self.most = most
        self.stages = {each["id"]: each for each in manifest["stages"]}
        self.specs = manifest["next"]
        self.outputs = manifest.get("outputs", {})
        self.reference = manifest["options"]["profile"] == "reference"
        self.entry = manifest["entryStage"]
        self._all: dict[tuple[str, str], list[Any]] = {}
        self.payloads = {name: self._values(name, "parsed") for name in self.stages}
        self.digests = {name: self._values(name, "output") for name in self.stages}
        self.reasons = {name: self._values(name, "reason") for name in self.stages}
        self.results = {name: list(self._results(name)) for name in self.stages}

    # --- results ----------------------------------------------------------------------------------

    def values(self, name: str, field: str) -> list[Any]:
        """All values of a field of a stage's result that are tried."""
        return self._all[name, field]

    def _values(self, name: str, field: str) -> list[Any]:
        kinds = self._classes(name, field).values()
        self._all[name, field] = [value for values in kinds for value in values]
        return [values[0] for values in kinds]

    def _classes(self, name: str, field: str) -> dict[Any, list[Any]]:
        """All values of a field, by what conditions and other stages make of them."""
        conditions = [each["when"] for each in self.specs[name].get("branches", ())]
        mine = [each for each in conditions if each.get("path", "").split(".")[0] == field]
        others = [] if self.reference else self._readers(field)
        mentioned = [(each["path"].split(".")[1:], _named(each)) for each in mine]
        found: dict[Any, list[Any]] = {}
        if field != "parsed" and not (mine or self._mentioned(field)):
            return found
        for value in legal(self._schema(name, field), mentioned, others):
            if field == "parsed" and not isinstance(value, dict):
                continue
            told = tuple(_holds(each, {field: value}) for each in mine)
            kind = (told, tuple(accepts(each, value) for each in others))
            found.setdefault(kind, []).append(value)
        return found

    def _schema(self, name: str, field: str) -> Any:
        if field == "reason":
            return {"type": "string", "not": {"enum": ["", "retry-exhausted", *CORE]}}
        stage = self.stages[name]
        return stage["completionSchema"] if field == "parsed" else self.outputs.get(name, True)

    def _readers(self, field: str) -> list[Any]:
        schemas = [each["inputsSchema"] for each in self.stages.values() if "inputsSchema" in each]
        return [found for each in schemas for found in at_field(each, field)]

    def _mentioned(self, field: str) -> bool:
        schemas = (each.get("inputsSchema", True) for each in self.stages.values())
        nodes = [said(Node(), each) for each in schemas]
        return any(field in each.below or each.fresh for each in nodes)

    def _results(self, name: str) -> Iterator[dict[str, Any]]:
        digests = self.digests[name]
        for gate, verdict in GATES.items():
            if not self.reference or gate in ("skip", "retry"):
                shut = {"verdict": verdict, "capHit": False, "attemptCount": 0}
                for reason in (f"gate-{gate}", *self.reasons[name]):
                    yield {**shut, "reason": reason}
                    yield from ({**shut, "reason": reason, "output": each} for each in digests)
        most = 1 if self.reference else self.stages[name]["retryPolicy"]["maxAttempts"]
        words = ("ok", "fail", "retry", "skip") if self.reference else ("ok", "fail")
        verdicts: list[dict[str, Any]] = [{"verdict": word} for word in words]
        verdicts += [{**each, "reason": why} for each in verdicts for why in self.reasons[name]]
        exhausted = {"verdict": "fail", "reason": "retry-exhausted"}
        verdicts += [] if self.reference else [exhausted]
        acts = [ABSENT, *self.payloads[name]]
        written = [ABSENT, *digests]
        for number, act, digest, verdict in product(range(1, most + 1), acts, written, verdicts):
            if verdict is exhausted and number < most:
                continue
            found = {**verdict, "capHit": act is ABSENT, "attemptCount": number}
            given = {"parsed": act, "output": digest}
            yield {**found, **{key: value for key, value in given.items() if value is not ABSENT}}

    def takes(self, name: str, result: Mapping[str, Any]) -> bool:
        """Whether a stage takes a result that it is handed."""
        stage = self.stages.get(name, {})
        return self.reference or accepts(stage.get("inputsSchema", True), result)

    # --- runs -------------------------------------------------------------------------------------

    def runs(self) -> dict[Spot, set[tuple[Label, Spot | End]]]:
        """All spots that runs come to, each with the ways that are taken there, and to where."""
        begin = self._launch((((self.entry, True)),), "ok", 0)
        found: dict[Spot, set[tuple[Label, Spot | End]]] = {}
        waiting = [begin]
        while waiting:
            spot = waiting.pop()
            if isinstance(spot, Spot) and spot not in found:
                found[spot] = set(self._onward(spot))
                waiting += [each for _, each in found[spot]]
                if len(found) > MOST_SPOTS or len(spot.todo) > 6:
                    raise Unbounded
        return found

    def _launch(self, todo: Todo, verdict: str, count: int) -> Spot | End:
        if not todo:
            good = self.reference or verdict in ("ok", "skip")
            return ("completed",) if good else ("failed",)
        (name, taken), *rest = todo
        if name not in self.stages:
            return ("error", "LifecycleFailure", name)
        return self._enter(name, taken, tuple(rest), count)

    def _enter(self, name: str, taken: bool, rest: Todo, count: int) -> Spot | End:
        if self.most is not None and count >= self.most:
            return ("limit", "LimitExceeded")
        if not taken:
            return ("error", "StageInitFailed", name)
        return Spot(name, rest, 0 if self.most is None else count + 1)

    def _onward(self, spot: Spot) -> Iterator[tuple[Label, Spot | End]]:
        name = spot.stage
        for result in self.results[name]:
            way, onward = taken(self.specs[name], result)
            if onward is None:
                yield None, ("error", "LifecycleFailure", name)
                continue
            label, names = (name, way), onward["nextStages"]
            if not names:
                yield label, self._launch(spot.todo, result["verdict"], spot.begun)
            elif onward.get("execution") == "parallel":
                for end in self._fork(names, onward.get("join"), spot):
                    yield label, end
            else:
                todo = tuple((each, self.takes(each, result)) for each in names)
                after = self._launch((*todo, *spot.todo), result["verdict"], spot.begun)
                yield label, after

    def _fork(self, names: Sequence[str], join: str | None, spot: Spot) -> Iterator[Spot | End]:
        count = spot.begun + len(names)
        if self.most is not None and count > self.most:
            yield ("limit", "LimitExceeded")
            return
        told = []
        for name in names:
            results = self.results[name]
            if not self.reference:
                yield ("error", "ParallelSiblingFailure", name)
                results = [each for each in results if each["verdict"] == "ok"]
            told.append({join is None or self.takes(join, each) for each in results})
        for each in product(*told):
            if join is None:
                yield self._launch(spot.todo, "ok", count)
            else:
                yield self._enter(join, all(each), spot.todo, count)


def taken(spec: Mapping[str, Any], result: Mapping[str, Any]) -> tuple[Any, Any]:
    """The way that is taken after a result, and what stands there; nothing where none is."""
    if "branches" not in spec:
        return "always", spec
    for number, branch in enumerate(spec["branches"]):
        if _matches(branch["when"], result):
            return number, branch
    return "default", spec.get("default")


def _matches(when: Mapping[str, Any], result: Mapping[str, Any]) -> bool:
    words = when.get("verdict", result["verdict"])
    if result["verdict"] not in ([words] if isinstance(words, str) else words):
        return False
    if when.get("capHit", result["capHit"]) is not result["capHit"]:
        return False
    return "path" not in when or _holds(when, result)


def _holds(when: Mapping[str, Any], result: Any) -> bool:
    value = result
    for step in when["path"].split("."):
        if isinstance(value, dict) and step in value:
            value = value[step]
        elif isinstance(value, list) and step.isdecimal() and int(step) < len(value):
            value = value[int(step)]
        else:
            return when.get("exists") is False
    if "exists" in when:
        return bool(when["exists"])
    return any(same(value, each) for each in _named(when))


def _named(when: Mapping[str, Any]) -> list[Any]:
    return [when["equals"]] if "equals" in when else list(when.get("in", ()))
