"""A stud contract as typed, immutable data (reference §2, §3).

It is what the documents say and no more: names are not resolved and nothing is judged. Values of
the wrong type are left out (none, or empty) and are in the problems of their owner.
"""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any, Literal

    from phaselint.dialects.base import Target
    from phaselint.dialects.shape import Problem
    from phaselint.document import Document
    from phaselint.vocabulary.finding import Pointer

    Profile = Literal["documented", "reference"]
    JoinPolicy = Literal["separate", "sibling"]
    Execution = Literal["sequential", "parallel", "terminate"]
    Form = Literal["markdown", "json", "inline"]
    StageFault = Literal["", "absent", "outside", "unreadable", "frontmatter-missing", "no-mapping"]
    PlaceholderStyle = Literal["braces", "dollar"]


VERDICTS = ("ok", "fail", "retry", "skip")
RESULT_FIELDS = ("verdict", "reason", "parsed", "capHit", "attemptCount", "output")
"""The fields of a StageResult (§2.6)."""

REQUIRED: Mapping[Profile, tuple[str, ...]] = {
    "documented": (
        *("id", "name", "allowedTools", "completionTool", "completionSchema", "retryPolicy"),
        *("turnCap", "resolutionPolicy"),
    ),
    "reference": ("id", "body", "turnCap", "completionTool", "completionSchema"),
}
"""The fields a stage must have, in the order in which a run checks them (§2.1, §2.8, R1)."""

RETRY_REQUIRED = ("maxAttempts", "backoff")

TOLERATED = ("contractVersion",)
"""A key that stages have no use for and that isn't a mistake either (§2.1)."""

RESERVED = ("upstream", "attempts", "host", "workflowRunId", "stageExecutionId")
"""The context names that core provides (§2.5)."""

BUNDLED_TOOLS = (
    *("ask-user", "bash", "diff", "edit", "glob", "grep", "http-request", "lsp", "memory"),
    *("multi-edit", "read", "sleep", "tool-search", "web-fetch", "web-search", "write"),
)
"""§2.2."""

MUTATING_TOOLS = ("bash", "edit", "http-request", "memory", "multi-edit", "write")


class Placeholder(NamedTuple):
    """A `{{…}}` or `${…}` in a body (§2.4).

    `start` and `end` are offsets into the body's text; `raw` is what is between the braces,
    and `inner` the same without blanks around it. `path` are its segments when it is a path by the
    grammar (an index is an integer), else none. An unclosed one has no `inner` and ends with its
    opening braces.
    """

    style: PlaceholderStyle
    start: int
    end: int
    inner: str
    path: tuple[str | int, ...] | None
    raw: str = ""
    closed: bool = True


class Body(NamedTuple):
    """The prompt template of a stage. `text` is what a run renders. Its offset 0 is `start` in
    the file's text where `start` is not negative; a string inside a scalar is found again by
    `reading.places`. `pointer` leads to the scalar; empty for markdown."""

    text: str
    pointer: Pointer = ()
    start: int = -1


class RetryPolicy(NamedTuple):
    """When and how often a stage is tried again."""

    max_attempts: int | None = None
    backoff: str | None = None


