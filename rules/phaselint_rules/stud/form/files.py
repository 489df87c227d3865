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
    """Stage file without a header

    What:
        The first line of a Markdown stage file isn't `---`, or no later `---` line closes the
        header.
    Why:
        The header is the contract of the stage. Without a header there is no stage, and the rest of
        the file isn't checked.
    Bad:
        # Label the trays
    Good:
        ---
        id: label-trays
        ---
        # Label the trays
    Fix:
        Start the file with a header between two `---` lines.
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
                message("the header that begins on line 1 is never closed")
                if opened
                else message("the stage file has no header; its first line isn't `---`")
            ),
            "close it with a `---` line"
            if opened
            else "start the file with a header between two `---` lines",
            related=()
            if facts.alone
            else (Related(facts.place(stage.entry), "a stage of this pipeline"),),
        )


@rule("PL002", ERROR, catalogue=("frontmatter-invalid",))
def syntax_error(facts: StudFacts) -> Iterator[Finding]:
    """Stage header that isn't a mapping

    What:
        The header, or the content of a JSON stage, is empty, a list or a single value; or it
        contains a YAML tag outside the core schema.
    Why:
        The fields of a stage are the keys of a mapping. Without a mapping there is no stage, and
        the rest of the file isn't checked.
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
        message("{} must be a mapping, not {}", what, found),
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
                "the header contains the tag {}, which YAML's core schema doesn't define",
                quote(tag),
            ),
            "remove the tag",
        )
