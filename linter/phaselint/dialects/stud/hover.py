"""What an author of stages and pipelines is told while writing (reference §2.2 to §2.6, §3)."""

from __future__ import annotations

import re

from phaselint.dialects.hover import Hint, Inside, Insight, Offer, Slot, split_path
from phaselint.dialects.stud.model import RESULT_FIELDS
from phaselint.dialects.stud.reading.texts import text_of
from phaselint.dialects.symbols import follow
from phaselint.schema import declared

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.model import Placeholder, Stage
    from phaselint.dialects.symbols import SymbolKind
    from phaselint.vocabulary.finding import Pointer

CORE = {
    "workflowRunId": "the run, given by core",
    "stageExecutionId": "the execution of the stage, given by core",
}
"""Context fields that core gives (reference §2.5)."""

OWN = {"id": "`id` of the stage", "name": "`name` of the stage"}
"""What a body knows of its own stage (reference §2.4)."""

_RESULT = {
    "verdict": "`ok` or `fail`",
    "reason": "why, optional",
    "parsed": "the accepted payload, optional",
    "capHit": "whether the turn cap was hit",
    "attemptCount": "how many attempts were made",
    "output": "written in Exit, optional",
}
_BRACES = re.compile(r"\{\{\s*([\w.\[\]-]*)\Z")
_DOLLAR = re.compile(r"\$\{([\w.]*)\Z")
_WHEN = ("when", "path")
_KINDS = {"seq": "the stage before", "join": "a sibling that is joined here"}

Steps = tuple[str | int, ...]


