"""The baseline: findings a project lives with, known by their fingerprints (design §10)."""

from __future__ import annotations

from phaselint.project.files import NotReadable, TooLarge, lower_first, read_regular
from phaselint.project.paths import display_path
from phaselint.suppression.hide import NEVER_HIDDEN
from phaselint.vocabulary.errors import UsageError
from phaselint.vocabulary.finding import Suppression
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from phaselint.vocabulary.diagnostic import Diagnostic, Identity
    from phaselint.vocabulary.rule import Rule

VERSION = 1
REQUIRED = ("path", "rule", "fingerprint")
"""The keys that every entry has."""

SIZE_LIMIT = 64 * 1024 * 1024
"""Bytes that a baseline may have: some hundred thousand findings."""
_LISTED = Suppression("baseline", "listed in the baseline")


class Entry(NamedTuple):
    """One finding of a baseline, in the order baselines are sorted by. The message is there for
    the person who reviews the file; nothing depends on it."""

    path: str
    rule: str
    message: str
    fingerprint: str


class Outcome(NamedTuple):
    """The findings, with those suppressed that a baseline lists, and the entries that hide
    nothing."""

    diagnostics: tuple[Diagnostic, ...]
    stale: tuple[Entry, ...]


def apply(
    diagnostics: Iterable[Diagnostic],
    entries: Iterable[Entry],
    rules: Mapping[str, Rule] | None = None,
) -> Outcome:
    """Hide what the baseline lists and nothing else has hidden. A finding that stands for several
    is hidden as well where each of them is listed, and loses those that are; so is one for which
    releases before had others, where these are listed. `rules` are all known ones, by their
    codes."""
    listed = {entry.fingerprint: entry for entry in entries}
    found: set[str] = set()
    after: list[Diagnostic] = []
    for each in diagnostics:
        own = each.fingerprint in listed
        parts = [] if own else _parts(each, listed)
        mine = {each.fingerprint} if own else {mark for part in parts for mark in part}
        if not mine or not _may_be_listed(each):
            after.append(each)
            continue
        found.update(mine)
        if own or all(parts):
            after.append(each._replace(suppression=_LISTED))
        elif each.members:
            after.append(each.left([bool(part) for part in parts], rules or {}))
        else:
            after.append(each)
    stale = (entry for entry in sorted(listed.values()) if entry.fingerprint not in found)
    return Outcome(tuple(after), tuple(stale))


def _parts(each: Diagnostic, listed: Mapping[str, Entry]) -> list[list[str]]:
    """The fingerprints that are listed of each of the findings that one stands for, now or in
    releases before."""
    if not (each.members or each.former):
        return []
    nobody: tuple[Identity, ...] = ()
    members = tuple((one,) for one in each.members) or (nobody,) * len(each.former)
    former = each.former or (nobody,) * len(members)
    pairs = zip(members, former, strict=True)
    return [
        [mark for one in (*own, *older) if (mark := one.fingerprint) in listed]
        for own, older in pairs
    ]


def entries_of(diagnostics: Iterable[Diagnostic]) -> tuple[Entry, ...]:
    """The entries a baseline has for what may be listed in it, and is not only counted."""
    return tuple(
        Entry(each.file, each.name, each.message, each.fingerprint)
        for each in diagnostics
        if _may_be_listed(each) and not each.finding.counted
    )


def counted_among(diagnostics: Iterable[Diagnostic], entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The entries for what is only counted now: they are for runs that list it."""
    marks = {one.fingerprint for each in diagnostics if each.finding.counted for one in _all(each)}
    return tuple(each for each in entries if each.fingerprint in marks)


def _all(each: Diagnostic) -> tuple[Identity, ...]:
    return (each.identity, *each.members)


class Written(NamedTuple):
    """How many entries a baseline has that was written; what could not be kept of the old file."""

    entries: int
    lost: tuple[str, ...] = ()


def write(path: str, entries: Iterable[Entry], root: str = "") -> Written:
    """Write a baseline; of two entries with one fingerprint the later counts. The file is replaced
    as a whole or not at all.

    Args:
        root: a folder that the file must not be outside of; empty for none.

    Raises:
        UsageError: the file cannot be written; its previous content is untouched.
    """
    import json

    from phaselint.project.replacing import write_atomically

    listed = {entry.fingerprint: entry for entry in entries}
    content = {
        "version": VERSION,
        "findings": [_as_data(entry) for entry in sorted(listed.values())],
    }
    text = json.dumps(content, indent=2, ensure_ascii=False) + "\n"
    # A lone surrogate has no UTF-8; written as an escape it is still the same JSON.
    data = text.encode("utf-8", "backslashreplace")
    return Written(len(listed), write_atomically(path, data, root))


def read(path: str) -> tuple[Entry, ...]:
    """Read a baseline.

    Raises:
        UsageError: there is no such file, or it is not a baseline of this version.
    """
    data = _load(path)
    path = display_path(path)
    if not isinstance(data, dict) or "version" not in data:
        raise UsageError(
            f"{path}: not a baseline; delete it, and write one with `--write-baseline`"
        )
    if data["version"] is True or data["version"] != VERSION:
        found = f"baseline version {data['version']!r} isn't supported"
        raise UsageError(f"{path}: {found}; this phaselint reads {VERSION}")
    findings = data.get("findings")
    if not isinstance(findings, list):
        raise UsageError(f"{path}: `findings` must be a list")
    return tuple(_entry(path, number, each) for number, each in enumerate(findings, 1))


def _load(path: str) -> Any:
    import json

    try:
        return json.loads(read_regular(path, SIZE_LIMIT).decode("utf-8-sig"))
    except FileNotFoundError:
        message = "no such file; write one with `--write-baseline`"
        raise UsageError(f"{display_path(path)}: {message}") from None
    except NotReadable as error:
        raise UsageError(f"{display_path(path)}: the file {error}") from None
    except TooLarge:
        raise UsageError(f"{display_path(path)}: the limit for baselines is 64 MB") from None
    except json.JSONDecodeError as error:
        where = f"{display_path(path)}:{error.lineno}:{error.colno}"
        raise UsageError(f"{where}: not valid JSON: {lower_first(error.msg)}") from None
    except (ValueError, RecursionError):  # bad UTF-8, a number beyond all measure, bottomless
        message = "not a baseline; delete it, and write one with `--write-baseline`"
        raise UsageError(f"{display_path(path)}: {message}") from None


def _entry(path: str, number: int, data: Any) -> Entry:
    if not isinstance(data, dict):
        raise UsageError(f"{path}: finding {number} must be an object")
    for key in REQUIRED:
        if not isinstance(data.get(key), str):
            raise UsageError(f"{path}: finding {number} lacks `{key}`, a string")
    message = data.get("message", "")
    if not isinstance(message, str):
        raise UsageError(f"{path}: `message` of finding {number} must be a string")
    return Entry(data["path"], data["rule"], message, data["fingerprint"])


def _as_data(entry: Entry) -> dict[str, str]:
    data = {"rule": entry.rule, "path": entry.path, "fingerprint": entry.fingerprint}
    return {**data, "message": entry.message} if entry.message else data


def _may_be_listed(each: Diagnostic) -> bool:
    """What says that phaselint could not do its work, or was wrong, is never lived with; what is
    hidden already needs no entry."""
    return each.suppression is None and each.name not in NEVER_HIDDEN
