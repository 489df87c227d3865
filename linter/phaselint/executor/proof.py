"""The bench on which findings are proved, and the shapes of their verdicts (design §8).

A finding that says "this happens" is replayed; one that says "this never happens" is explored.
The executor runs the unmodified contract; what a run contradicts is refuted.
"""

from __future__ import annotations

from collections import deque
from functools import partial

from phaselint.dialects.base import Facts
from phaselint.dialects.records import CHANNELS
from phaselint.executor.explore import explore
from phaselint.executor.replay import replay
from phaselint.vocabulary.finding import Proof
from phaselint.vocabulary.generic import Generic
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
    from typing import Any, TypeVar

    from phaselint.dialects.base import Contract, Dialect, Target
    from phaselint.dialects.protocol import Runtime
    from phaselint.dialects.reader import Reader
    from phaselint.dialects.records import Choice, Element, Event
    from phaselint.executor.explore import Atlas, Edge
    from phaselint.executor.replay import Run
    from phaselint.vocabulary.finding import Finding, Method
    from phaselint.vocabulary.rule import Rule

STATIC = Proof("static")
OTHERWISE = "the finding doesn't match the contract (a bug in phaselint)"
"""Why nothing is shown of a finding that says something other than is read in the contract."""
_CUT_OFF = "the exploration stopped at"
_STOPPED = (_CUT_OFF, "the exploration stopped:")

if TYPE_CHECKING:
    FactsT = TypeVar("FactsT", bound=Facts)
    """The facts of the dialect whose contract is on a bench."""
else:
    FactsT = Facts


class RunInput(NamedTuple):
    """What a run is started with: its input, its world, and options besides those of the lab."""

    given: Mapping[str, Any] = {}
    world: Mapping[str, Any] = {}
    options: Mapping[str, Any] = {}


PLAIN = RunInput()

MAX_CACHED_STARTS = 8
"""How many settings a lab remembers the start of runs in."""


