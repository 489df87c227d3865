"""Which scripts are next to a contract: found by their names, before any is read."""

from __future__ import annotations

from phaselint.dialects.base import SCRIPT_SUFFIXES
from phaselint.document.model import FATAL
from phaselint.project.paths import join, normal, split
from phaselint.vocabulary.finding import Finding, Place, Range
from phaselint.vocabulary.message import message, retold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from phaselint.dialects.base import Target
    from phaselint.dialects.reader import Reader
    from phaselint.document import Document

CORRECT = "correct the script"

POLICIES = b"policies"
"""What a script says somewhere that has policies."""


def script_paths(reader: Reader, target: Target, patterns: Sequence[str]) -> Iterator[str]:
    """The paths of the scripts in the folder of a contract, and of those below it that patterns
    name; anywhere in the project for one of several in a file of a program, whose scripts lie apart
    from that."""
    folder = target.folder
    folders = [folder]
    if patterns:
        from phaselint.project.globs import compile_globs
        from phaselint.project.reader import walk

        matches = compile_globs(patterns)
        inner = walk(reader, "" if target.name else folder)
        folders = list(dict.fromkeys((folder, *inner)))
    for each in folders:
        for name in reader.names(each):
            path = join(each, name)
            if name.endswith(SCRIPT_SUFFIXES) and (each == folder or matches(path)):
                yield path


def with_policies(reader: Reader, target: Target, patterns: Sequence[str]) -> Sequence[str]:
    """The paths of those that may have policies; none of them is parsed for that."""
    found = script_paths(reader, target, patterns)
    return [path for path in found if reader.holds(path, POLICIES)]


def unreadable(document: Document) -> Iterator[Finding]:
    """That a script does not parse, where it does not; else each key that occurs twice in it, since
    all but one of their values go unread."""
    if document.readable:
        yield from _repeated(document)
        return
    first = next(each for each in document.problems if each.kind in FATAL)
    span = Range(document.position(first.start), document.position(first.end))
    place = Place(document.path, (), "document", span)
    yield Finding(place, message("the script doesn't parse: {}", retold(first.message)), CORRECT)


def _repeated(document: Document) -> Iterator[Finding]:
    for each in document.problems:
        if each.kind == "duplicate-key":
            span = Range(document.position(each.start), document.position(each.end))
            place = Place(document.path, (), "document", span)
            yield Finding(place, message("{}", each.message), each.help)


def is_for(path: str, contract: str, names: Collection[str]) -> bool:
    """Whether a script's `contract`, relative to the script, is the contract at hand."""
    return normal(join(split(path)[0], contract)) in names


def script_for(reader: Reader, path: str, target: Target) -> bool:
    """Whether a file is a script for a contract; one that can't be read may be."""
    document = reader.document(path)
    if document is None:
        return False
    if not document.readable:
        return True
    from phaselint.executor.script import read_script

    return is_for(path, read_script(document).contract, target.paths)
