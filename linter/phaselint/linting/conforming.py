"""Logs of real runs against contracts: which contract a log is of, how far each run follows it, and
what its policies make of them."""

from __future__ import annotations

from phaselint.dialects.acts import OWNED
from phaselint.linting.policing import policies_of, sources_of
from phaselint.policies.naming import resolved
from phaselint.transcripts.deeds import Deed
from phaselint.transcripts.departures import Followed
from phaselint.transcripts.judging import judge
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from phaselint.behavior.runs import Runs
    from phaselint.dialects.acts import Act, KnownAct
    from phaselint.linting.discovery import FoundContract
    from phaselint.linting.scenes import Scene
    from phaselint.policies.policy import Policy
    from phaselint.transcripts.automaton import Automaton
    from phaselint.transcripts.deeds import TracedAct
    from phaselint.transcripts.judging import Judged
    from phaselint.transcripts.logs import Log
    from phaselint.transcripts.seen import Format
    from phaselint.transcripts.teams import Team
    from phaselint.transcripts.traces import Trace
    from phaselint.transcripts.walking import Known
    from phaselint.vocabulary.finding import Place

TEAMS, GRAPHS = "agents", "langgraph"
FEWEST_NAMES = 3
"""With fewer names in a log it isn't told whether it is of another contract."""


class WrittenPolicy(NamedTuple):
    """A policy and where it is written."""

    policy: Policy
    place: Place | None


class Names(NamedTuple):
    """How many of the distinct names of a log the contract knows, and some that it doesn't."""

    known: int
    all: int
    missing: tuple[str, ...] = ()

    @property
    def is_other(self) -> bool:
        """Whether the log is probably of another contract."""
        return self.all >= FEWEST_NAMES and self.known * 2 < self.all


class JudgedRun(NamedTuple):
    """What comes of one run: how far it follows the contract, and what policies make of it. Without
    a contract there is nothing to follow."""

    trace: Trace
    followed: Followed | None
    judged: tuple[Judged, ...]

    @property
    def leaves(self) -> bool:
        """Whether it leaves its contract."""
        return self.followed is not None and self.followed.first is not None

    @property
    def broken(self) -> tuple[Judged, ...]:
        """The policies that it breaks."""
        return tuple(each for each in self.judged if each.verdict == "broken")

    @property
    def is_undecided(self) -> bool:
        """Whether it isn't known whether it follows the contract."""
        return self.followed is not None and bool(self.followed.undecided)


class JudgedLog(NamedTuple):
    """What comes of one log; `declared` are the acts of the contract that it could show, `scene` is
    its graph where pictures are asked for, `root` the folder that files of the contract are
    named from; empty for the working directory and for a commit."""

    log: Log
    names: Names | None
    runs: tuple[JudgedRun, ...]
    contract: str = ""
    dialect: str = ""
    declared: tuple[Deed, ...] = ()
    scene: Scene | None = None
    root: str = ""