class ProofContext(Generic[FactsT]):
    """The executor with one contract on it.

    `options` are the dialect's defaults: a proof does not depend on how a user runs sessions; but
    for those by which contracts are read.
    `open_options` are those under which it runs a contract that it would refuse. `setting` is
    what runs are started with where nothing else is said, `reread` reads the contract again.
    `bound` is how many states an exploration expands. `kept` are runs that further proofs need,
    too, by whatever their makers tell them apart.
    """

    def __init__(
        self,
        runtime: Runtime[Any],
        facts: FactsT,
        options: Mapping[str, Any],
        open_options: Mapping[str, Any],
        bound: int,
        setting: RunInput = PLAIN,
        reread: Callable[[Mapping[str, str]], Contract] | None = None,
    ) -> None:
        self.runtime = runtime
        self.facts = facts
        self.options = options
        self.open_options = {**options, **open_options}
        self.opened = dict(open_options)
        self.kept: dict[Hashable, Any] = {}
        self.bound = bound
        self.setting = setting
        self._reread = reread
        self._made: dict[str, Any] = {}
        self._begun: deque[tuple[RunInput, Any]] = deque(maxlen=MAX_CACHED_STARTS)
        self._rule: Rule | None = None

    def of(self, rule: Rule) -> ProofContext[FactsT]:
        """This lab for the findings of a rule; what is explored for one is at hand for all."""

        lab = ProofContext.__new__(type(self))
        vars(lab).update(vars(self))
        lab._rule = rule
        return lab

    def under(self, options: Any, opened: Any, setting: RunInput) -> ProofContext[FactsT]:
        """This lab with other options: the contract declares the same."""
        lab = ProofContext(self.runtime, self.facts, options, opened, self.bound, setting)
        lab._made["elements"] = self.elements
        return lab

    @property
    def rule(self) -> Rule:
        """The rule whose findings are proved. Raises LookupError where it is for none."""
        if self._rule is None:
            raise LookupError("a lab for no rule")
        return self._rule

    @property
    def refused(self) -> Any:
        """The state of a run under the default options, before its first choice."""
        return self._once("refused", lambda: self._by_default(self.setting.given))

    @property
    def supplied(self) -> Any:
        """The same, of a run that is given what the contract asks for."""
        given = self.setting.given or self.runtime.sample_input(self.facts.contract)
        return self._once("supplied", lambda: self._by_default(given))

    def reread(self, texts: Mapping[str, str]) -> Contract:
        """The contract as it would be with other strings of some documents: path → text. Raises
        LookupError where the lab doesn't know how it was read."""
        if self._reread is None:
            raise LookupError("a lab that can't read contracts")
        return self._reread(texts)

    def _by_default(self, given: Mapping[str, Any]) -> Any:
        _, world, more = self.setting
        return self.runtime.start(self.facts.contract, {**self.options, **more}, given, world)

    @property
    def start(self) -> Any:
        """The state of a run that is not refused, before its first choice."""
        return self._once("start", lambda: self.begin(self.setting))

    def begin(self, setting: RunInput) -> Any:
        """The state of a run in a setting that is not refused, before its first choice. What the
        contract is for a run is worked out once for each of the last settings: many runs begin in
        the same one."""
        for begun, state in self._begun:
            if begun is setting:
                return state
        options = {**self.open_options, **setting.options}
        state = self.runtime.start(self.facts.contract, options, setting.given, setting.world)
        self._begun.append((setting, state))
        return state

    @property
    def atlas(self) -> Atlas[Any]:
        """Everything that can happen, with run-wide limits lifted."""
        found: Atlas[Any] = self._once("atlas", lambda: self.explore(self.start))
        return found

    @property
    def elements(self) -> Sequence[Element]:
        """What the contract declares for runs to use."""
        found: Sequence[Element] = self._once(
            "elements", lambda: self.runtime.elements(self.facts.contract)
        )
        return found

    @property
    def sampled(self) -> Atlas[Any]:
        """Everything that can happen where the input is made up, with run-wide limits lifted."""
        found: Atlas[Any] = self._once("sampled", self._sampled)
        return found

    def _sampled(self) -> Atlas[Any]:
        given = self.runtime.sample_input(self.facts.contract)
        if given == self.setting.given:
            return self.atlas
        return self.explore(self.begin(self.setting._replace(given=given)))

    def _once(self, name: str, make: Callable[[], Any]) -> Any:
        """What is made when it is first asked for, whichever rule it is for."""
        if name not in self._made:
            self._made[name] = make()
        return self._made[name]

    def explore(self, state: Any, *, limited: bool = False) -> Atlas[Any]:
        """Everything that can happen from a state, with run-wide limits lifted or not."""
        start = state if limited else self.runtime.relax(state)
        return explore(self.runtime, start, self.bound)

    def replay(self, choices: Iterable[Choice], setting: RunInput | None = None) -> Run[Any]:
        """Run the unmodified contract from the start, limits included."""
        start = self.start if setting is None else self.begin(setting)
        return replay(self.runtime, start, choices)

    def script(
        self,
        name: str,
        choices: Sequence[Choice],
        expect: Mapping[str, Any] | None = None,
        *,
        setting: RunInput | None = None,
        refusal: bool = False,
    ) -> dict[str, Any]:
        """A script document with one scenario, to be run again by the user."""
        setting = setting or self.setting
        scenario: dict[str, Any] = {"name": name}
        if setting.given:
            scenario["input"] = dict(setting.given)
        scenario |= answers(self.runtime, choices)
        if setting.world:
            scenario["world"] = dict(setting.world)
        if expect is not None:
            scenario["expect"] = dict(expect)
        document: dict[str, Any] = {"version": 1}
        options = {**({} if refusal else self.opened), **setting.options}
        if options:
            document["options"] = options
        return {**document, "scenarios": [scenario]}

    def script_of(
        self, name: str, run: Run[Any], setting: RunInput | None = None
    ) -> dict[str, Any]:
        """A script of a run that was made, which expects the phases that it came to."""
        expect = {"phases": run.summary["phases_visited"]}
        return self.script(name, run.choices, expect, setting=setting)


def proof_context(
    dialect: Dialect, facts: FactsT, bound: int, reader: Reader | None = None
) -> ProofContext[FactsT]:
    """The lab in which the findings of a contract are proved; `reader` is what it was read with,
    for reading it again."""
    defaults = {
        option.name: facts.options[option.name] if option.reads else option.default
        for option in dialect.options
    }
    runtime, opened = dialect.runtime(), dialect.open_options
    again = None if reader is None else partial(_read_again, dialect, facts.contract.target, reader)
    return ProofContext(runtime, facts, defaults, opened, bound, reread=again)


def _read_again(
    dialect: Dialect, target: Target, reader: Reader, texts: Mapping[str, str]
) -> Contract:
    from phaselint.document.reader import read_text
    from phaselint.project.substituting import Substituting

    documents = {path: read_text(path, text) for path, text in texts.items()}
    return dialect.load(Substituting(reader, documents), target)


def data_of(finding: Finding) -> Mapping[str, Any]:
    """The data of a finding's witness. Raises LookupError for one without."""
    if finding.witness is None:
        raise LookupError(f"without a witness: {finding.message}")
    return finding.witness.data


def answers(runtime: Runtime[Any], choices: Sequence[Choice]) -> dict[str, list[Any]]:
    """Choices as the answers of a scenario: `model`, and the other channels that have any."""
    choices = runtime.joined(choices)
    listed: dict[str, list[Any]] = {"model": []}
    for channel in CHANNELS:
        written = [runtime.write(choice) for choice in choices if choice.channel == channel]
        if written:
            listed[channel] = written
    return listed


