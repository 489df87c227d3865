"""A SWEny workflow as typed, immutable data (reference §3).

Values of the wrong type are left out here and recorded in `problems` instead. Everything
below reads only well-formed values. Every record that a rule can point to knows
its pointer in the workflow's document.
"""

from __future__ import annotations

from phaselint.dialects.sweny.policies import Policy
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Literal

    from phaselint.dialects.base import Target
    from phaselint.dialects.shape import Problem
    from phaselint.document import Document
    from phaselint.vocabulary.finding import Pointer

    EvaluatorKind = Literal["value", "function", "judge"]
    Operator = Literal["equals", "in", "matches"]
    ReleaseName = Literal["current", "next"]
    Origin = Literal["builtin", "inline", "discovered"]
    SkillFault = Literal["unreadable-file", "invalid-frontmatter", "missing-name", "invalid-id"]

    SourceKind = Literal["inline", "file", "url"]


DEFAULT_JUDGE_BUDGET = 50
DEFAULT_JUDGE_MODEL = "claude-haiku-4-5"
MAX_STEPS = 200
"""Visits of a run before the step budget ends it (reference §5.2, §5.17)."""

INPUT = "input"
"""The key of the run input in the context map (reference §5.4)."""

END = "(end)"
"""How a run tells that it goes to no node (reference §5.12)."""


class Source(NamedTuple):
    """A text, or where it comes from (reference §3.7).

    `text` is the inline text, the path or the URL. `tagged` tells a mapping such as `{file: …}`
    from a string that was classified by its prefix. `type` is the mapping's `type`, if any.
    """

    kind: SourceKind
    text: str
    pointer: Pointer
    tagged: bool = False
    type: str | None = None


class Sources(NamedTuple):
    """`rules` or `context` of a node; `only` leaves the run's and the workflow's out, and
    `unknown_keys` are those of the mapping form that are dropped."""

    only: bool = False
    sources: tuple[Source, ...] = ()
    unknown_keys: tuple[str, ...] = ()


class Match(NamedTuple):
    """An entry of `output_matches`; `pointer` is that of the entry."""

    path: str
    operator: Operator
    value: Any
    pointer: Pointer

    @property
    def values(self) -> tuple[Any, ...]:
        """The values that are compared with; a pattern has none."""
        if self.operator == "in":
            return tuple(self.value)
        return (self.value,) if self.operator == "equals" else ()


class Demand(NamedTuple):
    """A path of `output_required`."""

    path: str
    pointer: Pointer


class Evaluator(NamedTuple):
    """An entry of `eval` (reference §3.4). Rule keys of both kinds are kept for every kind;
    `rule_keys` lists those present, in order."""

    name: str
    kind: EvaluatorKind
    pointer: Pointer
    rule_keys: tuple[str, ...] = ()
    any_called: tuple[str, ...] = ()
    all_called: tuple[str, ...] = ()
    no_called: tuple[str, ...] = ()
    required: tuple[Demand, ...] = ()
    matches: tuple[Match, ...] = ()
    rubric: str = ""
    pass_when: str = "yes"
    model: str = ""


class Requires(NamedTuple):
    """`requires` of a node (reference §3.5)."""

    pointer: Pointer
    required: tuple[Demand, ...] = ()
    matches: tuple[Match, ...] = ()
    on_fail: Literal["fail", "skip"] = "fail"


class Retry(NamedTuple):
    """`retry` of a node (reference §3.6); `text` is the guidance or the reflection's question."""

    pointer: Pointer
    max: int
    instruction: Literal["", "text", "auto", "reflect"] = ""
    text: str = ""


class Node(NamedTuple):
    """An entry of `nodes`. `sound` is false where the schema pass found something in it: its
    values are then as far as they are well formed, and no value check is asked of it."""

    id: str
    pointer: Pointer
    name: str = ""
    instruction: Source | None = None
    skills: tuple[str, ...] = ()
    has_skills: bool = False
    output: Mapping[str, Any] | None = None
    max_turns: int | None = None
    disallowed: tuple[str, ...] = ()
    allow: tuple[str, ...] | None = None
    deny: tuple[str, ...] | None = None
    fail_soft: bool = False
    rules: Sources = Sources()
    context: Sources = Sources()
    evals: tuple[Evaluator, ...] = ()
    eval_policy: str = ""
    judge_model: str = ""
    model: str = ""
    requires: Requires | None = None
    retry: Retry | None = None
    sound: bool = True
    policy: Policy = Policy()

    @property
    def properties(self) -> Mapping[str, Any]:
        """The declared properties of the output; empty when none are declared."""
        declared = (self.output or {}).get("properties")
        return declared if isinstance(declared, dict) else {}

    @property
    def required(self) -> tuple[str, ...]:
        """The fields that the gate demands: strings in `output.required` (reference §5.6)."""
        listed = (self.output or {}).get("required")
        if not isinstance(listed, list):
            return ()
        return tuple(name for name in listed if isinstance(name, str))


