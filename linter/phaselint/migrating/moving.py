"""Migrating in memory: plan each contract, lint the outcome as one of the new release, judge.

A contract is migrated as a whole or not at all. What its files become has to parse, and must not
have an error or a warning that it had not before.
"""

from __future__ import annotations

import os
from collections import Counter

from phaselint.dialects.options import in_force
from phaselint.document.limits import SIZE_LIMIT
from phaselint.document.reader import read
from phaselint.linting.pipeline import finder_of
from phaselint.linting.run import run
from phaselint.project.files import NotReadable, TooLarge, read_regular
from phaselint.project.paths import relative
from phaselint.project.together import Rewrite
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from phaselint.dialects.base import Contract
    from phaselint.dialects.migration import Migration, Remark
    from phaselint.linting.discovery import Discovery, FoundContract
    from phaselint.linting.request import Request
    from phaselint.linting.result import Result
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.rule import Rule

PROJECTS = frozenset({"stale-baseline-entry"})
"""Rules that speak of no contract: a finding of theirs is no reason to leave one as it is."""


class Leave(NamedTuple):
    """What the user decides: to go on where something is left undecided or gets worse, and to make
    the changes that are only proposed."""

    anyway: bool = False
    proposals: bool = False


class Noted(NamedTuple):
    """A remark, with where that is: `file:line:column`."""

    where: str
    text: str
    undecided: bool


class Moved(NamedTuple):
    """What came of one contract. Nothing has been written.

    `refusal` says why it stays unchanged, and `already` that there was nothing to do. `brought` are
    the findings that it has in the new release and had not before, infos unless the user asks to
    migrate it anyway.
    """

    contract: str
    rewrites: tuple[Rewrite, ...] = ()
    notes: tuple[Noted, ...] = ()
    refusal: str = ""
    already: bool = False
    brought: tuple[Diagnostic, ...] = ()


class Outcome(NamedTuple):
    """What came of all contracts, in the order they were found, and lines on paths that could not
    be looked at or have none of the dialect."""

    moved: tuple[Moved, ...]
    wrong: tuple[str, ...]


class _Draft(NamedTuple):
    """A contract on its way: what is planned for it, and the files that this changes."""

    found: FoundContract
    moved: Moved


def migrate(
    request: Request, rules: Sequence[Rule], dialect: str, migration: Migration, leave: Leave
) -> Outcome:
    """Migrate the contracts of a dialect that a request names, in memory.

    Args:
        leave: what the user decides where a migration does not.

    Raises:
        UsageError: as `phaselint.linting.run.run` does.
    """
    finder = finder_of(request, rules)
    discovery = finder.discover(request.paths)
    found = [each for each in discovery.found if each.target.dialect == dialect]
    drafts = [_draft(each, migration, leave) for each in found]
    linted = _linted(drafts, request, rules, dialect, migration)
    judged = (_judged(each, leave) for each in linted)
    return Outcome(tuple(judged), tuple(_wrong(discovery, found, dialect)))


def _wrong(discovery: Discovery, found: Sequence[FoundContract], dialect: str) -> Iterator[str]:
    yield from (*discovery.wrong, *discovery.faults)
    for each in discovery.empty:
        yield f"{each.path}: no contract found" + (f": {each.why}" if each.why else "")
    if discovery.found and not found:
        yield f"no contract of {dialect} found"


# --- planning ----------------------------------------------------------------------------------


def _draft(found: FoundContract, migration: Migration, leave: Leave) -> _Draft:
    """Plan the migration of a contract, and read the files that it changes."""
    workspace = found.workspace
    name = relative(workspace.root)(found.target.path)
    contract = found.dialect.load(workspace.reader, found.target)
    options = in_force(found.dialect, workspace.config.options, workspace.given)
    planned = migration.plan(contract, options, workspace.reader)
    if planned.refusal:
        return _Draft(found, Moved(name, refusal=planned.refusal, already=planned.already))
    notes = tuple(_noted(each, contract, workspace.root) for each in planned.remarks)
    texts = planned.proposed or planned.texts if leave.proposals else planned.texts
    try:
        rewrites = tuple(_rewrites(texts, contract, workspace.root))
    except _Unfit as error:
        return _Draft(found, Moved(name, notes=notes, refusal=str(error)))
    refusal = ""
    if not rewrites:
        refusal = "needs no changes"
    elif any(each.undecided for each in notes) and not leave.anyway:
        refusal = (
            "stays unchanged because a change is undecided; use `--anyway` to migrate the rest"
        )
    return _Draft(found, Moved(name, rewrites, notes, refusal, already=not rewrites))