def verdict(holds: bool, script: Mapping[str, Any] | None, doubt: str) -> Proof:
    """The verdict on a finding that a run is to show: where it does not, a doubt leaves open
    whether another run would."""
    if holds:
        return Proof("proved", "replay", script)
    if doubt:
        return unproved(doubt, script)
    return Proof("refuted", "replay", script, "the run doesn't show what the finding says")


def unproved(reason: str, script: Mapping[str, Any] | None = None) -> Proof:
    """The verdict on a finding that no run shows, or none but one that says as little."""
    return Proof("unproved", "replay", script, reason)


class Decided(Exception):
    """A verdict given before there is a run to show anything."""

    def __init__(self, proof: Proof) -> None:
        super().__init__(proof.reason)
        self.proof = proof


def decided(prove: Callable[[], Proof]) -> Proof:
    """The verdict that is found, or that is raised where no run should be made."""
    try:
        return prove()
    except Decided as verdict:
        return verdict.proof


def by_replay(
    lab: ProofContext[Any],
    name: str,
    choices: Sequence[Choice],
    shows: Callable[[Sequence[Event]], bool],
    *,
    setting: RunInput | None = None,
    cut_off: Callable[[Sequence[Event]], str] = lambda _: "",
) -> Proof:
    """Proved when the events of a run on the unmodified contract show the finding.

    `setting` is what the run is started with, if not what the lab's are. `cut_off` names what
    outside the finding kept the run from getting there, if anything did.
    """
    run = lab.replay(choices, setting)
    holds = shows(run.events)
    doubt = "" if holds else cut_off(run.events)
    return verdict(holds, lab.script_of(name, run, setting), doubt)


def never(
    lab: ProofContext[Any],
    name: str,
    atlas: Atlas[Any],
    happens: Callable[[Any], bool],
    prefix: Sequence[Choice] = (),
) -> Proof:
    """Proved when complete exploration finds no state in which it happens.

    `prefix` are the choices that led to the start of the atlas; they go into the script.
    """
    found = atlas.find(happens)
    if found is not None:
        choices = (*prefix, *atlas.run_to(found))
        return Proof(
            "refuted", "explore", lab.script(name, choices), "a run does what the finding rules out"
        )
    return settled(atlas, lab.script(name, prefix) if prefix else None)


def never_by(
    lab: ProofContext[Any], name: str, atlas: Atlas[Any], happens: Callable[[Edge], bool], told: str
) -> Proof:
    """Proved when complete exploration finds no step by which it happens; `told` says that a run
    takes one."""
    edge = next(filter(happens, atlas.edges), None)
    if edge is None:
        return settled(atlas)
    script = lab.script(name, (*atlas.run_to(edge.source), edge.choice))
    return Proof("refuted", "explore", script, told)


def settled(atlas: Atlas[Any], script: Mapping[str, Any] | None = None) -> Proof:
    """The verdict on what was not found in an exploration."""
    if not atlas.complete:
        return Proof("unproved", "explore", script, cut_off_at(atlas))
    return Proof("proved", "explore", script)


def cut_off_at(atlas: Atlas[Any]) -> str:
    """The reason of a proof whose exploration was not complete."""
    if atlas.stuck is not None and atlas.stuck.reason:
        return f"the exploration stopped: {atlas.reason}"
    return f"{_CUT_OFF} {atlas.reason}"


def unless_refused(lab: ProofContext[Any], proof: Proof, named: str = "") -> Proof:
    """A verdict on a finding, where no run that could show it is ever begun: the runtime refuses
    the contract, for what `named` says or else its own codes. What is proved stays proved, of a
    contract that is started anyway, and so does what is said about the refusal itself, by the
    rule that the refusal names, and of an exploration that was cut off."""
    if proof.status not in ("unproved", "refuted") or proof.method == "refusal":
        return proof
    # Where the input alone is missing, it isn't a contract that is refused.
    why = lab.runtime.refusal(lab.refused) and lab.runtime.refusal(lab.supplied)
    if not why or lab.rule.name in why.split(", ") or proof.reason.startswith(_STOPPED):
        return proof
    reason = f"the contract is refused before a run begins: {named or why}"
    return proof._replace(status="unproved", reason=reason)


def partly(proof: Proof, read: str) -> Proof:
    """A proof of one half of a claim whose other half was read in the contract on the bench, not
    run: `read` says which, as a clause ("that no prompt names `issue`"). The prover must have
    looked: where that half does not hold, nothing is proved."""
    if proof.status != "proved":
        return proof
    method: Method = "static+explore" if proof.method == "explore" else "static+replay"
    told = f"read, not run: {read}"
    return proof._replace(method=method, reason=f"{told}; {proof.reason}" if proof.reason else told)


def standing_in(proof: Proof, what: str) -> Proof:
    """A proof that leans on stand-ins, and says for what: "the prompts of `fix`"."""
    if proof.status != "proved":
        return proof
    said = f"with a stand-in for {what}"
    return proof._replace(reason=f"{proof.reason}; {said}" if proof.reason else said)
