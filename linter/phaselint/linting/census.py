"""Counts over many logs: how many runs conform, where they leave their contracts, which policies
they break, and what of a contract no run ever uses."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime

from phaselint.linting.episodes import episodes
from phaselint.transcripts.logs import DAMAGED
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from phaselint.linting.conforming import JudgedLog, JudgedRun
    from phaselint.linting.episodes import Episode
    from phaselint.linting.scenes import Scene
    from phaselint.transcripts.deeds import Deed
    from phaselint.transcripts.departures import How
    from phaselint.transcripts.judging import Judged

NO_CONTRACT = ""

MOST_EPISODES = 30
"""As many ways to leave a contract, or policies, have a run that shows them."""


class Row(NamedTuple):
    """One run in a few words.

    Attributes:
        leaves: where it leaves its contract; empty where it doesn't.
        verdicts: the verdict of each policy on it.
    """

    log: str
    run: str
    number: int
    contract: str
    week: str
    version: str
    end: str
    acts: int
    leaves: str
    how: str
    did: Deed | None
    undecided: str
    verdicts: tuple[str, ...]


class Share:
    """How many verdicts on policies there are, and how many of them say that one is broken."""

    def __init__(self) -> None:
        self.judged = self.broken = 0

    def add(self, *, broken: bool) -> None:
        """Count a verdict."""
        self.judged += 1
        self.broken += broken


class PolicyCount:
    """The verdicts of a policy on the runs of a contract. `judged` are those that put it to the
    test, `denied` those that break it by a call that wasn't allowed."""

    def __init__(self, title: str, rule: str) -> None:
        self.title = title
        self.rule = rule
        self.counts: Counter[str] = Counter()
        self.first = ""
        self.weeks: Counter[str] = Counter()
        self.tested_weeks: Counter[str] = Counter()
        self.denied = 0

    @property
    def judged(self) -> int:
        """In how many runs it was tested."""
        return sum(self.counts[each] for each in ("held", "broken", "open"))


class ContractCount:
    """What the runs of one contract did.

    Attributes:
        ends: how many runs ended in which way.
        conforming: how many follow the contract to their end; `leaving` don't, and of `undecided`
            nobody knows.
        where: by which acts runs left it first, with how, and how often.
        unused: acts that the contract declares and no run did; `shown` that logs can show.
        weeks: runs by the week in which they began, and those that left the contract.
        denied: calls that weren't allowed, with how often.
        before, after: verdicts on policies before sessions were summarized, and after it.
        scene: its graph where pictures are asked for; `episodes` has the first run for each act by
            which runs leave it, and for each policy that is broken.
    """

    def __init__(self, label: str, dialect: str) -> None:
        self.label = label
        self.dialect = dialect
        self.logs = self.conforming = self.leaving = self.undecided = self.breaking = 0
        self.others = 0
        self.ends: Counter[str] = Counter()
        self.where: Counter[tuple[Deed, How]] = Counter()
        self.policies: list[PolicyCount] = []
        self.used: set[Deed] = set()
        self.declared: dict[Deed, None] = {}
        self.weeks: Counter[str] = Counter()
        self.leaving_weeks: Counter[str] = Counter()
        self.missing: Counter[str] = Counter()
        self.denied: Counter[Deed] = Counter()
        self.before, self.after = Share(), Share()
        self.scene: Scene | None = None
        self.episodes: dict[tuple[Deed, str] | str, Episode] = {}

    @property
    def runs(self) -> int:
        """How many runs there are."""
        return sum(self.ends.values())

    @property
    def unused(self) -> tuple[Deed, ...]:
        """What the contract declares and no run did."""
        return tuple(each for each in self.declared if each not in self.used)


class Census:
    """Counts over logs. `unreadable` files and `lines` that aren't JSON are left out of them."""

    def __init__(self) -> None:
        self.logs = 0
        self.unreadable = 0
        self.lines = 0
        self.formats: dict[str, set[str]] = {}
        self.contracts: dict[str, ContractCount] = {}
        self.rows: list[Row] = []

    @property
    def leaving(self) -> int:
        """How many runs leave their contract."""
        return sum(each.leaving for each in self.contracts.values())

    @property
    def breaking(self) -> int:
        """How many runs break a policy."""
        return sum(each.breaking for each in self.contracts.values())

    @property
    def runs(self) -> int:
        """How many runs there are."""
        return sum(each.runs for each in self.contracts.values())


