"""A Vesanor contract as typed, immutable data (reference §2).

Names and values of the wrong type are left out here and recorded in `problems` instead.
Everything below reads only well-formed values.
"""

from __future__ import annotations

from phaselint.vocabulary.finding import Place
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Literal

    from phaselint.dialects.base import Target
    from phaselint.dialects.shape import Problem
    from phaselint.document import Document
    from phaselint.vocabulary.finding import Pointer

    PhasesForm = Literal["absent", "list", "mapping", "malformed"]

RISK_CLASSES = ("read", "write", "destructive", "admin", "financial")
HIGH_RISK = frozenset({"destructive", "admin", "financial"})
SUPPRESSIBLE = ("dead_phase", "unreachable_phase", "circular_deadlock")

OPERATORS = ("equals", "exists", "gte", "lte")
"""The operators a `with_output` condition may use (reference §2.4)."""


class Phase(NamedTuple):
    """An entry of `phases`; `number` is its place in the list."""

    name: str
    number: int
    initial: bool = False
    terminal: bool = False


class Condition(NamedTuple):
    """One `with_output` condition. `known` is false for a form the reference does not have;
    such a condition can neither be evaluated nor satisfied by a script. `rootless` is a path that
    is written without its `$`, at which nothing is found; it is not known then."""

    path: tuple[str, ...]
    tests: tuple[tuple[str, Any], ...]
    known: bool = True
    rootless: str = ""


class Precondition(NamedTuple):
    """An entry of `preconditions`; `number` is its place in the list."""

    number: int
    tool: str = ""
    conditions: tuple[Condition, ...] = ()
    steps: int | None = None


class Tool(NamedTuple):
    """A tool contract. `valid_in` is none when the tool is available everywhere."""

    name: str
    file: str
    side_effect: str = ""
    evidence_class: str = ""
    acknowledged: bool = True
    gate: str = ""
    restricted: bool = False
    valid_in: tuple[str, ...] | None = None
    advances_to: str = ""
    preconditions: tuple[Precondition, ...] = ()
    forbids_after: tuple[str, ...] = ()
    policy: bool = False
    constrained: bool = False

    @property
    def requires(self) -> frozenset[str]:
        """The tools that must have been called before."""
        return frozenset(entry.tool for entry in self.preconditions if entry.tool)

    def gate_under(self, risk_defaults: Mapping[str, str]) -> str:
        """The effective gate: the tool's own, else its class's, else `allow` (reference A11)."""
        return self.gate or risk_defaults.get(self.side_effect, "allow")

    def available_in(self, phase: str) -> bool:
        """Whether the tool's own file lets it be used in a phase."""
        return self.valid_in is None or phase in self.valid_in

    def available(self, declared: Mapping[str, Phase]) -> Mapping[str, Place]:
        """Those of the declared phases, in order, in which the tool's own file lets it be used,
        each with where it says so; its name, where it does not say.

        It goes over the phases that the tool lists: with 3,000 phases and a tool for each, going
        over all that are declared takes 9 million steps instead of 3,000.
        """
        if self.valid_in is None:
            return dict.fromkeys(declared, Place(self.file, ("tool",)))
        first: dict[str, int] = {}
        for index, name in enumerate(self.valid_in):
            if name in declared:
                first.setdefault(name, index)
        return {
            name: Place(self.file, ("transitions", "valid_in_phases", first[name]))
            for name in sorted(first, key=lambda name: declared[name].number)
        }


class Limits(NamedTuple):
    """`session_limits`, well-formed values only (reference §2.3); none means no limit."""

    max_steps: int | None = None
    max_tool_calls: int | None = None
    max_cost: float | None = None
    per_tool: Mapping[str, int] = {}
    loop_window: int | None = None
    loop_threshold: int | None = None
    consecutive_blocks: int | None = None
    consecutive_errors: int | None = None


class Suppress(NamedTuple):
    """A well-shaped entry of `graph_analysis.suppress`; `number` is its place in the list."""

    number: int
    check: str
    phase: str
    reason: str


class Session(NamedTuple):
    """A session file.

    `phases` is complete only if `phases_form` is `list`, `transitions` only if there are no
    `bad_transitions` (the pointers of values that aren't a map or a list of strings). `flags_ok`
    tells that every `initial` and `terminal` could be read.
    """

    file: str
    phases: tuple[Phase, ...] = ()
    phases_form: PhasesForm = "absent"
    flags_ok: bool = True
    transitions: Mapping[str, tuple[str, ...]] = {}
    bad_transitions: tuple[Pointer, ...] = ()
    limits: Limits = Limits()
    risk_defaults: Mapping[str, str] = {}
    suppress: tuple[Suppress, ...] = ()
    policy: bool = False

    @property
    def declared(self) -> Mapping[str, Phase]:
        """The phases by name, in order; of two with one name the first wins (rule 9)."""
        found: dict[str, Phase] = {}
        for phase in self.phases:
            found.setdefault(phase.name, phase)
        return found


class TestContract(NamedTuple):
    """A contract test of a pack (reference §2.7): its file and its value, a mapping."""

    file: str
    value: Mapping[str, Any]


class Workflow(NamedTuple):
    """A `workflow.yaml` (reference §2.6); role and handoff entries as far as well formed."""

    file: str
    roles: tuple[tuple[int, str, str], ...] = ()
    handoffs: tuple[tuple[int, str, str], ...] = ()


class FileProblem(NamedTuple):
    """A shape problem and the file it is in."""

    file: str
    problem: Problem


class VesanorContract(NamedTuple):
    """A contract set, a workflow file or a pack.

    `tools` are the tool contracts whose name is known, by file, duplicates included, and
    `unnamed` the others, for which the rules of single files still hold. `open` are the tool
    files of which something that matters is unknown, and `nameless` tells that the name of at
    least one tool is among it (reference §5.4 rule 10). `vague` tells that some
    `preconditions` or `forbids_after` could not be read. `unreadable_session` stands for a
    session file that exists but could not be read.
    """

    target: Target
    documents: Mapping[str, Document]
    session: Session | None = None
    unreadable_session: bool = False
    tools: tuple[Tool, ...] = ()
    open: tuple[str, ...] = ()
    nameless: bool = False
    vague: bool = False
    tests: tuple[TestContract, ...] = ()
    workflow: Workflow | None = None
    problems: tuple[FileProblem, ...] = ()
    missing: tuple[tuple[str, Pointer, str], ...] = ()
    outside: tuple[tuple[str, Pointer, str], ...] = ()
    unnamed: tuple[Tool, ...] = ()

    @property
    def by_name(self) -> Mapping[str, Tool]:
        """The tools by name; of two with one name the first file wins (rule 9)."""
        found: dict[str, Tool] = {}
        for tool in self.tools:
            found.setdefault(tool.name, tool)
        return found
