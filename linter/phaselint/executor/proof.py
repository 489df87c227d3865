"""The bench on which findings are proved, and the two shapes of a proof (design §8).

A finding that says "this happens" is replayed; one that says "this never happens" is explored.
The executor runs the unmodified contract; what a run contradicts is refuted.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from phaselint.dialects.base import Facts
from phaselint.dialects.records import CHANNELS
from phaselint.executor.explore import explore
from phaselint.executor.replay import replay
from phaselint.vocabulary.finding import Proof
from phaselint.vocabulary.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

    from phaselint.dialects.base import Dialect
    from phaselint.dialects.protocol import Runtime
    from phaselint.dialects.records import Choice, Element, Event
    from phaselint.executor.explore import Atlas
    from phaselint.executor.replay import Run
    from phaselint.vocabulary.finding import Method
    from phaselint.vocabulary.rule import Rule

STATIC = Proof("static")
_CUT_OFF = "the exploration was cut off at"
_STOPPED = (_CUT_OFF, "the exploration stopped:")

Known = TypeVar("Known", bound=Facts)
"""The facts of the dialect whose contract is on a bench."""


class Setting(NamedTuple):
    """What a run is started with: its input, its world, and options besides those of the lab."""

    given: Mapping[str, Any] = {}
    world: Mapping[str, Any] = {}
    options: Mapping[str, Any] = {}


PLAIN = Setting()

_BEGUN = 8
"""How many settings a lab remembers the start of runs in."""


class Lab(Generic[Known]):
    """The executor with one contract on it.

    `options` are the dialect's defaults: a proof does not depend on how a user runs sessions; but
    for those by which contracts are read.
    `open_options` are those under which it runs a contract that it would refuse. `setting` is
    what runs are started with where nothing else is said. `bound` is how many states an exploration
    expands. `kept` are runs that further proofs need, too, by whatever their makers tell them
    apart.
    """

    def __init__(
        self,
        runtime: Runtime[Any],
        facts: Known,
        options: Mapping[str, Any],
        open_options: Mapping[str, Any],
        bound: int,
        setting: Setting = PLAIN,
    ) -> None:
        self.runtime = runtime
        self.facts = facts
        self.options = options
        self.open_options = {**options, **open_options}
        self.opened = dict(open_options)
        self.kept: dict[Hashable, Any] = {}
        self.bound = bound
        self._setting = setting
        self._made: dict[str, Any] = {}
        self._begun: deque[tuple[Setting, Any]] = deque(maxlen=_BEGUN)
        self._rule: Rule | None = None

    def of(self, rule: Rule) -> Lab[Known]:
        """This lab for the findings of a rule; what is explored for one is at hand for all."""
        from copy import copy

        lab = copy(self)
        lab._rule = rule
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
        return self._once("refused", lambda: self._by_default(self._setting.given))

    @property
    def supplied(self) -> Any:
        """The same, of a run that is given what the contract asks for."""
        given = self._setting.given or self.runtime.sample_input(self.facts.contract)
        return self._once("supplied", lambda: self._by_default(given))

    def _by_default(self, given: Mapping[str, Any]) -> Any:
        _, world, more = self._setting
        return self.runtime.start(self.facts.contract, {**self.options, **more}, given, world)

    @property
    def start(self) -> Any:
        """The state of a run that is not refused, before its first choice."""
        return self._once("start", lambda: self.begin(self._setting))

    def begin(self, setting: Setting) -> Any:
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
        if given == self._setting.given:
            return self.atlas
        return self.explore(self.begin(self._setting._replace(given=given)))

    def _once(self, name: str, make: Callable[[], Any]) -> Any:
        """What is made when it is first asked for, whichever rule it is for."""
        if name not in self._made:
            self._made[name] = make()
        return self._made[name]

    def explore(self, state: Any, *, limited: bool = False) -> Atlas[Any]:
        """Everything that can happen from a state, with run-wide limits lifted or not."""
        start = state if limited else self.runtime.relax(state)
        return explore(self.runtime, start, self.bound)

    def replay(self, choices: Iterable[Choice], setting: Setting | None = None) -> Run[Any]:
        """Run the unmodified contract from the start, limits included."""
        start = self.start if setting is None else self.begin(setting)
        return replay(self.runtime, start, choices)

    def script(
        self,
        name: str,
        choices: Sequence[Choice],
        expect: Mapping[str, Any] | None = None,
        *,
        setting: Setting | None = None,
        refusal: bool = False,
    ) -> dict[str, Any]:
        """A script document with one scenario, to be run again by the user."""
        setting = setting or self._setting
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


def lab_for(dialect: Dialect, facts: Known, bound: int) -> Lab[Known]:
    """The lab in which the findings of a contract are proved."""
    defaults = {
        option.name: facts.options[option.name] if option.reads else option.default
        for option in dialect.options
    }
    return Lab(dialect.runtime(), facts, defaults, dialect.open_options, bound)


def answers(runtime: Runtime[Any], choices: Sequence[Choice]) -> dict[str, list[Any]]:
    """Choices as the answers of a scenario: `model`, and the other channels that have any."""
    listed: dict[str, list[Any]] = {"model": []}
    for channel in CHANNELS:
        written = [runtime.write(choice) for choice in choices if choice.channel == channel]
        if written:
            listed[channel] = written
    return listed


def by_refusal(lab: Lab[Any], rule: str) -> Proof:
    """Proved when the executor refuses to start and names the rule."""
    outcome = lab.runtime.outcome(lab.refused)
    reasons = outcome.detail.split(", ")
    script = lab.script(rule, (), {"outcome": "refused"}, refusal=True)
    if outcome.kind == "refused" and rule in reasons:
        return Proof("proved", "refusal", script)
    return Proof("refuted", "refusal", script, "the executor starts a run of this contract")


def by_replay(
    lab: Lab[Any],
    name: str,
    choices: Sequence[Choice],
    shows: Callable[[Sequence[Event]], bool],
    *,
    setting: Setting | None = None,
    cut_off: Callable[[Sequence[Event]], str] = lambda _: "",
) -> Proof:
    """Proved when the events of a run on the unmodified contract show the finding.

    `setting` is what the run is started with, if not what the lab's are. `cut_off` names what
    outside the finding kept the run from getting there, if anything did.
    """
    run = lab.replay(choices, setting)
    expect = {"phases": run.summary["phases_visited"]}
    script = lab.script(name, choices, expect, setting=setting)
    if shows(run.events):
        return Proof("proved", "replay", script)
    other = cut_off(run.events)
    if other:
        return Proof("unproved", "replay", script, other)
    return Proof("refuted", "replay", script, "the run does not show what the finding says")


def never(
    lab: Lab[Any],
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
    script = lab.script(name, prefix) if prefix else None
    if not atlas.complete:
        return Proof("unproved", "explore", script, cut_off_at(atlas))
    return Proof("proved", "explore", script)


def cut_off_at(atlas: Atlas[Any]) -> str:
    """The reason of a proof whose exploration was not complete."""
    if atlas.stuck is not None and atlas.stuck.reason:
        return f"the exploration stopped: {atlas.reason}"
    return f"{_CUT_OFF} {atlas.reason}"


def unless_refused(lab: Lab[Any], proof: Proof, named: str = "") -> Proof:
    """A verdict on a finding, where no run that could show it is ever begun: the runtime refuses
    the contract, for what `named` says or else its own codes. What is proved stays proved, of a
    contract that is started all the same, and so does what is said of the refusal itself, by the
    rule that the refusal names, and of an exploration that was cut off."""
    if proof.status not in ("unproved", "refuted") or proof.method == "refusal":
        return proof
    # Where the input alone is missing, it is no contract that is refused.
    why = lab.runtime.refusal(lab.refused) and lab.runtime.refusal(lab.supplied)
    if not why or lab.rule.name in why.split(", ") or proof.reason.startswith(_STOPPED):
        return proof
    reason = f"the contract is refused before a run begins: {named or why}"
    return proof._replace(status="unproved", reason=reason)


def partly(proof: Proof, read: str) -> Proof:
    """A proof of one half of a claim whose other half was read in the contract on the bench, not
    run: `read` says which, as a clause ("that no prompt names `issue`"). The prover has to have
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
