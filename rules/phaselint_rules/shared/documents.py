"""Documents: files that can't be read or parsed (design §4)."""

from __future__ import annotations

from phaselint.vocabulary.finding import Edit, Finding, Fix, Place, Range, Related
from phaselint.vocabulary.message import message
from phaselint.vocabulary.rule import ERROR, WARNING, rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.base import Facts
    from phaselint.document import Document


def _problems(facts: Facts, kind: str, *further: str) -> Iterator[Finding]:
    """The problems of a kind, and other problems that aren't explained by another rule."""
    for document in facts.contract.documents.values():
        if document.problems:
            break
    else:
        return  # as nearly always
    leave_out = facts.explained(kind)
    for path, document in sorted(facts.contract.documents.items()):
        for problem in document.problems if path not in leave_out else ():
            if problem.kind in (kind, *further):
                yield Finding(
                    _place(path, document, problem.start, problem.end)._replace(
                        pointer=problem.pointer
                    ),
                    message("{}", problem.message),
                    problem.help,
                    related=tuple(
                        Related(_place(path, document, start, end), text)
                        for start, end, text in problem.related
                    ),
                    fix=_without_mark(path) if problem.start < 0 else None,
                )


def _without_mark(path: str) -> Fix:
    from phaselint.document.marks import BEFORE_TEXT

    edit = Edit(Place(path, range=BEFORE_TEXT), "")
    return Fix("safe", "remove the byte order mark", (edit,))


def _place(path: str, document: Document, start: int, end: int) -> Place:
    return Place(path, range=Range(document.position(start), document.position(end)))


@rule("PL001", ERROR)
def unreadable_file(facts: Facts) -> Iterator[Finding]:
    """Unreadable file

    What:
        The file isn't accessible, isn't a regular file, isn't UTF-8 text (UTF-16 doesn't count), or
        vanished while it was read.
    Why:
        Its content is unknown, so rules that need the whole contract are off.
    Bad:
        # lookup.yaml is a link that leads out of the project
    Good:
        # lookup.yaml is a text file in the project
    Fix:
        Make the file readable, or exclude it.
    Source:
        design §4, §9
    """
    yield from _problems(facts, "unreadable-file")


@rule(
    "PL002",
    ERROR,
    fix="safe",
    catalogue=("yaml-syntax", "parse-error", "invalid-json", "frontmatter-invalid"),
)
def syntax_error(facts: Facts) -> Iterator[Finding]:
    """File that doesn't parse

    What:
        The text isn't valid YAML, JSON, Python or Markdown front matter, or holds more than one
        YAML document. Python is read with the grammar of the Python that runs phaselint, and only
        in files that contain `langgraph` and `StateGraph` or `MessageGraph`. If a rule of the
        dialect knows the cause, that rule reports it. JSON that starts with a byte order mark is an
        error if the runtime doesn't accept such a mark. YAML is read as JavaScript parsers read it:
        a line that contains only a tab is accepted, and in a SWEny workflow a quoted string whose
        continuation is indented too little is refused. Control characters are deliberately errors,
        although those parsers keep them.
    Why:
        No runtime can load it. Rules that need the whole contract are off until it parses; after a
        byte order mark, they check the rest.
    Bad:
        phases: [{name: triage
    Good:
        phases: [{name: triage}]
    Fix:
        Correct the text at the place the message names. The safe fix removes a byte order mark.
    Source:
        design §4; vesanor §6.1 (`yaml-syntax`); climpt §1.3, §7.1 (`invalid-json`); stud §1.1
        (F4), §6.3 (`frontmatter-invalid`); sweny §2.1; langgraph §1.2 (F4), §7.1
    """
    yield from _problems(facts, "syntax-error", "byte-order-mark")


@rule("PL003", ERROR, catalogue=("duplicate-json-key", "frontmatter-duplicate-key"))
def duplicate_key(facts: Facts) -> Iterator[Finding]:
    """Duplicate key in a mapping

    What:
        One mapping contains the same key twice. If a rule of the dialect reports it with the cause,
        that rule does.
    Why:
        A YAML parser refuses the file; its content is unknown then, and rules that need the whole
        contract are off. A JSON parser silently uses the last value and drops the first; so does
        phaselint.
    Bad:
        transitions: {triage: [done]}
        transitions: {triage: [review]}
    Good:
        transitions: {triage: [done, review]}
    Fix:
        Merge the two entries, or remove one.
    Source:
        design §4; vesanor §1.4, §6.1; climpt §7.1 (`duplicate-json-key`); stud §1.1 (F4), §6.3
        (`frontmatter-duplicate-key`)
    """
    yield from _problems(facts, "duplicate-key")


@rule("PL004", ERROR)
def limit_exceeded(facts: Facts) -> Iterator[Finding]:
    """File beyond the limits of phaselint

    What:
        The file has more bytes, nodes or levels of nesting than the limit in the message.
    Why:
        Limits on every input keep the linter fast and safe on untrusted repositories.
    Bad:
        # a file of 50 MB
    Good:
        # the same contract in several files
    Fix:
        Split the file, or exclude it.
    Source:
        design §4
    """
    yield from _problems(facts, "limit-exceeded")


@rule("PL006", WARNING)
def unknown_tag(facts: Facts) -> Iterator[Finding]:
    """YAML tag unknown to contract loaders

    What:
        A value has a tag outside YAML's core schema.
    Why:
        Loaders refuse the file or ignore the tag; phaselint reads the value without it.
    Bad:
        agent: !secret support-bot
    Good:
        agent: support-bot
    Fix:
        Remove the tag.
    Source:
        design §4
    """
    yield from _problems(facts, "unknown-tag")
