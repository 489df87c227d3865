"""What the rules ask about a workflow: the graph and the tools, computed on demand (§7).

Rules need `graph_known` to be asked about ways, and look at `Node.sound` before anything about the
values of a node; so that causes come without their consequences (reference §8, preamble).
"""

from __future__ import annotations

from phaselint.dialects.sweny.analysis.declarations import Declarations
from phaselint.dialects.sweny.analysis.lower import edges_between_nodes, lower
from phaselint.dialects.sweny.analysis.reachability import unbounded_cycles, ways_along
from phaselint.dialects.sweny.analysis.toolfacts import ToolFacts
from phaselint.dialects.sweny.model import INPUT, Workflow
from phaselint.dialects.sweny.policies import CLASSES
from phaselint.dialects.sweny.reading.sources import sound_sources
from phaselint.dialects.sweny.reading.targets import as_of, release_of
from phaselint.dialects.sweny.reading.workflow import keys_in
from phaselint.vocabulary.cached_property import cached_property
from phaselint.vocabulary.finding import Place
from phaselint.vocabulary.message import message
from phaselint.vocabulary.pure import pure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any, TypeVar

    from phaselint.dialects.sweny.analysis.branches import Meetings
    from phaselint.dialects.sweny.analysis.conditions import Condition
    from phaselint.dialects.sweny.analysis.exhaustion import Exhaustion
    from phaselint.dialects.sweny.analysis.pathuses import Use
    from phaselint.dialects.sweny.analysis.reachability import Ways
    from phaselint.dialects.sweny.model import Edge, Input, Located, Node, SwenyContract
    from phaselint.dialects.sweny.reading.expressionfaults import Fault as ExpressionFault
    from phaselint.machine.certificate import Certificate, Stuck
    from phaselint.machine.model import Machine
    from phaselint.schema import Fault
    from phaselint.vocabulary.finding import Part, Pointer
    from phaselint.vocabulary.message import Message

    Made = TypeVar("Made")


