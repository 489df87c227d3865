"""A climpt agent as typed, immutable data (reference §2).

Values of the wrong type are left out here and are in `problems` instead, so everything below reads
well-formed values only. Pointers refer to the document of the record: `agent.json` for the agent,
the registry for steps and validation, schema files for schemas.
"""

from __future__ import annotations

from phaselint.dialects.climpt.chains import ENDLESS, Chain
from phaselint.dialects.climpt.filemodel import Breakdown
from phaselint.dialects.climpt.spelling import FLAT
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Literal

    from phaselint.dialects.base import Target
    from phaselint.dialects.climpt.filemodel import Expanded, FileProblem, Settings, Text
    from phaselint.dialects.climpt.spelling import Generation, Spelling
    from phaselint.dialects.climpt.workflowmodel import Workflow
    from phaselint.document import Document
    from phaselint.vocabulary.finding import Pointer

    Kind = Literal["work", "verification", "closure", ""]


INTENTS = ("next", "repeat", "jump", "closing", "abort", "escalate", "handoff")
ALIASES: Mapping[str, str] = {
    "continue": "next",
    "pass": "next",
    "retry": "repeat",
    "wait": "repeat",
    "fail": "repeat",
    "done": "closing",
    "finished": "closing",
}
"""What a model can say instead of an intent (reference §4.3)."""

ALLOWED: Mapping[str, tuple[str, ...]] = {
    "work": ("next", "repeat", "jump", "handoff"),
    "verification": ("next", "repeat", "jump", "escalate"),
    "closure": ("closing", "repeat"),
}
"""Kind → the intents that it can list (reference §2.3); a kindless step can list any."""

_KINDS: Mapping[str, Kind] = {"work": "work", "verification": "verification", "closure": "closure"}
_WORK_PHASES = ("initial", "continuation")

VALIDATION = "validationSteps"
VALIDATION_PARTS = (VALIDATION, "validators", "failurePatterns")
"""The parts with the validation, which can be of another release than the steps: in a registry for
1.13 it is then left out, and the rest is read (§7.1 `format-generation`)."""

VALIDATION_KEYS: Mapping[str, str] = {
    "poll:state": "closure.polling",
    "count:iteration": "closure.iteration",
    "count:check": "closure.check",
    "detect:keyword": "closure.keyword",
    "detect:structured": "closure.structured",
    "detect:graph": "closure.graph",
    "meta:composite": "closure.composite",
    "meta:custom": "closure.custom",
}
"""Verdict type → the one key of `validationSteps` that a run looks up (reference §4.8)."""

VERDICT_TYPES = tuple(VALIDATION_KEYS)

ISSUE = "issue"
"""The parameter that the verdict type `poll:state` asks about."""

DEFAULT_MAX_ITERATIONS = 10
MOST_ITERATIONS = 2**53
"""The value for a limit that no run reaches, such as the infinity of `1e999`."""


class Transition(NamedTuple):
    """An entry of `transitions`. `simple` and `conditional` tell which forms it has: exactly one is
    right. A target of none is `null`."""

    intent: str
    pointer: Pointer
    simple: bool = False
    conditional: bool = False
    target: str | None = None
    condition: str = ""
    targets: Mapping[str, str | None] = {}
    fallback: str = ""

    @property
    def named(self) -> Mapping[Pointer, str | None]:
        """Every step that the transition names in any of its forms, taken or not, by its place."""
        found: dict[Pointer, str | None] = {}
        if self.simple:
            found[*self.pointer, "target"] = self.target
        for key, target in self.targets.items():
            found[*self.pointer, "targets", key] = target
        if self.fallback:
            found[*self.pointer, "fallback"] = self.fallback
        return found


class Gate(NamedTuple):
    """`structuredGate` (reference §2.4). `fields_given` distinguishes an absent `handoffFields`
    from an empty one; `fail_fast` is false for the literal `false` only."""

    pointer: Pointer
    allowed: tuple[str, ...] = ()
    allowed_known: bool = True
    schema_ref: str = ""
    field: str = ""
    target_field: str = ""
    handoff_fields: tuple[str, ...] = ()
    fields_given: bool = False
    fail_fast: bool = True
    fallback: str = ""


class Input(NamedTuple):
    """An entry of `inputs` (reference §2.2, §4.6). `required` is none if it is absent."""

    name: str
    pointer: Pointer
    source: str = ""
    required: bool | None = None
    has_default: bool = False
    default: Any = None


class Runner(NamedTuple):
    """`runner` of a step (reference §4.10)."""

    command: str
    args: tuple[str, ...] = ()


