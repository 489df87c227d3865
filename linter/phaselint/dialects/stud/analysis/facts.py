"""What the rules ask about stages and their pipeline, computed on demand (reference §6.1, §6.2).

What must be known before a rule is asked is in its row, under the names that are here. What
is not known of one stage, its check leaves out: `Stage.usable` comes before anything about fields.
"""

from __future__ import annotations

from phaselint.dialects.stud.analysis.names import hides_ways, renamed, stand_ins, undeclared
from phaselint.dialects.stud.analysis.payloads import excludes_objects, relied_on, verdict_of
from phaselint.dialects.stud.model import BUNDLED_TOOLS, Pipeline
from phaselint.dialects.stud.reading.policies import (
    BUNDLED,
    join_policy,
    mutating,
    profile_of,
    registered,
)
from phaselint.dialects.stud.reading.schemas import faults_at
from phaselint.dialects.stud.reading.stagefile import tagged_files
from phaselint.vocabulary.cached_property import cached_property
from phaselint.vocabulary.finding import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.stud.analysis.branch_matching import Takings
    from phaselint.dialects.stud.analysis.roles import Roles
    from phaselint.dialects.stud.analysis.uses import Kind, Use
    from phaselint.dialects.stud.model import (
        ContextSchema,
        JoinPolicy,
        Placeholder,
        Profile,
        Result,
        Stage,
        StudContract,
    )
    from phaselint.machine.certificate import Certificate, Stuck
    from phaselint.machine.model import Machine
    from phaselint.schema import Fault, Verdict
    from phaselint.vocabulary.finding import Part, Pointer