class StudInsight(Insight):
    """Insight into a pipeline with its stages, or into a stage by itself."""

    def __init__(self, facts: StudFacts) -> None:
        self._facts = facts

    def tools(self, phase: str) -> tuple[str, ...] | None:
        """The tools of a stage's envelope, and the one that completes it."""
        stage = self._facts.stages.get(phase)
        if stage is None or not stage.usable or stage.allowed is None:
            return None
        return tuple(dict.fromkeys((*stage.allowed, *filter(None, (stage.completion_tool,)))))

    def hints(self, file: str) -> Iterator[Hint]:
        """Which contract a stage follows, where the pipeline says nothing, and what runs last."""
        facts = self._facts
        for stage in facts.usable:
            if stage.file == file and stage.id and stage.form == "json":
                why = f"a {stage.form} stage, judged by option `semantics`"
                place = facts.stage_place(stage, "id")
                yield Hint(place, f"{facts.profile(stage)} contract", why)
        if facts.alone or file != facts.pipeline.file:
            return
        document = facts.contract.documents[file]
        for stage in facts.contract.stages:
            if stage.id and stage.id not in facts.pipeline.specs and self._controls(stage.id):
                why = f"`{stage.id}` has no `next`"
                yield Hint(facts.entry_place(stage), "ends the run", why)
        for spec in facts.pipeline.specs.values():
            for result in spec.alternatives:
                written = follow(document.value, result.pointer)
                named = isinstance(written, dict) and result.key in written
                if named and "execution" not in written and len(result.stages) > 1:
                    place = facts.place((*result.pointer, result.key), "key")
                    yield Hint(place, result.execution, "`execution` is missing")

    def _controls(self, id: str) -> bool:
        return self._facts.graph_known and "control" in self._facts.roles.roles.get(id, ())

    def names(self, kind: SymbolKind, _file: str, _pointer: Pointer) -> Iterator[Offer]:
        """The tools of the registry, or those that come with the host."""
        if kind == "tool":
            known = self._facts.reserved.items()
            yield from (Offer(tool, f"tool, {layer}") for tool, layer in known)

    # --- placeholders --------------------------------------------------------------------------

    def slots(self, file: str) -> Iterator[Slot]:
        """The placeholders of the bodies in a file, with the stages that give their values."""
        for stage in self._facts.usable:
            if stage.file == file:
                for each in self._facts.placeholders(stage):
                    if each.path is not None:
                        place = self._facts.span_place(stage, each.start, each.end)
                        yield Slot(place, each.inner, tuple(self._sources(stage, each)))

    def _sources(self, stage: Stage, placeholder: Placeholder) -> Iterator[str]:
        path = placeholder.path or ()
        if path[:1] == ("stage",) and len(path) == 2:
            said = text_of(stage.value.get(str(path[1])))
            yield f"{OWN.get(str(path[1]), 'a field of the stage')}: `{said}`"
        elif path[:2] == ("ctx", "upstream") and len(path) > 2 and isinstance(path[2], int):
            for giver, kind in self._givers(stage, path[2]):
                yield f"stage `{giver.id}`, {_KINDS[kind]}{_path_text(giver, path[3:])}"
        elif path[:1] == ("ctx",) and len(path) > 1:
            name = str(path[1])
            if name in CORE:
                yield CORE[name]
            for offer in self._context(stage):
                if offer.text == name:
                    yield offer.detail

    def _givers(self, stage: Stage, number: int) -> Iterator[tuple[Stage, str]]:
        """The stages that give result `number` of a stage's predecessors, each once, and how."""
        seen = set()
        for way in self._facts.roles.predecessors(stage.id):
            if number < len(way.sources):
                giver = self._facts.stages.get(way.sources[number])
                if giver is not None and giver.id not in seen:
                    seen.add(giver.id)
                    yield giver, way.kind

    def _context(self, stage: Stage) -> Iterator[Offer]:
        """The context fields that the manifest declares for a stage."""
        if self._facts.has_context:
            context = self._facts.context
            required = context.required_in(stage.id)
            yield from (Offer(name, "context field, required") for name in sorted(required))
            optional = context.optional_in(stage.id)
            yield from (Offer(name, "context field, optional") for name in sorted(optional))

    def inside(self, file: str, pointer: Pointer, before: str) -> Inside | None:
        """The steps of a placeholder's path, and of the path in the condition of a branch."""
        if pointer[-2:] == _WHEN and file == self._facts.pipeline.file:
            return self._in_condition(pointer, before)
        stage = self._owner(file, pointer)
        if stage is None:
            return None
        braces, dollar = _BRACES.search(before), _DOLLAR.search(before)
        if braces is not None:
            steps, typed = split_path(braces[1])
            return Inside(typed, tuple(self._below(stage, steps)), "}}")
        if dollar is not None:
            steps, typed = split_path(dollar[1])
            if not steps:
                return Inside(typed, (Offer("ctx", "context of the run", more=True),), "}")
            names = tuple(self._context(stage)) if steps == ("ctx",) else ()
            return Inside(typed, names, "}")
        return None

    def _owner(self, file: str, pointer: Pointer) -> Stage | None:
        """The stage whose body is at a place."""
        for stage in self._facts.usable:
            if stage.file == file and stage.body.pointer == pointer:
                return stage
        return None

    def _below(self, stage: Stage, steps: Steps) -> Iterator[Offer]:
        """What may follow on the finished steps of a path."""
        if not steps:
            yield Offer("ctx", "context of the run", more=True)
            yield Offer("stage", "fields of this stage", more=True)
        elif steps == ("stage",):
            yield from (Offer(name, detail) for name, detail in OWN.items())
        elif steps == ("ctx",):
            most = max((len(w.sources) for w in self._ways(stage)), default=0)
            for number in range(most):
                givers = ", ".join(f"`{each.id}`" for each, _ in self._givers(stage, number))
                yield Offer(f"upstream[{number}]", f"result of {givers}", more=True)
            yield from self._context(stage)
            yield from (Offer(name, detail) for name, detail in CORE.items())
        elif steps[:2] == ("ctx", "upstream") and len(steps) > 2 and isinstance(steps[2], int):
            yield from self._in_result(stage, steps[2], steps[3:])

    def _ways(self, stage: Stage) -> Any:
        return self._facts.roles.predecessors(stage.id)

    def _in_result(self, stage: Stage, number: int, steps: Steps) -> Iterator[Offer]:
        if not steps:
            for name in RESULT_FIELDS:
                yield Offer(name, _RESULT[name], more=name == "parsed")
            return
        found: dict[str, list[str]] = {}
        for giver, _ in self._givers(stage, number):
            for name in self._names_in(giver, steps):
                found.setdefault(name, []).append(f"`{giver.id}`")
        for name, givers in found.items():
            yield Offer(name, f"from {', '.join(givers)}")

    def _in_condition(self, pointer: Pointer, before: str) -> Inside:
        """The path of a condition looks into the result of the stage that has the branch."""
        steps, typed = split_path(before)
        stage = self._facts.stages.get(str(pointer[1])) if pointer[0] == "next" else None
        if pointer[0] == "stages":
            entries = (each for each in self._facts.contract.stages if each.number == pointer[1])
            stage = next(entries, None)
        if not steps:
            known = (Offer(name, _RESULT[name]) for name in RESULT_FIELDS)
            return Inside(typed, tuple(known))
        names = self._names_in(stage, steps) if stage is not None else ()
        return Inside(typed, tuple(Offer(name, "of the payload") for name in names))

    def _names_in(self, giver: Stage, steps: Steps) -> tuple[str, ...]:
        """The declared names below a path into the result of a stage."""
        schema: Any = None
        if steps[0] == "parsed":
            schema = giver.completion_schema
        elif steps[0] == "output":
            schema = self._facts.outputs.get(giver.id)
        return declared(schema, (*steps[1:], "")).names if isinstance(schema, dict) else ()


def _path_text(giver: Stage, steps: Steps) -> str:
    """What the schema of a giver says about a path into its result."""
    if steps[:1] != ("parsed",) or len(steps) < 2 or not isinstance(giver.completion_schema, dict):
        return ""
    said = declared(giver.completion_schema, steps[1:])
    if said.unknown:
        return ""
    if said.missing is not None:
        return ": its completion schema doesn't declare it"
    return ": its payload can lack it" if said.optional else ": its payload always has it"
