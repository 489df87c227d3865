"""`phaselint lint --fix` and `--diff`: the fixes and their reports (design §9)."""

from __future__ import annotations

import os

from phaselint.cli import streams
from phaselint.fixing.choosing import SAFE, UNSAFE, fixable
from phaselint.fixing.rounds import fix
from phaselint.fixing.writing import diff, write
from phaselint.linting.run import run
from phaselint.report import WITH_NOTICES
from phaselint.report.terminal import escape
from phaselint.report.wording import spot
from phaselint.vocabulary.finding import SEVERITIES
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from phaselint.fixing.rounds import Fixed
    from phaselint.linting.pipeline import Progress
    from phaselint.linting.request import Request
    from phaselint.linting.result import Result
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.rule import Rule


class Wanted(NamedTuple):
    """The user's request: unsafe fixes too, a list of fixes, a diff instead of writing."""

    unsafe: bool = False
    listed: bool = False
    diff: bool = False


class Repaired(NamedTuple):
    """The findings now; lines on fixes; lines on failures; the fixed text of standard input; the
    diff."""

    result: Result
    notices: tuple[str, ...]
    wrong: tuple[str, ...]
    text: bytes | None = None
    diff: tuple[str, ...] = ()


def repair(
    request: Request, rules: Sequence[Rule], wanted: Wanted, progress: Progress | None = None
) -> Repaired:
    """Fix the files of a request, on disk unless the user asked for a diff or the text came from
    standard input, and lint the outcome as requested; each lint reports its progress."""
    only = frozenset(map(os.path.realpath, request.overlay)) or None
    fixed = fix(request, rules, UNSAFE if wanted.unsafe else SAFE, only, progress)
    if wanted.diff:
        left = [each for each in fixed.result.findings if _is_shown(each, request)]
        notices = tuple(_notices(fixed, wanted, left))
        return Repaired(fixed.result, notices, (), diff=tuple(diff(fixed.texts)))
    lost: tuple[str, ...] = ()
    if not only:
        written = write(fixed.texts)
        if written.wrong:
            return Repaired(run(request, rules, progress), written.lost, written.wrong)
        lost = written.lost
    result = _again(fixed, request, rules, progress)
    notices = (*lost, *_notices(fixed, wanted, result.findings))
    return Repaired(result, notices, (), _text(fixed, request) if only else None)


def announced(repaired: Repaired, format_: str) -> Result:
    """The findings, with the notices on fixes before the others if the format has room for them;
    otherwise they go to standard error."""
    result = repaired.result
    if format_ not in WITH_NOTICES:
        for line in repaired.notices:
            streams.complain(line)
        return result
    notices = (*repaired.notices, *result.notices)
    return result._replace(notices=notices)


def show(repaired: Repaired, wrong: Iterable[str]) -> None:
    """Print the diff, and notes on standard error. File contents must not control the terminal."""
    shown = tuple(map(harmless, repaired.diff))
    streams.write(shown)
    for line in (*repaired.notices, *wrong):
        streams.complain(line)
    if shown != repaired.diff:
        streams.complain("invisible characters are escaped, so the diff can't be applied")


def harmless(lines: str) -> str:
    """Lines of a file with invisible characters escaped, except tabs and line breaks."""
    if lines.isascii() and all(each.isprintable() for each in lines.splitlines()):
        return lines
    return "\n".join(map(_harmless, lines.split("\n")))


def _harmless(line: str) -> str:
    text = line.removesuffix("\r")
    return "\t".join(map(escape, text.split("\t"))) + line[len(text) :]


def _again(
    fixed: Fixed, request: Request, rules: Sequence[Rule], progress: Progress | None
) -> Result:
    """The findings now; linting again is needed only if less was requested while fixing."""
    if fixed.request._replace(overlay=request.overlay) == request:
        return fixed.result
    overlay = fixed.request.overlay if request.overlay else {}
    return run(request._replace(overlay=overlay), rules, progress)


def _text(fixed: Fixed, request: Request) -> bytes:
    """The text from standard input as it is now."""
    [(path, data)] = request.overlay.items()
    return fixed.texts.now.get(os.path.realpath(path), data)


def _is_shown(finding: Diagnostic, request: Request) -> bool:
    """Whether a report would show a finding."""
    return SEVERITIES.index(finding.level) <= SEVERITIES.index(request.min_severity)


def _notices(fixed: Fixed, wanted: Wanted, left: Sequence[Diagnostic]) -> Iterator[str]:
    would = "would fix" if wanted.diff else "fixed"
    for finding in fixed.fixed if wanted.listed else ():
        yield f"{would} {_fix(finding)}"
    for each in fixed.refused:
        yield f"not fixed: {_fix(each.finding)}: {each.why}"
    if fixed.left:
        yield f"stopped without progress; {plural(fixed.left, 'fixable finding')} left"
    yield _summary(fixed, would, wanted, left)


def _fix(finding: Diagnostic) -> str:
    title = finding.fix.title if finding.fix else ""
    return f"{spot(finding.place)} {finding.name}: {title}"


def _summary(fixed: Fixed, would: str, wanted: Wanted, left: Sequence[Diagnostic]) -> str:
    """The number of fixes, and of the findings that remain after them."""
    count = len(fixed.fixed)
    files = plural(len(fixed.texts.altered()), "file")
    nothing = "nothing to fix" if wanted.diff else "nothing was fixed"
    said = f"{would} {plural(count, 'finding')} ({files})" if count else nothing
    if not left:
        return f"{said}; none remain" if count else said
    more = 0 if wanted.unsafe else sum(fixable(each, UNSAFE - SAFE) for each in left)
    remain = "remains" if len(left) == 1 else "remain"
    remain = "would remain" if wanted.diff and count else remain
    which = f"; `--unsafe-fixes` fixes {'it' if more == len(left) == 1 else more}" if more else ""
    return f"{said}; {len(left)} {remain}{which}"