class Edge(NamedTuple):
    """An entry of `edges`; `number` is its place in the list, `most` its `max_iterations`. `expr`
    is the expression that the engine decides it by, in a release that knows such (§11.4), and
    `words` its `description` there."""

    number: int
    source: str
    target: str
    when: str | None = None
    most: int | None = None
    expr: str = ""
    words: str = ""

    @property
    def pointer(self) -> Pointer:
        """Where the edge stands."""
        return ("edges", self.number)

    @property
    def condition(self) -> str:
        """The text the router is shown, or the expression in its place; an empty `when` counts as
        none (reference §3.3)."""
        return self.when or self.expr

    @property
    def told(self) -> str:
        """The text of the condition that the router is shown: an expression in words, if there
        are some."""
        return (self.words if self.expr else "") or self.condition

    @property
    def pair(self) -> tuple[str, str]:
        """The ends; parallel edges share one counter (reference §5.12)."""
        return (self.source, self.target)


class Input(NamedTuple):
    """An entry of `inputs` (reference §3.8)."""

    name: str
    pointer: Pointer
    type: str
    required: bool = False
    has_default: bool = False
    default: Any = None
    enum: tuple[Any, ...] | None = None


class Skill(NamedTuple):
    """A skill of the registry (reference §3.9, §3.10, §5.15), whatever it comes from.

    `required_env` are the configuration fields without which it is not configured, as the
    environment variables they are read from, `optional_env` the others. `file` is the SKILL.md
    of a discovered skill, or the one that adds to a built-in skill.
    """

    id: str
    origin: Origin
    name: str = ""
    category: str = "general"
    tools: tuple[str, ...] = ()
    instruction: str = ""
    mcp: Mapping[str, Any] | None = None
    required_env: tuple[str, ...] = ()
    aliases: Mapping[str, tuple[str, ...]] = {}
    file: str = ""
    pointer: Pointer = ()
    optional_env: tuple[str, ...] = ()


class SkillFile(NamedTuple):
    """A SKILL.md and what the loader says about it (reference §5.15).

    `fault` is why the file is skipped, if it is; `reason` explains it, and `given` is the invalid
    name. `stdio` tells that an `mcp.command` was dropped, `category` is an unknown category
    that became `general`.
    """

    file: str
    folder: str
    skill: Skill | None = None
    fault: SkillFault | None = None
    reason: str = ""
    stdio: bool = False
    category: str = ""
    given: str = ""


class Workflow(NamedTuple):
    """The workflow itself, as far as it is well formed (reference §3.1).

    `nodes` are in the order in which the reference walks them: ids that look like whole
    numbers first. `entry` is empty where it is not a string. `graph_ok` tells that `entry`,
    `nodes` and every edge could be read; `unknown_keys` are the root keys that are dropped.
    """

    file: str
    id: str = ""
    name: str = ""
    description: str = ""
    entry: str = ""
    nodes: Mapping[str, Node] = {}
    edges: tuple[Edge, ...] = ()
    skills: Mapping[str, Skill] = {}
    rules: tuple[Source, ...] = ()
    context: tuple[Source, ...] = ()
    model: str = ""
    judge_model: str = ""
    judge_budget: int | None = None
    inputs: Mapping[str, Input] | None = None
    unknown_keys: tuple[str, ...] = ()
    graph_ok: bool = False
    policy: Policy = Policy()


class Located(NamedTuple):
    """A source and its text: its own where it is inline, that of the file it names, none for a
    URL. `field` is what the reference calls its place (`nodes.a.rules.0`).

    `path` is the project path of the file that would be read; `beside` tells that it doesn't exist
    relative to the project root, but does relative to the workflow file. `text` is none if the
    file doesn't exist; `outside` tells that the path is outside the project. For inline text,
    `path` is the file whose path equals the text, if it exists.
    """

    source: Source
    field: str
    path: str = ""
    text: str | None = None
    beside: bool = False
    outside: bool = False


class SwenyContract(NamedTuple):
    """A workflow with its skills and sources, or one SKILL.md by itself.

    `workflow` is none for a skill file, and for a document without a mapping. `problems` are what
    the schema pass found, in its order; `legacy` is the pointer of a `verify` key that the
    preflight refuses; `tagged` has the kinds of values that a tag turns into other than strings.
    `registry` are the skills by ID as the reference would register them: built-in and discovered
    ones merged; inline ones are in the workflow. `e2e` tells that the file is under `.sweny/e2e/`.
    `wildcards` are the offsets of plain scalars that keep an unparsable document from being read
    (rule unquoted-wildcard-path). `release` is the one whose form the workflow was read by; with
    `unsupported` it is for one that comes later still, and nothing of it was read (§11.3).
    """

    target: Target
    documents: Mapping[str, Document]
    workflow: Workflow | None = None
    problems: tuple[Problem, ...] = ()
    legacy: tuple[Pointer, ...] = ()
    tagged: Mapping[Pointer, str] = {}
    registry: Mapping[str, Skill] = {}
    skill_files: tuple[SkillFile, ...] = ()
    skill_file: SkillFile | None = None
    located: tuple[Located, ...] = ()
    e2e: bool = False
    wildcards: tuple[tuple[int, int], ...] = ()
    release: ReleaseName = "current"
    unsupported: bool = False
