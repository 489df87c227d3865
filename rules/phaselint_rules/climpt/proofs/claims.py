"""What findings claim, compared with the agent under test (design §8).

A finding says where to look: a place, and names. Its prover reads that place in the agent that it
runs: each has a reader, which looks up the named things and says what a finding about them must
say. A run is made only if the finding says exactly that.
"""

from __future__ import annotations

from functools import wraps
from itertools import pairwise

from phaselint.executor.proof import OTHERWISE, STATIC, decided, partly
from phaselint.vocabulary.finding import Place, Proof
from phaselint.vocabulary.record import NamedTuple
from phaselint_rules.climpt.pointertext import value_at
from phaselint_rules.climpt.proofs.answering import edge_between

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Gate, Step
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Method, Pointer

    Prover = Callable[[ProofContext[ClimptFacts], Finding], Proof]
    Reader = Callable[["Claim"], "ExpectedFinding | None"]

NO_SUCH_WAY = "the run that the finding names doesn't exist in this agent"
PATH = "path"
"""Where the data of a finding has the steps of its run; a registry has its file name there."""

ANY = "*"
"""In the shape of a pointer: any one key."""


class ExpectedFinding(NamedTuple):
    """What a finding about something must say: its place, and its data except for the run."""

    place: Place
    data: Mapping[str, Any] = {}


class Claim:
    """A finding, and the agent under test. What it names can be missing: then it is `None`."""

    def __init__(self, facts: ClimptFacts, finding: Finding) -> None:
        self.facts = facts
        self.place = finding.place
        self.data: Mapping[str, Any] = finding.witness.data if finding.witness else {}

    def name(self, key: str) -> str:
        """What the finding calls something; empty if it doesn't."""
        found = self.data.get(key)
        return found if isinstance(found, str) else ""

    @property
    def step(self) -> Step | None:
        """The step that the finding names."""
        return self.facts.steps.get(self.name("step"))

    @property
    def gated(self) -> tuple[Step, Gate] | None:
        """The step that the finding names, with its gate."""
        step = self.step
        return (step, step.gate) if step is not None and step.gate is not None else None

    @property
    def value(self) -> Any:
        """The value at the place of the finding."""
        return value_at(self.facts, self.place)

    @property
    def text(self) -> str:
        """The string at the place of the finding; empty if there is none."""
        return self.value if isinstance(self.value, str) else ""

    def below(self, *shape: str) -> tuple[Any, ...] | None:
        """The keys of the finding's place in the registry that `ANY` matches in a shape; none if
        the place doesn't have that shape."""
        registry = self.facts.registry
        return self._keys(registry.file, registry.base, shape)

    def in_agent(self, *shape: str) -> tuple[Any, ...] | None:
        """The same for a place in agent.json."""
        if not self.facts.has_agent:
            return None
        return self._keys(self.facts.agent.file, self.facts.agent.base, shape)

    def agent_place(self, *inner: str) -> bool:
        """Whether the place of the finding is one in agent.json."""
        return self.in_agent(*inner) is not None

    def _keys(self, file: str, base: Pointer, shape: tuple[str, ...]) -> tuple[Any, ...] | None:
        inner = self.place.pointer[len(base) :]
        if self.place.file != file or self.place.pointer[: len(base)] != base:
            return None
        if len(inner) != len(shape):
            return None
        pairs = list(zip(inner, shape, strict=True))
        if any(key != wanted for key, wanted in pairs if wanted != ANY):
            return None
        return tuple(key for key, wanted in pairs if wanted == ANY)

    def root(self, member: str) -> Place:
        """The place of a member of the registry."""
        return self.facts.place((*self.facts.registry.base, member))

    def is_below(self, place: Place) -> bool:
        """Whether the place of the finding is another one or below it."""
        inner = self.place.pointer[: len(place.pointer)]
        return self.place.file == place.file and inner == place.pointer

    def here(self, **data: Any) -> ExpectedFinding:
        """What a finding at this place must say."""
        return ExpectedFinding(self.place, data)

    def node(self) -> dict[str, Any]:
        """The place as data: what a corrected copy lacks."""
        return {"file": self.place.file, "pointer": list(self.place.pointer)}

    def says(self, told: ExpectedFinding) -> bool:
        """Whether the finding says that and nothing else."""
        free = () if PATH in told.data else (PATH,)
        data = {key: value for key, value in self.data.items() if key not in free}
        spots = [(place.file, place.pointer, place.range) for place in (self.place, told.place)]
        return spots[0] == spots[1] and data == dict(told.data)

    def leads(self, told: ExpectedFinding) -> bool:
        """Whether the run that the finding names, if any, reaches the step it is about."""
        if PATH not in self.data or PATH in told.data:
            return True
        path, facts = self.data[PATH], self.facts
        known = isinstance(path, list) and all(isinstance(key, str) for key in path)
        if not known or not all(key in facts.steps for key in path):
            return False
        if not path:
            return told.data.get("step") is None
        starts = {facts.active, *facts.entries}
        joined = all(edge_between(facts, *pair) is not None for pair in pairwise(path))
        return path[0] in starts and path[-1] == told.data.get("step", path[-1]) and joined


def checks_claim(read: Reader, half: str = "") -> Callable[[Prover], Prover]:
    """A prover of findings that say what a reader finds in the agent under test. Without a witness
    they are about the document alone.

    `half` says, as a clause with names of the finding's data, which half of the claim the run
    doesn't show: the one that the reader has read.
    """

    def made(prover: Prover) -> Prover:
        method: Method = getattr(prover, "method", "replay")

        @wraps(prover)
        def proves(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
            if finding.witness is None:
                return STATIC
            claim = Claim(lab.facts, finding)
            told = read(claim)
            if told is None or not claim.says(told):
                return Proof("unproved", method, None, OTHERWISE)
            if not claim.leads(told):
                return Proof("unproved", method, None, NO_SUCH_WAY)
            proof = decided(lambda: prover(lab, finding))
            shown = proof.status == "proved"
            return partly(proof, half.format_map(told.data)) if half and shown else proof

        if half:
            half_run: Method = "static+explore" if method == "explore" else "static+replay"
            others = getattr(prover, "others", ())
            read_too = tuple(each for each in others if each.startswith("static"))
            vars(proves).update(method=half_run, others=read_too)
        return proves

    return made