class Subject:
    """A contract that logs are followed through.

    Attributes:
        label: what the contract is called.
        known: every act that its text lets runs do.
        policies: those that are asked of runs, their names read as the contract has them.
        scene: the graph that runs are played on; none without `pictures`, or where there is none.
    """

    def __init__(
        self,
        found: FoundContract,
        label: str,
        bound: int,
        options: Mapping[str, Any],
        more: Sequence[WrittenPolicy] = (),
        *,
        pictures: bool = False,
        root: str = "",
    ) -> None:
        from phaselint.behavior.knownacts import known_acts

        self.found = found
        self.label = label
        self._root = root
        self.dialect = found.dialect.name
        self._bound = bound
        self._options = options
        self._contract = found.dialect.load(found.workspace.reader, found.target)
        self._facts = found.dialect.study(self._contract, options, bound)
        self._runtime = found.dialect.runtime()
        known = known_acts(self._runtime, self._contract)
        self.known: Sequence[KnownAct] = tuple(map(self._located, known))
        self._acts: tuple[Act, ...] = tuple(each.act for each in self.known)
        self.policies = tuple(self._policies(more))
        self._team: Team | None = None
        self._runs: Runs | None = None
        self._automata: dict[tuple[frozenset[str], bool], Automaton] = {}
        self._words: Known | None = None
        self.scene = self._scene() if pictures else None

    def _scene(self) -> Scene | None:
        """The graph of the contract, and where its acts are in it."""
        from phaselint.linting.scenes import scene_of

        name = self.team.name if self.dialect == TEAMS else str
        reader = self.found.workspace.reader
        return scene_of(self.found.dialect, self._facts, self.known, name, reader)

    def _located(self, known: KnownAct) -> KnownAct:
        """An act whose place has its range."""
        place = known.place
        if place is None or place.range is not None:
            return known
        document = self.found.workspace.reader.document(place.file)
        span = document.range(place.pointer, place.part) if document else None
        return known._replace(place=place._replace(range=span))

    def declared(self, format_: Format) -> tuple[Deed, ...]:
        """The acts that the contract declares and logs of a format show, or that can be inferred
        from them."""
        told = format_.shows | format_.infers
        found: dict[Deed, None] = {}
        for each in self.known:
            act = each.act
            kind = f"call {act.kind or 'tool'}" if act.verb == "call" else act.verb
            if each.place is not None and not told.isdisjoint({kind, "*"}):
                target = act.phase if act.verb in OWNED else act.target
                found[Deed(act.verb, act.subject, act.kind, target)] = None
        return tuple(found)

    def _policies(self, more: Sequence[WrittenPolicy]) -> list[WrittenPolicy]:
        sources = sources_of(self.found.workspace.config, self.found.workspace.root)
        files = self._contract.documents
        written = policies_of(self.found.workspace.reader, self.found.target, sources, files)
        own = [WrittenPolicy(each.policy, each.place) for each in written.written]
        return [each._replace(policy=resolved(each.policy, self._acts)) for each in (*own, *more)]

    @property
    def refusal(self) -> str:
        """Why the contract has no runs that could be followed; empty if it has."""
        if not getattr(self._facts, "runs_known", False):
            return "errors of the contract hide what its runs do; `phaselint lint` shows them"
        if self.dialect == TEAMS:
            return ""
        from phaselint.executor.soundness.search import refused_with

        return refused_with(self.context)

    @property
    def context(self) -> Any:
        """The contract in the executor."""
        from phaselint.executor.proof import proof_context

        dialect, reader = self.found.dialect, self.found.workspace.reader
        return proof_context(dialect, self._facts, self._bound, reader)

    def spell(self, act: TracedAct) -> Sequence[str]:
        """The names that the contract has for what an act is about."""
        if self.dialect != TEAMS:
            return ()
        from phaselint.transcripts.toolnames import of_vscode

        team, deed = self.team, act.deed
        if deed.verb == "call" and deed.sort == "tool":
            return () if team.cast.claude else of_vscode().get(deed.subject, ())
        return (team.name(deed.subject),)

    @property
    def team(self) -> Team:
        """The team that the contract is."""
        from phaselint.transcripts.teams import Team

        if self._team is None:
            self._team = Team(self._runtime, self._contract, self._options, self.known)
        return self._team

    def fits(self, trace: Trace) -> str:
        """Why a run can't be followed; empty if it can."""
        dialects = trace.format.dialects
        if dialects and self.dialect not in dialects:
            if trace.format.follows:
                return f"a {trace.format.title} isn't a log of a {self.dialect} contract"
            return f"a {trace.format.title} doesn't show how a {self.dialect} contract goes on"
        return "" if trace.format.follows else f"a {trace.format.title} shows calls of tools only"

    def follow(self, trace: Trace) -> Followed:
        """How far a run follows the contract."""
        unfit = self.fits(trace) or self.refusal
        if unfit:
            return Followed(undecided=unfit)
        if trace.sampled:
            return Followed(undecided="the log has a sample of the run")
        if self.dialect == TEAMS and "*" not in trace.format.shows:
            from phaselint.transcripts.teams import Walk

            return Walk(self.team, trace).followed()
        from phaselint.transcripts import walking
        from phaselint.transcripts.automaton import Unexplored

        if self._words is None:
            self._words = walking.Known(self.known)
        try:
            automaton = self._automaton(trace)
        except Unexplored as error:
            return Followed(undecided=str(error))
        return walking.Walk(automaton, self._words, trace).followed()

    def _automaton(self, trace: Trace) -> Automaton:
        from phaselint.behavior.runs import Runs
        from phaselint.transcripts.automaton import INNER, Automaton

        flat = self.dialect == GRAPHS and not any(
            INNER in deed.subject for deed in trace.distinct()
        )
        key = (trace.format.shows, flat)
        if key not in self._automata:
            if self._runs is None:
                self._runs = Runs(self.context)
            self._automata[key] = Automaton(self._runs, key[0], self._bound, flat=flat)
        return self._automata[key]

    def names(self, log: Log) -> Names:
        """How many of the names of a log the contract knows."""
        found: dict[str, bool] = {}
        for trace in log.runs:
            if self.dialect == TEAMS:
                from phaselint.transcripts.teams import names_in

                found.update(names_in(self.team, trace))
                continue
            phases = {each.subject for each in self._acts if each.verb == "enter"}
            tools = {each.subject for each in self._acts if each.verb == "call"}
            for act in trace.acts():
                if act.deed.verb == "enter":
                    found[act.deed.subject] = act.deed.subject in phases
                elif act.deed.verb == "call" and act.deed.subject in tools:
                    found[act.deed.subject] = True
        missing = tuple(sorted(name for name, known in found.items() if not known))
        return Names(sum(found.values()), len(found), missing)

    def judge(self, log: Log) -> JudgedLog:
        """What comes of a log."""
        runs = []
        for trace in log.runs:
            judged = (judge(each.policy, trace, self.spell) for each in self.policies)
            runs.append(JudgedRun(trace, self.follow(trace), tuple(judged)))
        declared = self.declared(log.format) if log.format.follows else ()
        return JudgedLog(
            log,
            self.names(log),
            tuple(runs),
            contract=self.label,
            dialect=self.dialect,
            declared=declared,
            scene=self.scene,
            root=self._root,
        )


def unjudged(log: Log, policies: Sequence[WrittenPolicy] = ()) -> JudgedLog:
    """A log without a contract: its runs, and what policies make of them."""
    runs = (
        JudgedRun(trace, None, tuple(judge(each.policy, trace) for each in policies))
        for trace in log.runs
    )
    return JudgedLog(log, None, tuple(runs))
