"""Stage files that hold no definition (reference stud §1.1, §6.3)."""

from __future__ import annotations

from phaselint.vocabulary.finding import Finding, Place, Position, Range, Related
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, rule
from phaselint_rules.words import kind_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.document import Document


@rule("ST001", ERROR, fix="manual")
def frontmatter_missing(facts: StudFacts) -> Iterator[Finding]:
    """A stage file has no header.

    What:
        The first line of a markdown stage file is not `---`, or no later line is `---` and closes
        the header.
    Why:
        The header is the contract of the stage. Without one there is no stage, and nothing else
        in the file is looked at.
    Bad:
        # Label the trays
    Good:
        ---
        id: label-trays
        ---
        # Label the trays
    Fix:
        Begin the file with a header between two lines `---`.
    Source:
        stud §1.1, §6.3
    """
    listed = {stage.file: stage for stage in reversed(facts.contract.stages)}
    for file, stage in listed.items():
        if stage.fault != "frontmatter-missing":
            continue
        document = facts.contract.documents[file]
        first = document.line(1)
        opened = first.rstrip() == "---"
        yield Finding(
            Place(file, (), "document", Range(Position(1, 1), Position(1, len(first) + 1))),
            (
                message("the header that begins in line 1 is never closed")
                if opened
                else message("the stage file has no header: its first line is not `---`")
            ),
            "close it with a line `---`"
            if opened
            else "begin the file with a header between two lines `---`",
            related=()
            if facts.alone
            else (Related(facts.place(stage.entry), "a stage of this pipeline"),),
        )


@rule("PL002", ERROR, catalogue=("frontmatter-invalid",))
def syntax_error(facts: StudFacts) -> Iterator[Finding]:
    """The header of a stage file is no mapping.

    What:
        The header, or the content of a JSON stage, is empty, a list or a single value; or it
        carries a YAML tag outside the core schema.
    Why:
        The fields of a stage are the keys of a mapping. Without it there is no stage, and nothing
        else in the file is looked at.
    Bad:
        ---
        - label-trays
        ---
    Good:
        ---
        id: label-trays
        ---
    Fix:
        Write the fields as `key: value`, without tags.
    Source:
        stud §1.1 (F4, F6), §6.3
    """
    listed = {stage.file: stage for stage in facts.contract.stages if stage.file}
    for file, stage in listed.items():
        if stage.fault == "no-mapping":
            yield _no_mapping(facts.contract.documents[file])
        elif file in facts.tagged:
            yield from _tagged(facts.contract.documents[file])


def _no_mapping(document: Document) -> Finding:
    place = Place(document.path)
    if document.format == "markdown" and document.value is None:
        place = place._replace(range=Range(Position(1, 1), Position(1, 4)))
    what = "the header" if document.format == "markdown" else "the stage"
    found = "empty" if document.value is None else kind_of(document.value)
    return Finding(
        place,
        message("{} has to be a mapping, and is {}", what, found),
        "write the fields of the stage as keys of a mapping",
    )


def _tagged(document: Document) -> Iterator[Finding]:
    for problem in document.problems:
        if problem.kind != "unknown-tag":
            continue
        tag = document.text[problem.start : problem.end]
        spot = Range(document.position(problem.start), document.position(problem.end))
        yield Finding(
            Place(document.path, problem.pointer, "value", spot),
            message(
                "the header has the tag {}, which YAML's core schema does not know", quote(tag)
            ),
            "remove the tag",
        )