def counted(logs: Iterable[JudgedLog], wrong: Sequence[str]) -> Census:
    """Counts over logs, which are read one by one; `wrong` has a line for each that couldn't be
    used, once all are read."""
    census = Census()
    for each in logs:
        census.logs += 1
        census.lines += sum(each.log.skipped[kind] for kind in DAMAGED)
        versions = census.formats.setdefault(each.log.format.name, set())
        versions |= {run.trace.version for run in each.runs if run.trace.version}
        key = each.contract or NO_CONTRACT
        if key not in census.contracts:
            census.contracts[key] = ContractCount(each.contract, each.dialect)
        _count(census, census.contracts[key], each)
    census.unreadable = len(wrong)
    return census


def _count(census: Census, count: ContractCount, log: JudgedLog) -> None:
    count.logs += 1
    count.declared.update(dict.fromkeys(log.declared))
    count.scene = log.scene
    if log.names is not None:
        count.others += log.names.is_other
        count.missing.update(log.names.missing)
    for number, run in enumerate(log.runs, 1):
        week = week_of(run.trace.first_time)
        count.ends[run.trace.ended] += 1
        count.weeks[week] += 1
        count.denied.update(run.trace.act(each).deed for each in sorted(run.trace.denied))
        _followed(count, run, week)
        _judged(count, run, week, log.log.name)
        census.rows.append(_row(log, run, number, week))
        if log.scene is not None:
            _shown(count, log, run, number)


def _shown(count: ContractCount, log: JudgedLog, run: JudgedRun, number: int) -> None:
    """Keep what a run shows first."""
    assert log.scene is not None
    if len(count.episodes) >= MOST_EPISODES:
        return
    for each in episodes(run, log.log.name, number, log.scene):
        key = each.policy or (each.moments[-1].deed, each.how)
        count.episodes.setdefault(key, each)


def _followed(count: ContractCount, run: JudgedRun, week: str) -> None:
    followed = run.followed
    if followed is None:
        return
    count.used |= followed.used
    if followed.first is not None:
        count.leaving += 1
        count.leaving_weeks[week] += 1
        count.where[run.trace.act(followed.first.number).deed, followed.first.how] += 1
    elif followed.undecided:
        count.undecided += 1
    else:
        count.conforming += 1


def _judged(count: ContractCount, run: JudgedRun, week: str, log: str) -> None:
    count.breaking += any(each.policy.severity == "error" for each in run.broken)
    for number, judged in enumerate(run.judged):
        if number == len(count.policies):
            count.policies.append(PolicyCount(judged.policy.title, judged.policy.rule))
        policy = count.policies[number]
        policy.counts[judged.verdict] += 1
        if judged.verdict in ("held", "broken", "open"):
            policy.tested_weeks[week] += 1
            _share(count, run, judged)
        if judged.verdict == "broken":
            policy.denied += judged.number in run.trace.denied
            policy.weeks[week] += 1
            policy.first = policy.first or run.trace.place(judged.number) or log


def _share(count: ContractCount, run: JudgedRun, judged: Judged) -> None:
    """Count a verdict before the session was summarized, and after it where it lasted so long."""
    late = run.trace.is_compacted(judged.number)
    broken = judged.verdict == "broken"
    count.before.add(broken=broken and not late)
    if late:
        count.after.add(broken=broken)


def _row(log: JudgedLog, run: JudgedRun, number: int, week: str) -> Row:
    trace, followed = run.trace, run.followed
    first = None if followed is None else followed.first
    return Row(
        log.log.name,
        trace.name,
        number,
        contract=log.contract,
        week=week,
        version=trace.version,
        end=trace.ended,
        acts=len(trace),
        leaves="" if first is None else trace.place(first.at),
        how="" if first is None else first.how,
        did=None if first is None else trace.act(first.number).deed,
        undecided="" if followed is None else followed.undecided,
        verdicts=tuple(each.verdict for each in run.judged),
    )


def week_of(time: float) -> str:
    """The week of a time, such as `2026-W45`; `?` where there is no time."""
    if not time:
        return "?"
    try:
        year, week, _ = datetime.fromtimestamp(time, UTC).isocalendar()
    except (ValueError, OverflowError, OSError):
        return "?"
    return f"{year}-W{week:02}"