class SwenyFacts(ToolFacts):
    """The facts of one contract. Nodes are named, never numbered."""

    def __init__(self, contract: SwenyContract, options: Mapping[str, Any], bound: int) -> None:
        self.contract = contract = as_of(contract, options["target"])
        self.options = options
        self.bound = bound
        self.workflow = contract.workflow or Workflow(contract.target.path)
        super().__init__(contract.registry, self.workflow.skills, options["agent-tools"])
        self._made: dict[tuple[Any, Pointer], tuple[Node, Any]] = {}  # see `of_node`

    # --- declarations ----------------------------------------------------------------------

    @property
    def file(self) -> str:
        """The workflow's file."""
        return self.workflow.file

    def place(self, pointer: Pointer, part: Part = "value") -> Place:
        """A place in the workflow's file."""
        return Place(self.workflow.file, pointer, part)

    @property
    def documented(self) -> bool:
        """Whether the specification is followed where it differs (option `semantics`)."""
        return bool(self.options["semantics"] == "documented")

    @property
    def nodes(self) -> Mapping[str, Node]:
        """The nodes by id, in the order the reference walks them."""
        return self.workflow.nodes

    @cached_property
    def sound_nodes(self) -> tuple[Node, ...]:
        """The nodes in which the schema pass found nothing."""
        return tuple(node for node in self.nodes.values() if node.sound)

    # --- what is known, in the words of rules (§8, preamble): none of it about a SKILL.md --------

    @cached_property
    def workflow_known(self) -> bool | None:
        """Whether the file holds a mapping."""
        return None if self.contract.skill_file is not None else self.contract.workflow is not None

    @cached_property
    def nodes_known(self) -> bool | None:
        """Whether `nodes` is a mapping, so the names of the nodes are known."""
        known = self.workflow_known
        return known and isinstance(self.contract.documents[self.file].value.get("nodes"), dict)

    @cached_property
    def all_nodes_sound(self) -> bool | None:
        """Whether the schema pass found nothing in any node there is."""
        return self.workflow_known and len(self.sound_nodes) == len(self.nodes)

    @cached_property
    def graph_known(self) -> bool | None:
        """Whether entry and every edge lead to nodes: while they do not, nothing is said about
        ways, for a typo would look like a defect of the graph."""
        workflow = self.workflow
        return self.nodes_known and (
            workflow.graph_ok
            and workflow.entry in workflow.nodes
            and len(self.edges) == len(workflow.edges)
        )

    @property
    def runs_known(self) -> bool:
        """Whether it is known what runs do (see `dialects.base.Facts`); of the next release, what
        they do is not known here."""
        current = self.contract.release == "current"
        return current and bool(self.graph_known and self.all_nodes_sound)

    @cached_property
    def cycles_bounded(self) -> bool | None:
        """Whether every cycle of a graph that is known has a bound."""
        return self.graph_known and not (self.unbounded_cycles or self.unbounded_self_loops)

    @cached_property
    def loops_known(self) -> bool | None:
        """Whether counters may be asked about: the graph is one the reference would run, so
        that every cycle is bounded and every node has one default at most."""
        return self.cycles_bounded and not self.ambiguous

    @cached_property
    def loops_complete(self) -> bool | None:
        """Whether the bound left no question about counters open."""
        return self.loops_known and not self.exhaustion.incomplete

    @property
    def is_skill_file(self) -> bool | None:
        """Whether this is a SKILL.md; what is wrong with such does not arise in a workflow."""
        return self.contract.skill_file is not None or None

    @cached_property
    def keys(self) -> frozenset[str]:
        """The keys of the document, of its nodes and of its edges, well formed or not."""
        document = self.contract.documents.get(self.file)
        return keys_in(document.value) if document else frozenset()

    # --- the release (§11) ---------------------------------------------------------------

    @property
    def is_next(self) -> bool | None:
        """Whether the workflow is for the next release; what only that knows does not arise in
        one for that of today."""
        return True if self.contract.release == "next" and self.workflow_known else None

    @property
    def is_current(self) -> bool | None:
        """Whether the workflow is for the release of today; what later ones do away with does not
        arise in one for them."""
        return True if self.contract.release == "current" else None

    @property
    def servers_connect(self) -> bool:
        """Whether the servers that skills bring are connected for the nodes that list them."""
        return self.contract.release == "next"

    @property
    def denied_classes(self) -> tuple[str, ...]:
        """The classes of built-in tools that `tools.deny` may name."""
        return CLASSES if self.is_next else ()

    @property
    def known_keys(self) -> tuple[str, ...]:
        """The root keys that the release knows."""
        return tuple(release_of(self.contract.release).shape.fields or ())

    @cached_property
    def expression_faults(self) -> Mapping[int, tuple[ExpressionFault, ...]]:
        """Why the expressions that are refused are, by the number of their edge."""
        from phaselint.dialects.sweny.reading.expressionfaults import faults

        return faults(self.workflow) if any(edge.expr for edge in self.workflow.edges) else {}

    # --- the graph (§7.2) ------------------------------------------------------------------

    @cached_property
    def edges(self) -> tuple[Edge, ...]:
        """The edges between declared nodes, in file order."""
        return edges_between_nodes(self.workflow)

    @cached_property
    def machine(self) -> Machine:
        """The workflow's graph, for what is proved about it."""
        return lower(self.contract)

    @cached_property
    def ways(self) -> Ways:
        """Where edges lead."""
        return ways_along(self.edges, tuple(self.nodes), self.workflow.entry)

    def run_to(self, name: str) -> tuple[Edge, ...] | None:
        """The edges of a shortest path from the entry to a node; none when there is no path, or
        none that the step budget allows."""
        most = self.options["max-steps"]
        if not self.graph_known or self.ways.depth.get(name, most) >= most:
            return None
        return self.ways.edges_to(name)

    @cached_property
    def unbounded_cycles(self) -> tuple[tuple[str, ...], ...]:
        """For each strong component of the edges without a bound, without self loops, a shortest
        cycle that begins and ends with the same node."""
        return unbounded_cycles(self.ways, self.bound)

    @cached_property
    def unbounded_self_loops(self) -> tuple[Edge, ...]:
        """Edges from a node to itself without a bound."""
        return tuple(
            edge for edge in self.workflow.edges if edge.source == edge.target and edge.most is None
        )

    @cached_property
    def ambiguous(self) -> Mapping[str, tuple[Edge, ...]]:
        """The nodes with several out-edges without a condition, and these edges (§4.5)."""
        found: dict[str, list[Edge]] = {}
        for edge in self.workflow.edges:
            if edge.source in self.nodes and not edge.condition:
                found.setdefault(edge.source, []).append(edge)
        return {name: tuple(edges) for name, edges in found.items() if len(edges) > 1}

    @cached_property
    def meetings(self) -> Meetings:
        """Where the branches of ambiguous nodes meet again."""
        from phaselint.dialects.sweny.analysis.branches import meetings

        return meetings(self.ways.out, self.ambiguous, self.bound)

    @cached_property
    def islands(self) -> Mapping[str, tuple[str, ...]]:
        """For each unreachable node, the unreachable ones that edges join it to."""
        from phaselint.dialects.sweny.analysis.branches import islands

        return islands(self.ways.out, self.ways.reach)

    @cached_property
    def exhaustion(self) -> Exhaustion:
        """What the counters of bounded edges lead to (§7.3)."""
        from phaselint.dialects.sweny.analysis.exhaustion import exhaustion

        most = self.options["max-steps"]
        return exhaustion(self.edges, tuple(self.nodes), self.workflow.entry, most, self.bound)

    @cached_property
    def unanswered(self) -> tuple[Message, ...]:
        """What the bound kept from being answered, in words; empty when nothing."""
        if self.ambiguous and not self.meetings.complete:
            return (message("whether all branches without a condition meet again"),)
        return self.exhaustion.incomplete if self.loops_known else ()

    # --- conditions (§7.4) -----------------------------------------------------------------

    @cached_property
    def conditions(self) -> Mapping[int, Condition]:
        """What each edge's condition names, by the edge's number; only non-blank conditions."""
        from phaselint.dialects.sweny.analysis.conditions import read_all

        return read_all(self.edges, self.workflow)

    @cached_property
    def declared_values(self) -> frozenset[str]:
        """All strings that some output schema lists as values, in lower case too."""
        from phaselint.dialects.sweny.analysis.conditions import enumerated

        texts = [text for node in self.nodes.values() for text in enumerated(node.output)]
        return frozenset((*texts, *(text.lower() for text in texts)))

    @cached_property
    def declaring(self) -> Mapping[str, tuple[Node, ...]]:
        """The nodes that declare an output property of a name, by the name in lower case."""
        found: dict[str, list[Node]] = {}
        for node in self.nodes.values():
            for name in {each.lower() for each in node.properties}:
                found.setdefault(name, []).append(node)
        return {name: tuple(nodes) for name, nodes in found.items()}

    # --- gates and what they read (§5.5, §5.7) ---------------------------------------------

    @cached_property
    def output_faults(self) -> Mapping[str, tuple[Fault, ...]]:
        """Why invalid output schemas are invalid, by the sound node that has them."""
        outputs = {n.id: n.output for n in self.sound_nodes if n.output is not None}
        found = {name: _faults_of(output) for name, output in outputs.items()}
        return {name: faults for name, faults in found.items() if faults}

    @cached_property
    def declared_inputs(self) -> Mapping[str, Input] | None:
        """The declared run inputs; none where none are, or not all of them are well formed."""
        broken = any(problem.pointer[:1] == ("inputs",) for problem in self.contract.problems)
        return None if broken else self.workflow.inputs

    @cached_property
    def declarations(self) -> Declarations:
        """What the paths of gates are held against."""
        return Declarations(
            nodes=self.nodes,
            inputs=self.declared_inputs,
            faulty=self.output_faults.keys(),
            ways=self.ways if self.graph_known else None,
        )

    @cached_property
    def required_paths(self) -> tuple[Use, ...]:
        """Every path in a `requires`, and what the declared schemas say about it."""
        from phaselint.dialects.sweny.analysis.pathfaults import in_requires

        return in_requires(self.declarations)

    @cached_property
    def evaluated_paths(self) -> tuple[Use, ...]:
        """Every path in a `value` evaluator, and what the declared schemas say about it."""
        from phaselint.dialects.sweny.analysis.pathfaults import in_evaluators

        return in_evaluators(self.declarations)

    @cached_property
    def sources(self) -> Mapping[str, Sequence[Located]]:
        """The sources of the workflow and of sound nodes, by kind."""
        return sound_sources(self.contract, self.sound_nodes)

    # --- nodes ----------------------------------------------------------------------------

    def of_node(self, make: Callable[[Node], Made], node: Node) -> Made:
        """What a function makes of a node, that nobody may change, made once for all findings."""
        known = self._made.get((make, node.pointer))
        if known is None or known[0] is not node:
            known = self._made[make, node.pointer] = (node, make(node))
        made: Made = known[1]
        return made

    @property
    def context_roots(self) -> frozenset[str]:
        """The names that a `requires` path may start with (§5.4)."""
        return frozenset((INPUT, *self.nodes))

    # --- for the engine --------------------------------------------------------------------

    def explained(self, kind: str, /) -> frozenset[str]:
        """Files whose syntax error a rule of this dialect reports with a better cause."""
        skill = self.contract.skill_file
        skipped = skill is not None and skill.fault is not None
        known = kind == "syntax-error" and (skipped or self.contract.wildcards)
        return frozenset((self.file,)) if known else frozenset()

    def certificates(self) -> Iterable[tuple[Machine, Certificate | Stuck]]:
        """The workflow's graph with what proves which nodes runs reach."""
        from phaselint.machine.analysis import certified

        return certified(self.machine, self.bound) if self.graph_known else ()


@pure
def _faults_of(output: Any) -> tuple[Fault, ...]:
    from phaselint.schema import check

    return check(output)