class Stage(NamedTuple):
    """One entry of a pipeline, or the only stage of a file.

    `number` is its place in `stages`, `entry` the pointer to it there; 0 and empty for a file
    alone. `base` is the pointer to its fields in `file`. `fault` says why there are no fields;
    such a stage has an empty `id`, and rules leave it alone. `value` are the fields as written.
    Fields that are missing or of the wrong type are none or empty; `problems` says which (their
    pointers start with `base`).
    """

    number: int
    entry: Pointer
    file: str
    form: Form
    profile: Profile
    base: Pointer = ()
    fault: StageFault = ""
    value: Mapping[str, Any] = {}
    problems: tuple[Problem, ...] = ()
    id: str = ""
    name: str = ""
    allowed: tuple[str, ...] | None = None
    completion_tool: str = ""
    completion_schema: Any = None
    inputs_schema: Any = None
    retry: RetryPolicy | None = None
    turn_cap: int | None = None
    resolution: str | None = None
    body: Body = Body("")
    path: str = ""

    @property
    def usable(self) -> bool:
        """Whether there are fields to look at."""
        return not self.fault

    @property
    def required(self) -> tuple[str, ...]:
        """The fields it must have."""
        return REQUIRED[self.profile]

    def has(self, key: str) -> bool:
        """Whether a field is there and of the right type."""
        if key not in self.value:
            return False
        if not self.problems:  # as of most stages
            return True
        pointer = (*self.base, key)
        return all(problem.pointer != pointer for problem in self.problems)

    def at(self, *keys: str | int) -> Pointer:
        """The pointer to a field, or to something in it."""
        return (*self.base, *keys)


class Result(NamedTuple):
    """A NextResult (§3.3): what runs next. `names` are the pointers to the stages' names, as
    many as there are `stages`; `pointer` leads to the mapping, `key` is the spelling of
    `nextStages` that is used."""

    execution: Execution
    stages: tuple[str, ...]
    join: str | None
    pointer: Pointer
    key: str = "nextStages"

    @property
    def ends(self) -> bool:
        """Whether the workflow ends here."""
        return self.execution == "terminate" or not self.stages

    @property
    def fork(self) -> bool:
        """Whether the stages run side by side."""
        return self.execution == "parallel" and bool(self.stages)

    def names(self, stage: str) -> bool:
        """Whether a stage is one of those that run next, or the join."""
        return stage in self.stages or stage == self.join

    def is_just(self, stage: str) -> bool:
        """Whether one stage, and nothing else, runs next."""
        return self.execution == "sequential" and self.stages == (stage,)

    def name_at(self, number: int) -> Pointer:
        """Where a stage is named."""
        return (*self.pointer, self.key, number)

    @property
    def join_at(self) -> Pointer:
        """Where the join is named."""
        return (*self.pointer, "join")


class Condition(NamedTuple):
    """When a branch is taken. Every part that is none matches anything."""

    pointer: Pointer
    verdicts: tuple[str, ...] | None = None
    cap_hit: bool | None = None
    path: str | None = None
    values: tuple[Any, ...] | None = None
    single: bool = False
    exists: bool | None = None

    @property
    def free(self) -> bool:
        """Whether it always matches."""
        return self.verdicts is None and self.cap_hit is None and self.path is None

    @property
    def segments(self) -> tuple[str, ...]:
        """The path's parts."""
        return tuple(self.path.split(".")) if self.path is not None else ()

    @property
    def key(self) -> tuple[Any, ...]:
        """What two conditions that match the same have in common."""
        values = None
        if self.values is not None:
            from phaselint.javascript.texts import json_of

            values = tuple(map(json_of, self.values))
        verdicts = None if self.verdicts is None else tuple(sorted(set(self.verdicts)))
        return (verdicts, self.cap_hit, self.path, values, self.exists)


class Branch(NamedTuple):
    """One of several continuations, with its condition."""

    when: Condition
    result: Result
    pointer: Pointer


class Spec(NamedTuple):
    """A NextSpec (§3.3): either one result, or branches with a result for all other cases.

    A `sound` one is understood as a whole; of any other the rules about ways know only what is
    in it. `inline` tells a `next` of a stage entry from one in the manifest's `next`.
    """

    pointer: Pointer
    branches: tuple[Branch, ...] = ()
    default: Result | None = None
    only: Result | None = None
    sound: bool = True
    inline: bool = False

    @property
    def alternatives(self) -> tuple[Result, ...]:
        """Every result there may be, in order (§6.2)."""
        found = [branch.result for branch in self.branches]
        found += [each for each in (self.default, self.only) if each is not None]
        return tuple(found)


