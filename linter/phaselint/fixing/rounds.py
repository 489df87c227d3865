"""Fixing until nothing more can be fixed: choose, apply, lint again, keep or take back.

The outcome of a round is kept for a contract only if linting it again shows nothing that was
not there before, and the fixed findings are gone. Where unsafe fixes are allowed, they may bring
to light what is milder than what they remove; and what a removal leaves without use is removed
with it, in a later round. So a fix never costs more than it brings. Safe fixes have rounds of
their own, before any other: to allow more never fixes less.
"""

from __future__ import annotations

from collections import Counter

from phaselint.document.reader import read
from phaselint.fixing.choosing import SAFE, choose, fixable
from phaselint.fixing.texts import Texts
from phaselint.linting.repeats import new_repeat
from phaselint.linting.result import key_of
from phaselint.linting.run import run
from phaselint.vocabulary.finding import SEVERITIES
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from phaselint.fixing.choosing import Group
    from phaselint.linting.pipeline import Progress
    from phaselint.linting.request import Request
    from phaselint.linting.result import Result
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.finding import Safety
    from phaselint.vocabulary.rule import Rule

MOST_IDLE = 32
"""Rounds in a row after which no less is left to try than ever before. To find the one bad fix
among many takes as many rounds as their number has binary digits; more is no progress."""

EXPECTED = frozenset({"stale-baseline-entry"})
"""Rules whose findings a fix may well bring: that a listed finding has gone isn't a defect."""


_Key = tuple[str, str]


class Refused(NamedTuple):
    """A finding whose fix was not made, and why."""

    finding: Diagnostic
    why: str


class Fixed(NamedTuple):
    """What fixing came to. Nothing has been written.

    `result` has the findings once it is, without proofs, `request` how that was asked; `fixed`
    are the findings whose fixes were made, `texts` the files before and after, `left` how many
    findings were left that might have been fixed when there was no progress any longer.
    """

    result: Result
    request: Request
    fixed: tuple[Diagnostic, ...]
    refused: tuple[Refused, ...]
    texts: Texts
    left: int = 0


def fix(
    request: Request,
    rules: Sequence[Rule],
    allowed: Collection[Safety],
    only: frozenset[str] | None = None,
    progress: Progress | None = None,
) -> Fixed:
    """Fix what a request finds, in memory.

    Args:
        allowed: how safe fixes must be.
        only: real paths of the files that may be changed; none means all of the projects.
        progress: told of each lint anew; see `linting.pipeline.Pipeline`.

    Raises:
        UsageError: as `phaselint.linting.run.run` does.
    """
    plain = request._replace(
        dry_run=False, verify=False, write_baseline=False, cost=False, min_severity="info"
    )
    result = run(plain, rules, progress)
    roots = [each.root for each in result.workspaces]
    state = _State(plain, rules, Texts(roots, request.overlay, only), progress)
    left = 0
    for stage in (SAFE & frozenset(allowed), frozenset(allowed)):
        if stage != state.allowed:
            state.begin(stage)
            result, left = _stage(result, SEVERITIES.index(request.min_severity), state)
    last = plain._replace(overlay=state.texts.overlay({}))
    refused = tuple(state.refused.values())
    return Fixed(result, last, tuple(state.fixed), refused, state.texts, left=left)


def _stage(result: Result, lowest: int, state: _State) -> tuple[Result, int]:
    """Rounds until nothing is left to try, or there is no progress. Gives the findings then, and
    how much was left."""
    fewest, idle = None, 0
    while True:
        shown = (f for f in result.findings if SEVERITIES.index(f.level) <= lowest)
        todo = [each for each in shown if state.may_fix(each)]
        groups = choose((each for each in todo if key_of(each) not in state.held), state.texts)
        if not groups:
            return result, 0
        if fewest is None or len(todo) < fewest:
            fewest, idle = len(todo), 0
        elif idle >= MOST_IDLE:
            return result, len(todo)
        idle += 1
        result = _round(result, groups, state)


