"""The baseline: findings a project lives with, known by their content (design §10, lesson 1).

A fingerprint holds no line numbers and no positions in lists, so that edits elsewhere leave it
alone, and a counter, so that a second finding of the same kind at the same place is new.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.errors import UsageError
from phaselint.finding import Suppression, pointer_text
from phaselint.project.files import NotReadable, lower_first, read_regular, write_atomically
from phaselint.project.paths import shown
from phaselint.record import NamedTuple
from phaselint.suppression.hide import NEVER_HIDDEN
from phaselint.suppression.structure import segments, text_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from phaselint.document import Document
    from phaselint.finding import Finding

VERSION = 1
_LENGTH = 32


class Entry(NamedTuple):
    """One finding of a baseline, in the order baselines are sorted by. The message is there for
    the person who reviews the file; nothing depends on it."""

    path: str
    rule: str
    message: str
    fingerprint: str


class Outcome(NamedTuple):
    """Findings that stay, findings that the baseline hides, entries that hide nothing."""

    kept: tuple[Finding, ...]
    suppressed: tuple[Finding, ...]
    stale: tuple[Entry, ...]


def fingerprint(rule: str, path: str, place: str, text: str, counter: int = 0) -> str:
    """Hash what identifies a finding: 32 hexadecimal digits.

    Args:
        rule: the code of its rule.
        path: its file, below the project root.
        place: where in the document's structure it is (see `structural_place`).
        text: what is written there, its white space evened out (see `text_at`).
        counter: how many findings with all of this in common come before it.
    """
    import hashlib
    import json

    parts = [rule, path, place, text, counter]
    # JSON keeps the parts apart, and in ASCII any text a document can hold has an encoding.
    return hashlib.sha256(json.dumps(parts).encode("ascii")).hexdigest()[:_LENGTH]


def stamp(findings: Iterable[Finding], documents: Mapping[str, Document]) -> tuple[Finding, ...]:
    """Give every finding its fingerprint, all different from one another.

    Findings come sorted by place, so that the counter goes by place too; those that are
    suppressed belong to them. `documents` maps path → document.
    """
    seen: dict[tuple[str, str, str, str], int] = {}
    stamped: list[Finding] = []
    for finding in findings:
        document = documents.get(finding.place.file)
        text = text_at(document, finding.place) if document else ""
        parts = (finding.code, finding.place.file, structural_place(finding, document), text)
        counter = seen.get(parts, 0)
        seen[parts] = counter + 1
        stamped.append(finding._replace(fingerprint=fingerprint(*parts, counter)))
    return tuple(stamped)


def structural_place(finding: Finding, document: Document | None) -> str:
    """Spell out where in its document a finding is, with names in place of list indexes."""
    place = finding.place
    words = segments(document.value if document else None, place.pointer)
    return f"{pointer_text(words)} {place.part}"


def apply(
    findings: Iterable[Finding],
    entries: Iterable[Entry],
    settled: Callable[[Entry], bool] = lambda _entry: True,
) -> Outcome:
    """Hide the findings that the baseline lists.

    Args:
        findings: stamped findings.
        settled: would this run have found the entry's finding again? Only then is an entry
            that matches nothing stale: a run on some files, or with some rules, says nothing
            about the others.
    """
    listed = {entry.fingerprint: entry for entry in entries}
    kept: list[Finding] = []
    hidden: list[Finding] = []
    for finding in findings:
        if finding.fingerprint in listed and _may_be_listed(finding):
            suppression = Suppression("baseline", "listed in the baseline")
            hidden.append(finding._replace(suppression=suppression))
        else:
            kept.append(finding)
    found = {finding.fingerprint for finding in hidden}
    unmatched = (entry for entry in sorted(listed.values()) if entry.fingerprint not in found)
    return Outcome(tuple(kept), tuple(hidden), tuple(filter(settled, unmatched)))


def entries_of(findings: Iterable[Finding]) -> tuple[Entry, ...]:
    """The entries a baseline has for stamped findings that may be listed."""
    return tuple(
        Entry(each.place.file, each.name, each.message, each.fingerprint)
        for each in findings
        if _may_be_listed(each)
    )


def write(path: str, findings: Iterable[Finding], others: Iterable[Entry] = ()) -> int:
    """Write a baseline of stamped findings, and return how many entries it has.

    Entries that are in neither argument are gone afterwards, so `others` takes the old entries
    that this run says nothing about. The file is replaced as a whole or not at all.

    Raises:
        UsageError: the file cannot be written; what was there before is untouched.
    """
    import json

    entries = {entry.fingerprint: entry for entry in others}
    entries |= {entry.fingerprint: entry for entry in entries_of(findings)}
    content = {
        "version": VERSION,
        "findings": [_as_data(entry) for entry in sorted(entries.values())],
    }
    text = json.dumps(content, indent=2, ensure_ascii=False) + "\n"
    # A lone surrogate has no UTF-8; written as an escape it is still the same JSON.
    write_atomically(path, text.encode("utf-8", "backslashreplace").decode("utf-8"))
    return len(entries)


def read(path: str) -> tuple[Entry, ...]:
    """Read a baseline.

    Raises:
        UsageError: there is no such file, or it is not a baseline of this version.
    """
    data = _load(path)
    path = shown(path)
    if not isinstance(data, dict) or "version" not in data:
        raise UsageError(f"{path}: not a baseline; delete it, then `--write-baseline` writes one")
    if data["version"] != VERSION:
        found = f"baseline version {data['version']!r} is not supported"
        raise UsageError(f"{path}: {found}; this phaselint reads {VERSION}")
    findings = data.get("findings")
    if not isinstance(findings, list):
        raise UsageError(f"{path}: `findings` must be a list")
    return tuple(_entry(path, number, each) for number, each in enumerate(findings, 1))


def _load(path: str) -> Any:
    import json

    try:
        return json.loads(read_regular(path).decode("utf-8-sig"))
    except FileNotFoundError:
        message = "there is no such file; `--write-baseline` writes one"
        raise UsageError(f"{shown(path)}: {message}") from None
    except NotReadable as error:
        raise UsageError(f"{shown(path)}: the file {error}") from None
    except json.JSONDecodeError as error:
        where = f"{shown(path)}:{error.lineno}:{error.colno}"
        raise UsageError(f"{where}: not valid JSON: {lower_first(error.msg)}") from None
    except (ValueError, RecursionError):  # bad UTF-8, a number beyond all measure, bottomless
        message = "not a baseline; delete it, then `--write-baseline` writes one"
        raise UsageError(f"{shown(path)}: {message}") from None


def _entry(path: str, number: int, data: Any) -> Entry:
    if not isinstance(data, dict):
        raise UsageError(f"{path}: finding {number} must be an object")
    for key in ("path", "rule", "fingerprint"):
        if not isinstance(data.get(key), str):
            raise UsageError(f"{path}: finding {number} lacks `{key}`, a string")
    message = data.get("message")
    return Entry(
        data["path"], data["rule"], message if isinstance(message, str) else "", data["fingerprint"]
    )


def _as_data(entry: Entry) -> dict[str, str]:
    data = {"rule": entry.rule, "path": entry.path, "fingerprint": entry.fingerprint}
    return {**data, "message": entry.message} if entry.message else data


def _may_be_listed(finding: Finding) -> bool:
    """A finding that says phaselint could not do its work, or was wrong, is never lived with."""
    return not finding.refuted and finding.name not in NEVER_HIDDEN