class Registry(NamedTuple):
    """The tools that a manifest declares: name → the layer it comes from (`bundled`,
    `discovered`, `MCP server \\`x\\``), the first that has it. `mutating` is none where the
    manifest does not say; `pointers` are where names are written."""

    tools: Mapping[str, str]
    mutating: tuple[str, ...] | None = None
    pointers: Mapping[str, Pointer] = {}


class ContextNames(NamedTuple):
    """Names that the state machine writes: name → where it is declared."""

    required: Mapping[str, Pointer] = {}
    optional: Mapping[str, Pointer] = {}


class ContextSchema(NamedTuple):
    """The declared context: for all stages, and what is added for single ones (§3.5)."""

    everywhere: ContextNames
    by_stage: Mapping[str, ContextNames] = {}

    def names(self) -> Iterator[tuple[str, Pointer]]:
        """Every declaration, in the order of writing as far as each list goes."""
        for part in (self.everywhere, *self.by_stage.values()):
            yield from part.required.items()
            yield from part.optional.items()

    def required_in(self, stage: str) -> frozenset[str]:
        """The names that exist whenever a stage runs."""
        own = self.by_stage.get(stage, ContextNames())
        return frozenset((*self.everywhere.required, *own.required))

    def optional_in(self, stage: str) -> frozenset[str]:
        """The names that may be there when a stage runs, and may be not."""
        own = self.by_stage.get(stage, ContextNames())
        return frozenset((*self.everywhere.optional, *own.optional)) - self.required_in(stage)

    def stages_with(self, name: str) -> list[str]:
        """The stages for which alone a name is declared."""
        return [
            stage
            for stage, own in self.by_stage.items()
            if name in own.required or name in own.optional
        ]


class Pipeline(NamedTuple):
    """A manifest (§3). `specs` has the NextSpec of each stage id that has one, that of `next`
    first; it lacks those of a `next` that isn't a mapping, which `next_known` tells. `outputs` is
    none where no shapes of outputs are declared."""

    file: str
    id: str = ""
    entry: str = ""
    stages: tuple[Stage, ...] = ()
    specs: Mapping[str, Spec] = {}
    next_known: bool = True
    registry: Registry | None = None
    context: ContextSchema | None = None
    outputs: Mapping[str, Any] | None = None
    profile: Profile = "documented"
    join_policy: JoinPolicy = "separate"


class StudContract(NamedTuple):
    """Everything that a run of stages loads.

    `pipeline` is none for a stage file alone, which then is in `stage`, and for a manifest that
    is none (`problems` says why, all of them reported as `manifest-invalid`). `problems` of a
    manifest that is one are in places that hide nothing else. `configuration` marks the
    configuration of a state machine, which has nothing to check.
    """

    target: Target
    documents: Mapping[str, Document]
    pipeline: Pipeline | None = None
    stage: Stage | None = None
    problems: tuple[Problem, ...] = ()
    valid: bool = True
    configuration: bool = False

    @property
    def file(self) -> str:
        """The file that the contract is named after."""
        return self.target.main

    @property
    def stages(self) -> tuple[Stage, ...]:
        """All stages, in order, those without fields included."""
        if self.pipeline is not None:
            return self.pipeline.stages
        return (self.stage,) if self.stage is not None else ()

    @property
    def usable(self) -> tuple[Stage, ...]:
        """The stages that have fields to look at, each file and entry once, in order."""
        found: dict[tuple[str, Pointer], Stage] = {}
        for stage in self.stages:
            if stage.usable:
                found.setdefault((stage.file, stage.base), stage)
        return tuple(found.values())

    def named(self) -> dict[str, Stage]:
        """The stages by id; the first of several with one id counts (§6.4)."""
        found: dict[str, Stage] = {}
        for stage in self.stages:
            if stage.id:
                found.setdefault(stage.id, stage)
        return found