class _State:
    """What rounds leave behind; `held` are findings that wait until others are fixed."""

    __slots__ = ("allowed", "fixed", "held", "progress", "refused", "request", "rules", "texts")

    def __init__(
        self, request: Request, rules: Sequence[Rule], texts: Texts, progress: Progress | None
    ) -> None:
        self.progress = progress
        self.request = request
        self.rules = rules
        self.texts = texts
        self.fixed: list[Diagnostic] = []
        self.begin(frozenset())

    def begin(self, allowed: Collection[Safety]) -> None:
        """Start rounds with these fixes; what was refused may be tried again among others."""
        self.allowed = allowed
        self.held: set[_Key] = set()
        self.refused: dict[_Key, Refused] = {}

    def may_fix(self, finding: Diagnostic) -> bool:
        """Whether a finding brings a fix that is allowed and was not refused."""
        return fixable(finding, self.allowed) and key_of(finding) not in self.refused

    def lint(self, made: Mapping[str, bytes]) -> Result:
        """Lint the files as they are when these have been made as well."""
        request = self.request._replace(overlay=self.texts.overlay(made))
        return run(request, self.rules, self.progress)

    def take_back(self, group: Group, why: str) -> None:
        """Refuse the one fix of a group; of several, try the first half alone."""
        first, *rest = group.findings
        if rest:
            self.held.update(map(key_of, group.findings[len(group.findings) // 2 :]))
        else:
            self.refused[key_of(first)] = Refused(first, why)
            self.held.clear()

    def keep(self, group: Group, made: Mapping[str, bytes]) -> None:
        """Let the fixes of a group stand."""
        self.texts.accept(made)
        self.fixed += group.findings
        self.held.clear()


def _kind(finding: Diagnostic) -> _Key:
    return finding.place.file, finding.code


def _round(result: Result, groups: Sequence[Group], state: _State) -> Result:
    """Make the fixes of all groups, and keep those that turn out well. Gives the findings
    afterwards."""
    trials: list[tuple[Group, dict[str, bytes]]] = []
    for group in groups:
        made = made_of(group, state.texts)
        why = "the file would no longer parse" if made is None else doubled(made, state.texts)
        if made is None or why:
            state.take_back(group, why)
        else:
            trials.append((group, made))
    if not trials:
        return result
    every = {path: data for _, made in trials for path, data in made.items()}
    after = state.lint(every)
    judged = verdicts(result, after, [group for group, _ in trials], state.allowed)
    for (group, made), why in zip(trials, judged, strict=True):
        if why:
            state.take_back(group, why)
        else:
            state.keep(group, made)
    if not any(judged):
        return after
    return state.lint({}) if not all(judged) else result


def made_of(group: Group, texts: Texts) -> dict[str, bytes] | None:
    """The files of a group with its fixes made; none when one does not parse any longer."""
    made = {path: texts.changed(path, changes) for path, changes in group.changes.items()}
    done = {path: data for path, data in made.items() if data is not None}
    return done if len(done) == len(made) else None


def doubled(made: Mapping[str, bytes], texts: Texts) -> str:
    """Why changed files can't stay: a list would have the same name twice; empty if none would."""
    for path, data in made.items():
        before = texts.get(path)
        name = new_repeat(before, read(path, data)) if before is not None else ""
        if name:
            return f"a list would have `{name}` twice"
    return ""


def verdicts(
    before: Result, after: Result, groups: Sequence[Group], allowed: Collection[Safety]
) -> list[str]:
    """Why each group must be taken back; empty where it has not. Without an `allowed` safety, any
    new finding is a reason."""
    if after.summary.contracts < before.summary.contracts:
        return ["a contract would no longer be detected"] * len(groups)
    made = frozenset(key_of(each) for group in groups for each in group.findings)
    new = list(brought(before.findings, after.findings, made))
    homeless = [each for each in new if not any(_concerns(each, group) for group in groups)]
    left = _left(before.findings, after.findings)
    whys = []
    for group in groups:
        own = [*(each for each in new if _concerns(each, group)), *homeless]
        found = [each for each in own if not _is_bearable(each, group, allowed)]
        said = [f"it would cause `{each.name}`: {each.message}" for each in found[:1]]
        whys.append(said[0] if said else _stays(group, left))
    return whys


def _is_bearable(finding: Diagnostic, group: Group, allowed: Collection[Safety]) -> bool:
    """Whether fixes may bring a finding: as it is milder, where unsafe ones are allowed, or as
    what they remove was all that used what it is about, and that can be removed as well."""
    if "unsafe" in allowed and _milder(finding, group):
        return True
    return (
        fixable(finding, allowed)
        and _removes(finding)
        and all(map(_removes, group.findings))
        and any(fixed.level == finding.level for fixed in group.findings)
    )


def _removes(finding: Diagnostic) -> bool:
    """Whether the fix of a finding takes away and puts nothing in; such fixes come to an end."""
    return finding.fix is not None and not any(edit.text.strip() for edit in finding.fix.edits)


def _milder(finding: Diagnostic, group: Group) -> bool:
    """Whether a new finding is milder than one that is fixed: a name that is corrected brings
    to light what could not be seen before."""
    level = SEVERITIES.index(finding.level)
    return any(SEVERITIES.index(fixed.level) < level for fixed in group.findings)


def brought(
    before: Sequence[Diagnostic], after: Sequence[Diagnostic], made: Collection[_Key]
) -> Iterator[Diagnostic]:
    """The findings that are new, given which of those before have been fixed.

    An earlier finding may have another fingerprint once the text at its place is another
    one; it stands for one of the same rule and file that has gone without having been fixed. So
    does what is left of several with one cause, of which fixes correct some.
    """
    old, now = ({key_of(each) for each in some} for some in (before, after))
    gone = (each for each in before if key_of(each) not in now)
    moved = Counter(_kind(f) for f in gone if key_of(f) not in made or len(f.members) > 1)
    for each in after:
        if key_of(each) in old or each.name in EXPECTED:
            continue
        if moved[_kind(each)]:
            moved[_kind(each)] -= 1
        else:
            yield each


def _concerns(finding: Diagnostic, group: Group) -> bool:
    return finding.contract in group.contracts or finding.place.file in group.changes


def _left(before: Sequence[Diagnostic], after: Sequence[Diagnostic]) -> set[_Key]:
    """What is still there, of rules and files with no fewer findings; one that stands for
    fewer than before is another."""
    were, are = (Counter(map(_kind, some)) for some in (before, after))
    sizes = {key_of(each): len(each.members) for each in before}
    return {
        key_of(each)
        for each in after
        if are[_kind(each)] >= were[_kind(each)]
        and max(1, len(each.members)) >= sizes.get(key_of(each), 0)
    }


def _stays(group: Group, left: Collection[_Key]) -> str:
    return (
        "the finding would remain" if any(key_of(each) in left for each in group.findings) else ""
    )