class _Unfit(Exception):
    """A file that may not be changed; the text says why."""


def _rewrites(texts: Mapping[str, str], contract: Contract, root: str) -> Iterator[Rewrite]:
    real_root = os.path.realpath(root)
    for path, text in texts.items():
        real = os.path.realpath(os.path.join(root, path))
        if not real.startswith(os.path.join(real_root, "")):
            raise _Unfit(f"{path} is behind a link to a place outside the project")
        document = contract.documents.get(path)
        bom = document is not None and document.bom
        data = (("\ufeff" if bom else "") + text).encode(errors="surrogatepass")
        if not read(path, data).readable:
            raise _Unfit(f"{path} would no longer parse")
        old = _bytes(real)
        if (None if document is None else document.text) != _text(path, old):
            raise _Unfit(f"{path} has changed since it was read")
        yield Rewrite(real, old, data, real_root)


def _bytes(real: str) -> bytes | None:
    try:
        return read_regular(real, SIZE_LIMIT, follow=False)
    except FileNotFoundError:
        return None
    except (NotReadable, TooLarge) as error:
        raise _Unfit(str(error)) from None


def _text(path: str, data: bytes | None) -> str | None:
    return None if data is None else read(path, data).text


def _noted(remark: Remark, contract: Contract, root: str) -> Noted:
    place, show = remark.place, relative(root)
    document = contract.documents.get(place.file)
    where = show(place.file)
    if document is not None:
        start = document.range(place.pointer, "key").start
        where = f"{where}:{start.line}:{start.column}"
    return Noted(where, str(remark.message), remark.undecided)


# --- judging -----------------------------------------------------------------------------------


def _linted(
    drafts: Sequence[_Draft],
    request: Request,
    rules: Sequence[Rule],
    dialect: str,
    migration: Migration,
) -> Iterator[Moved]:
    """Lint the contracts as they are and as they would be, and compare."""
    ready = [each.moved for each in drafts if not each.moved.refusal]
    if not ready:
        yield from (each.moved for each in drafts)
        return
    plain = request._replace(dialect=request.dialect, min_severity="info")
    overlay = {each.path: each.new for moved in ready for each in moved.rewrites}
    before = run(plain._replace(options={dialect: migration.before}), rules)
    after = run(plain._replace(options={dialect: migration.after}, overlay=overlay), rules)
    old, new = _by_contract(before), _by_contract(after)
    for draft in drafts:
        moved = draft.moved
        if moved.refusal:
            yield moved
        else:
            name = moved.contract
            found = brought(old.get(name, ()), new.get(name, ()), migration.replaced)
            yield moved._replace(brought=tuple(found))


def _by_contract(result: Result) -> dict[str, list[Diagnostic]]:
    """All findings by contract, those too that somebody has suppressed: a suppression can't fit
    any longer."""
    found: dict[str, list[Diagnostic]] = {}
    for each in (*result.findings, *result.suppressed):
        found.setdefault(each.contract, []).append(each)
    return found


def _judged(moved: Moved, leave: Leave) -> Moved:
    """A contract that stays as it is if migrating brings an error or a warning."""
    grave = [each for each in moved.brought if each.level != "info"]
    if not grave or leave.anyway:
        return moved
    first = grave[0]
    more = f", and {len(grave) - 1} more" if len(grave) > 1 else ""
    why = f"stays unchanged: migrating would cause `{first.name}`: {first.finding.message}{more}"
    return moved._replace(refusal=why, brought=())


def brought(
    before: Iterable[Diagnostic],
    after: Iterable[Diagnostic],
    replaced: Mapping[str, tuple[str, ...]],
) -> Iterator[Diagnostic]:
    """The findings that a contract has now and had not, counted by rule and level: their places
    and words are others now. One may stand for a finding that has gone, of its rule in another
    level that is as grave or graver, or of a rule that it replaces."""
    left: Counter[tuple[str, str]] = Counter((each.name, each.level) for each in before)
    grown = []
    for each in after:
        if left[each.name, each.level]:
            left[each.name, each.level] -= 1
        elif each.name not in PROJECTS:
            grown.append(each)
    for each in grown:
        names = (each.name, *replaced.get(each.name, ()))
        levels = _AS_GRAVE[each.level]
        stood = next(((n, v) for n in names for v in levels if left[n, v]), None)
        if stood is None:
            yield each
        else:
            left[stood] -= 1


_AS_GRAVE = {
    "error": ("error",),
    "warning": ("warning", "error"),
    "info": ("info", "warning", "error"),
}