class Step(NamedTuple):
    """An entry of `steps`. `kind_key` and `gate_key` tell whether it has the keys of the kind and
    `structuredGate` at all; `gate` is none if `structuredGate` is absent or falsy. `sound` is false
    if a value in it has the wrong type or is an unknown word, and was left out. `c1` exists in 1.14
    only."""

    key: str
    pointer: Pointer
    step_id: str = ""
    name: str = ""
    kind_given: str = ""
    kind_key: bool = False
    c1: str = ""
    c2: str = ""
    c3: str = ""
    edition: str = ""
    adaptation: str = ""
    variables: tuple[str, ...] = ()
    uses_stdin: bool = False
    schema_file: str = ""
    schema_name: str = ""
    has_schema: bool = False
    gate: Gate | None = None
    transitions: Mapping[str, Transition] | None = None
    inputs: tuple[Input, ...] = ()
    model: str = ""
    permission_mode: str = ""
    runner: Runner | None = None
    sound: bool = True
    gate_key: bool = False
    chain: Chain = ENDLESS
    spelling: Spelling = FLAT

    @property
    def kind_at(self) -> Pointer:
        """Where the kind is written."""
        return (*self.pointer, self.spelling.kind)

    def address_at(self, part: str) -> Pointer:
        """Where a part of the address is written: `c2`, `c3`, `edition` or `adaptation`."""
        return (*self.pointer, *self.spelling.address, part)

    @property
    def intents(self) -> tuple[str, ...]:
        """The words that are intents."""
        gone = self.spelling.gone
        return tuple(word for word in INTENTS if word not in gone) if gone else INTENTS

    @property
    def kind(self) -> Kind:
        """The effective kind: given, or else in 1.13 implied by the phase word `c2` (reference
        §2.3)."""
        given = self.kind_given
        if given or not self.spelling.infers:
            return _KINDS.get(given, "")
        return "work" if self.c2 in _WORK_PHASES else _KINDS.get(self.c2, "")

    @property
    def section(self) -> bool:
        """Whether it is a section, which is never loaded (reference §2.3)."""
        return self.key.startswith("section.") or self.c2 == "section"


class Validator(NamedTuple):
    """An entry of `validators` (reference §2.6). `extractors` is none if `extractParams` is absent;
    otherwise the names with a string. `phase` exists in 1.14 only (1.14 §2.4)."""

    name: str
    pointer: Pointer
    type: str = ""
    command: str = ""
    success_when: str = ""
    pattern: str = ""
    extractors: Mapping[str, str] | None = None
    recoverable: bool = True
    raw: Mapping[str, Any] = {}
    phase: str = ""


class Condition(NamedTuple):
    """An entry of `validationConditions`, or of a 1.14 list for a phase."""

    validator: str
    pointer: Pointer
    params: Mapping[str, Any] = {}


class ValidationStep(NamedTuple):
    """An entry of `validationSteps` (reference §2.7, 1.14 §2.4). `conditions` are those checked
    after an answer, `preflight` those before; 1.13 checks its own at both times. `address` has the
    strings of the 1.14 address, which is never read by a run."""

    key: str
    pointer: Pointer
    step_id: str = ""
    c2: str = ""
    c3: str = ""
    address: Mapping[str, str] = {}
    conditions: tuple[Condition, ...] = ()
    preflight: tuple[Condition, ...] = ()
    action: str = ""
    max_attempts: int | None = None
    output_schema: Mapping[str, Any] | None = None

    @property
    def named(self) -> tuple[Condition, ...]:
        """All its conditions, those checked first before the others."""
        return (*self.preflight, *self.conditions)

    def address_at(self, part: str) -> Pointer:
        """Where a part of the address of its retry prompts is written, `c2` or `c3`."""
        return (*self.pointer, part)


class Pattern(NamedTuple):
    """An entry of `failurePatterns` (reference §2.8)."""

    name: str
    pointer: Pointer
    edition: str = ""
    adaptation: str = ""
    params: tuple[str, ...] = ()
    semantic: tuple[str, ...] = ()