class StudFacts:
    """The facts of one contract. `pipeline` is an empty one for a stage file alone."""

    def __init__(self, contract: StudContract, options: Mapping[str, Any], bound: int) -> None:
        self.contract = contract
        self.options = options
        self.bound = bound
        self.pipeline = contract.pipeline or Pipeline(contract.file)

    # --- what exists ---------------------------------------------------------------------

    def place(self, pointer: Pointer, part: Part = "value") -> Place:
        """A place in the manifest."""
        return Place(self.pipeline.file, pointer, part)

    def stage_place(self, stage: Stage, *keys: str | int, part: Part = "value") -> Place:
        """A place among the fields of a stage."""
        return Place(stage.file, stage.at(*keys), part)

    def entry_place(self, stage: Stage) -> Place:
        """Where a stage is in `stages`; the file of one that is alone."""
        if self.alone:
            return Place(stage.file, stage.base, "document")
        if stage.form == "inline":
            return self.place((*stage.entry, "id") if stage.id else stage.entry)
        return self.place(stage.entry)

    def span_place(self, stage: Stage, start: int, end: int) -> Place:
        """A piece of a stage's body, by offsets into its text."""
        from phaselint.dialects.stud.analysis.placeholderplaces import place_of

        return place_of(self.contract.documents[stage.file], stage, start, end)

    @property
    def alone(self) -> bool:
        """Whether there is a stage file and no pipeline (§6.1)."""
        return not self.has_pipeline

    @property
    def has_pipeline(self) -> bool:
        """Whether there is a manifest that is one (§3.1)."""
        return self.contract.pipeline is not None

    @property
    def has_stages(self) -> bool:
        """Whether there is a pipeline that lists stages."""
        return self.has_pipeline and bool(self.contract.stages)

    @cached_property
    def all_stages_usable(self) -> bool:
        """Whether there are stages, and all of them have fields to look at."""
        stages = self.contract.stages
        return bool(stages) and all(stage.usable for stage in stages)

    @cached_property
    def usable(self) -> tuple[Stage, ...]:
        """The stages that have fields to look at, each file and entry once, in order."""
        return self.contract.usable

    @cached_property
    def parts(self) -> tuple[StudFacts, ...]:
        """The facts of each usable stage by itself, of which rules are asked `apart`."""
        from phaselint.dialects.stud.analysis.parts import parts_of

        return parts_of(StageFacts, self.contract, self.options, self.bound)

    @cached_property
    def stages(self) -> Mapping[str, Stage]:
        """The stages by id; the first of several with one id counts (§6.4). Where all ids are
        known but for stages that cannot be read, these are under the names that are left."""
        return {**self.contract.named(), **self.stand_ins}

    @cached_property
    def stand_ins(self) -> Mapping[str, Stage]:
        """Names that no stage has, with stages whose ids are not known in their place."""
        return stand_ins(self.contract.stages, self.undeclared)

    @cached_property
    def undeclared(self) -> tuple[str, ...]:
        """The names in `entryStage` and `next` that no stage has."""
        return undeclared(self.pipeline, self.contract.named())

    @cached_property
    def renamed(self) -> Mapping[str, str]:
        """Stages that are declared under another id than all else has for them (§6.10)."""
        if not (self.names_known and self.next_known):
            return {}
        return renamed(self.pipeline, self.stages, len(self.undeclared))

    def profile(self, stage: Stage) -> Profile:
        """The contract by which a stage is judged."""
        return profile_of(stage, self.options)

    @cached_property
    def join_policy(self) -> JoinPolicy:
        """Whether a join must be a stage next to the siblings or one of them (D4)."""
        return join_policy(self.pipeline, self.options)

    # --- tools (§2.2, §3.4) ----------------------------------------------------------------

    @cached_property
    def _registered(self) -> Mapping[str, str] | None:
        return registered(self.pipeline, self.options)

    @property
    def tools_known(self) -> bool:
        """Whether what the manifest says about tools is understood, if it says anything."""
        return self.alone or self._understood("tools", self.pipeline.registry) is not False

    @property
    def has_registry(self) -> bool:
        """Whether the manifest or the configuration declares tools."""
        return self._registered is not None

    @property
    def registry(self) -> Mapping[str, str]:
        """The live tools, name → layer. Raises LookupError where no registry is declared."""
        if self._registered is None:
            raise LookupError("no registry is declared")
        return self._registered

    @cached_property
    def reserved(self) -> Mapping[str, str]:
        """The names that no completion tool may have: the registry, else the bundled tools."""
        return self.registry if self.has_registry else dict.fromkeys(BUNDLED_TOOLS, BUNDLED)

    @cached_property
    def mutating(self) -> frozenset[str]:
        """The tools that change something."""
        return mutating(self.pipeline, self.options)

    @cached_property
    def completion_names(self) -> Mapping[str, tuple[Stage, ...]]:
        """Completion tool → the stages that have it."""
        found: dict[str, list[Stage]] = {}
        for stage in self.usable:
            if stage.completion_tool:
                found.setdefault(stage.completion_tool, []).append(stage)
        return {name: tuple(stages) for name, stages in found.items()}

    # --- schemas (§2.3, §6.5) --------------------------------------------------------------

    @cached_property
    def completion_faults(self) -> Mapping[Pointer, tuple[Fault, ...]]:
        """Why completion schemas are none, by (file and) pointer of the stage."""
        return self._faults("completionSchema")

    @cached_property
    def inputs_faults(self) -> Mapping[Pointer, tuple[Fault, ...]]:
        """Why inputs schemas are none, by (file and) pointer of the stage."""
        return self._faults("inputsSchema")

    def _faults(self, field: str) -> Mapping[Pointer, tuple[Fault, ...]]:
        documents = self.contract.documents
        return {
            self.key(stage): documents[stage.file].derived(faults_at, stage.at(field))
            for stage in self.usable
            if isinstance(stage.value.get(field), dict)
        }

    def key(self, stage: Stage) -> Pointer:
        """What tells stages apart, also two with one id."""
        return (stage.file, *stage.base)

    def completion_verdict(self, stage: Stage) -> Verdict | None:
        """See `verdict_of`."""
        return self._verdicts.get(self.key(stage))

    @cached_property
    def _verdicts(self) -> Mapping[Pointer, Verdict | None]:
        keys = [self.key(stage) for stage in self.usable]
        faults = [self.completion_faults.get(key, ()) for key in keys]
        return dict(zip(keys, verdict_of.each((self.usable, faults)), strict=True))

    def dead(self, stage: Stage) -> bool:
        """Whether surely no payload satisfies a stage's completion schema: it is for no objects,
        or unsatisfiable (`join-never-ready`, and cascades)."""
        if (verdict := self.completion_verdict(stage)) is not None:
            return verdict.answer == "no"
        schema = stage.completion_schema
        if isinstance(schema, bool):
            return not schema
        sound = isinstance(schema, dict) and not self.completion_faults[self.key(stage)]
        return sound and excludes_objects(schema)

    def schema_of(self, stage: Stage) -> Any:
        """See `relied_on`."""
        return relied_on(self, stage)

    # --- context and outputs (§3.5) ---------------------------------------------------------

    def _understood(self, key: str, part: object) -> bool | None:
        """Whether a part of the manifest is understood; none where it is missing."""
        if part is not None or self.alone:
            return part is not None
        return False if key in self.contract.documents[self.pipeline.file].value else None

    @property
    def has_context(self) -> bool:
        """Whether the manifest declares the context."""
        return self.pipeline.context is not None

    @property
    def context_known(self) -> bool | None:
        """Whether what the manifest declares of the context is understood; none where it declares
        nothing."""
        return self._understood("ctx", self.pipeline.context)

    @property
    def context(self) -> ContextSchema:
        """The declared context. Raises LookupError where there is none."""
        if self.pipeline.context is None:
            raise LookupError("no context is declared")
        return self.pipeline.context

    @property
    def outputs_known(self) -> bool | None:
        """Whether what the manifest declares of outputs is understood; none where it declares
        nothing."""
        return self._understood("outputs", self.pipeline.outputs)

    @property
    def outputs(self) -> Mapping[str, Any]:
        """Stage → the schema of its output, as far as the manifest describes any."""
        return self.pipeline.outputs or {}

    # --- the graph (§6.2) ------------------------------------------------------------------

    @cached_property
    def all_stages_named(self) -> bool:
        """Whether there is a pipeline with stages, and all of them have ids."""
        return self.has_stages and all(stage.id for stage in self.contract.stages)

    @cached_property
    def names_known(self) -> bool:
        """Whether the ids of all stages are known, so a name can be missed: each stage has
        one, or there are as many as names are left."""
        if self.alone or not self.contract.stages:
            return False
        nameless = sum(not stage.id for stage in self.contract.stages)
        return not nameless or len(self.undeclared) <= nameless

    @property
    def next_known(self) -> bool:
        """Whether the manifest's `next` is a mapping, so an entry in it can be missed."""
        return self.pipeline.next_known

    @cached_property
    def specs_known(self) -> bool:
        """Whether there are stages, and all that says what comes next is understood."""
        sound = all(spec.sound for spec in self.pipeline.specs.values())
        return self.has_stages and self.next_known and sound

    @cached_property
    def results(self) -> Sequence[tuple[Stage, str, Result]]:
        """What is chosen when; see `lower.results`."""
        from phaselint.dialects.stud.analysis.lower import results

        return tuple(results(self.pipeline, self.stages))

    @cached_property
    def graph_known(self) -> bool:
        """Whether reachability, termination and predecessors may be asked about: the entry is a
        stage, and every NextSpec is understood."""
        return (
            self.names_known
            and self.pipeline.entry in self.stages
            and self.specs_known
            and not hides_ways(self.contract)
        )

    @property
    def runs_known(self) -> bool:
        """Whether it is known what runs do (see `dialects.base.Facts`)."""
        return self.graph_known and self.all_stages_usable and not self.undeclared

    @property
    def reach_known(self) -> bool:
        """Whether it is known which stages runs reach; a stage alone is one."""
        return self.alone or self.graph_known

    @cached_property
    def roles(self) -> Roles:
        """The walk from the entry: roles, predecessors, termination."""
        from phaselint.dialects.stud.analysis.roles import Roles

        return Roles(self.pipeline, self.stages, self.takings.live, self.join_policy)

    @cached_property
    def takings(self) -> Takings:
        """What the branches of stages take. It has facts of its own, with all that is known so far:
        referred to by what they refer to, these would be left to the garbage collector."""
        from phaselint.dialects.stud.analysis.branch_matching import Takings

        known = StudFacts(self.contract, self.options, self.bound)
        vars(known).update(vars(self))
        return Takings(known)

    @cached_property
    def machine(self) -> Machine:
        """The machine of the pipeline."""
        from phaselint.dialects.stud.analysis.lower import lower

        return lower(self.contract)

    # --- placeholders (§2.4) ---------------------------------------------------------------

    def placeholders(self, stage: Stage) -> Sequence[Placeholder]:
        """The placeholders of a stage's body, in text order."""
        from phaselint.dialects.stud.reading.placeholders import placeholders_in

        return self.contract.documents[stage.file].derived(placeholders_in, stage.body)

    @cached_property
    def uses(self) -> Mapping[Kind, Mapping[Pointer, Sequence[Use]]]:
        """The placeholders of bodies, by kind and by the key of the stage."""
        from phaselint.dialects.stud.analysis.uses import uses_of

        return uses_of(self.usable, self.contract.documents, self.key)

    # --- for the engine --------------------------------------------------------------------

    def explained(self, kind: str, /) -> frozenset[str]:
        """Files whose problems of a kind a rule of this dialect reports with the cause: a manifest
        that cannot be read, headers that are never closed, tags in headers."""
        if kind == "unknown-tag":
            return self.tagged
        if kind not in ("syntax-error", "duplicate-key"):
            return frozenset()
        unclosed = (s.file for s in self.contract.stages if s.fault == "frontmatter-missing")
        return frozenset(unclosed if self.contract.valid else (self.contract.file,))

    @cached_property
    def tagged(self) -> frozenset[str]:
        """See `tagged_files`."""
        return frozenset(tagged_files(self.contract))

    def certificates(self) -> Iterable[tuple[Machine, Certificate | Stuck]]:
        """The pipeline's machine with what proves which stages runs reach."""
        from phaselint.machine.analysis import certified

        return certified(self.machine, self.bound) if self.graph_known else ()


class StageFacts(StudFacts):
    """The facts of one stage alone, which outlive a check: what takes steps is asked each time."""

    def completion_verdict(self, stage: Stage) -> Verdict | None:
        """See StudFacts."""
        return verdict_of(stage, self.completion_faults.get(self.key(stage), ()))