class Registry(NamedTuple):
    """The registry as far as it is well formed. `steps_known` tells that `steps` is a mapping of
    mappings; `mapping` is none if `entryStepMapping` is absent, and maps verdict types to the steps
    that runs start with, `lent` to those whose prompts are lent; `paired` tells that entries are
    pairs of the two (1.14 §2.1), `entries_known` that each given entry is a string. `base` is the
    place of the registry in its document: the root, unless it is part of a blueprint."""

    file: str
    agent_id: str = ""
    version: str = ""
    c1: str = ""
    entry_step: str = ""
    mapping: Mapping[str, str] | None = None
    entries_known: bool = True
    lent: Mapping[str, str] = {}
    paired: bool = False
    steps: Mapping[str, Step] = {}
    steps_known: bool = False
    validators: Mapping[str, Validator] = {}
    validation: Mapping[str, ValidationStep] = {}
    patterns: Mapping[str, Pattern] = {}
    base: Pointer = ()

    def entry_of(self, verdict: str) -> str:
        """The step that runs of a verdict type start with; empty if none is named. In 1.14 only the
        mapping counts; before, `entryStep` replaces a type that it lacks."""
        named = (self.mapping or {}).get(verdict, "")
        return named if named or self.paired else self.entry_step

    def entry_at(self, verdict: str) -> Pointer:
        """Where the mapping names the step that runs of a verdict type start with."""
        place = (*self.base, "entryStepMapping", verdict)
        return (*place, "initial") if self.paired else place

    @property
    def closure_only(self) -> bool:
        """Whether there are steps, and all of them are of kind closure (1.14 §0)."""
        return bool(self.steps) and all(step.kind == "closure" for step in self.steps.values())

    @property
    def gated(self) -> bool:
        """Whether it is flow-routed: at least one step has the key `structuredGate` (§0)."""
        return any(step.gate_key or step.gate is not None for step in self.steps.values())


class Parameter(NamedTuple):
    """An entry of `parameters` (reference §2.9)."""

    name: str
    pointer: Pointer
    type: str = ""
    cli: str = ""
    required: bool = False
    has_default: bool = False
    default: Any = None
    validated: bool = False


class Agent(NamedTuple):
    """`agent.json` as far as it is well formed (reference §2.9). `verdict` is the type, `config`
    its configuration as written, none if absent; `tools` is none if `allowedTools` is absent.
    `base` is its place in its document, as in `Registry`."""

    file: str
    name: str = ""
    parameters: Mapping[str, Parameter] = {}
    system_prompt: str = ""
    registry: str = ""
    verdict: str = ""
    config: Mapping[str, Any] | None = None
    tools: tuple[str, ...] | None = None
    permission_mode: str = ""
    github: bool = True
    closure_action: str = ""
    base: Pointer = ()

    @property
    def max_iterations(self) -> int:
        """The number of iterations after which a run ends (reference §4.1)."""
        most = (self.config or {}).get("maxIterations", DEFAULT_MAX_ITERATIONS)
        whole = isinstance(most, (int, float)) and not isinstance(most, bool)
        if not whole:
            return DEFAULT_MAX_ITERATIONS
        return int(most) if most < MOST_ITERATIONS else MOST_ITERATIONS


class ClimptContract(NamedTuple):
    """An agent directory, a registry alone, or an agent.json alone.

    `folder` is the agent directory, `root` the directory that contains `.agent` (none if there
    isn't one: then schema and prompt trees are looked for next to the registry only). `generation`
    is the release that the agent is written for (reference §9, 1.14 §1.2). `signs` are the places
    that show the format of 1.14 in the registry or of 1.11 in agent.json, `former` those that show
    that of 1.13. `settings` is none if no settings files are looked for, `workflow` lists the
    agent, or all agents. `schemas` has the expanded output schema by step key; `prompts` the prompt
    files by project path, for every existing path that a step, a closing action or a retry can
    address; `listed` all files there. `outside` are the places of paths that leave the agent's
    directory or the project and aren't read. `absent_trees` names the trees (`schemas`, `prompts`)
    that don't exist at all, which switches their checks off (reference §1.3). `blueprint` tells
    that all parts are in one file.
    """

    target: Target
    documents: Mapping[str, Document]
    folder: str = ""
    root: str | None = None
    agent: Agent | None = None
    registry: Registry | None = None
    generation: Generation = "1.13"
    settings: Settings | None = None
    workflow: Workflow | None = None
    signs: tuple[tuple[str, Pointer], ...] = ()
    former: tuple[tuple[str, Pointer], ...] = ()
    agent_missing: bool = False
    registry_missing: bool = False
    problems: tuple[FileProblem, ...] = ()
    breakdown: Breakdown = Breakdown()
    schemas: Mapping[str, Expanded] = {}
    prompts: Mapping[str, Text] = {}
    system_prompt: Text | None = None
    listed: tuple[str, ...] = ()
    outside: tuple[tuple[str, Pointer, str], ...] = ()
    absent_trees: tuple[str, ...] = ()
    blueprint: bool = False
