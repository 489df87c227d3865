"""Sources: the text and files that make up prompts (reference sweny §3.7, §5.16, §8.7)."""

from __future__ import annotations

import re

from phaselint.dialects.sweny.reading.sources import ENDINGS, is_like_path
from phaselint.vocabulary.claim import Ends
from phaselint.vocabulary.finding import Edit, Finding, Fix, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, WARNING, Grade, rule
from phaselint_rules.sweny.evals.plaintexts import plain_texts
from phaselint_rules.sweny.form.subjects import subject
from phaselint_rules.sweny.needs import SOUND
from phaselint_rules.sweny.routes.prose import is_prose
from phaselint_rules.sweny.run_descriptions import MOST_SHOWN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Located, Source
    from phaselint.vocabulary.finding import Place
    from phaselint.vocabulary.message import Message
    from phaselint_rules.sweny.evals.plaintexts import PlainText

_SCHEME = "[A-Za-z][A-Za-z0-9+.-]+://"

MISSING_OR_MISPLACED = (
    Grade("error", "if the file doesn't exist"),
    Grade("warning", "if it exists only relative to the workflow's file"),
)


def place_of(facts: SwenyFacts, source: Source, key: str = "") -> Place:
    """Where the text of a source stands, or another key of its mapping."""
    tagged = (key or source.kind,) if source.tagged else ()
    return facts.place((*source.pointer, *tagged))


def named(facts: SwenyFacts, source: Source) -> Message:
    """A source by its place in the workflow."""
    return subject(facts, source.pointer)


def witness_of(located: Located) -> Witness:
    """What a proof needs to find a source again."""
    source = located.source
    return Witness({"field": located.field, "kind": source.kind, "source": source.text})


def throws(facts: SwenyFacts, located: Located, code: str) -> Ends:
    """That a run in which every other source is there ends before its first node for one."""
    from phaselint_rules.sweny.samples import everything_else

    text = located.source.text.partition("\n")[0]
    world = everything_else(facts, located.source.text)
    return Ends(facts.workflow.entry, code, text, world=world)


def one_line(text: str) -> str:
    """A text on one line, cut where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= MOST_SHOWN else f"{line[: MOST_SHOWN - 1]}…"


@rule(
    "SW701",
    MISSING_OR_MISPLACED,
    claims="ends",
    complete_if=SOUND,
    ends="unknown",
)
def source_file_missing(facts: SwenyFacts) -> Iterator[Finding]:
    """Source file that doesn't exist

    What:
        A file source doesn't exist relative to the project root or to the workflow's file. If it
        exists relative to the workflow's file only, the finding is a warning. Silent if
        `source-prefix-ambiguous` or `path-outside-project` explains more.
    Why:
        Files are looked up from the directory in which the run is started, usually the project
        root. A missing file ends every run before its first node, even if no run would use it.
    Bad:
        rules: [./docs/rulez.md]
    Good:
        rules: [./docs/rules.md]
    Fix:
        Correct the path, or add the file.
    Dry run:
        The run ends with `SOURCE_FILE_NOT_FOUND` before its first node.
    Source:
        sweny §5.16, §6 row 10, §8.7
    """
    for located in facts.sources["file"]:
        source = located.source
        if is_prose(located):
            continue
        if located.beside:
            yield Finding(
                place_of(facts, source),
                message(
                    "{} in {} exists only next to the workflow, "
                    "but is looked up where the run is started",
                    quote(source.text),
                    named(facts, source),
                ),
                f"use `./{located.path}`, the path from the project root",
                severity="warning",
                witness=witness_of(located),
                claim=throws(facts, located, "SOURCE_FILE_NOT_FOUND"),
            )
        elif located.text is None and not located.outside:
            yield Finding(
                place_of(facts, source),
                message(
                    "file {} in {} doesn't exist, so no run starts",
                    quote(source.text),
                    named(facts, source),
                ),
                "correct the path, which is relative to the project root, or add the file",
                witness=witness_of(located),
                claim=throws(facts, located, "SOURCE_FILE_NOT_FOUND"),
            )


@rule("SW702", ERROR, claims="ends", complete_if=SOUND, ends="failure")
def source_blank(facts: SwenyFacts) -> Iterator[Finding]:
    """Blank source

    What:
        A source is a string of only white space.
    Why:
        The loader accepts it, and every run ends before its first node.
    Bad:
        rules: ["  "]
    Good:
        rules: [Answer in one sentence.]
    Fix:
        Write a non-blank string, or remove it.
    Dry run:
        The run ends with an exception before its first node.
    Source:
        sweny §3.7, §8.7
    """
    for located in facts.sources["inline"]:
        source = located.source
        if not source.tagged and not source.text:
            yield Finding(
                place_of(facts, source),
                message("{} is a blank string, so no run starts", named(facts, source)),
                "write a non-blank string, or remove it",
                witness=witness_of(located),
                claim=throws(facts, located, "Error")._replace(why="source error: empty string"),
            )


@rule("SW703", WARNING, prove="form.proofs.sources:stays_text", complete_if=SOUND, fix="safe")
def source_looks_like_path(facts: SwenyFacts) -> Iterator[Finding]:
    """Path treated as text

    What:
        A string that the engine doesn't read as a file or URL is one line without spaces and
        contains a `/`, ends like a text file (`.md`, `.txt`, `.mdx`, `.rst`, `.yml`, `.yaml`,
        `.json`), or starts with `~/` or `file:`. If it only contains a `/` and no such file exists,
        the confidence is medium. Also such a string as the `instruction` or `reflect` of a `retry`,
        or as a `rubric`: these are always plain text.
    Why:
        Only `./`, `../` and `/` at the start make a path, and only `http://` and `https://` in
        lower case a URL. The model gets the words themselves, so a judge sees only the name of a
        file.
    Bad:
        rules: [docs/rules.md]
    Good:
        rules: [./docs/rules.md]
    Fix:
        Add `./` in front; use `{inline: …}` if the words are intended.
    Dry run:
        The source is resolved as inline text; the text sent for a retry, or to a judge, contains
        the words.
    Source:
        sweny §3.4, §3.6, §3.7, §8.7
    """
    for located in facts.sources["inline"]:
        source, text = located.source, located.source.text
        if source.tagged or not is_like_path(text):
            continue
        exists = located.path != ""
        kind = "URL" if re.match(_SCHEME, text) and not text.startswith("file:") else "path"
        yield Finding(
            place_of(facts, source),
            message(
                "{} in {} is treated as text, not as a {}",
                quote(one_line(text)),
                named(facts, source),
                kind,
            ),
            _path_help(text, exists=exists),
            confidence="high" if exists or _is_sure(text) else "medium",
            witness=witness_of(located),
            fix=_with_dot(facts, source) if exists else None,
        )
    for plain in plain_texts(facts):
        if is_like_path(plain.text):
            yield _read_by_nobody(facts, plain)


def _read_by_nobody(facts: SwenyFacts, plain: PlainText) -> Finding:
    return Finding(
        facts.place(plain.pointer),
        message(
            "{} in {} is sent unchanged as text; only `instruction`, `rules` and "
            "`context` of a node can read files",
            quote(one_line(plain.text)),
            subject(facts, plain.pointer),
        ),
        "write out the text",
        confidence="high" if _is_sure(plain.text) else "medium",
        witness=Witness({"node": plain.node.id, "key": plain.key, "source": plain.text}),
    )


def _is_sure(text: str) -> bool:
    """Whether more than a slash makes a string look like a path."""
    home = text.startswith(("~/", "file:", "./", "../"))
    return home or bool(re.match(_SCHEME, text) or re.search(ENDINGS, text))


def _path_help(text: str, *, exists: bool) -> str:
    lower = text.lower()
    if exists:
        return f"use `./{text}`"
    if lower.startswith(("http://", "https://")):
        return f"write {quote(lower.partition(':')[0])} in lower case"
    if re.match(_SCHEME, text) or text.startswith(("~/", "file:")):
        return "use a path inside the project that starts with `./`, or an http(s) URL"
    return f"use `./{one_line(text)}` for a file, or `{{inline: …}}` for text"


def _with_dot(facts: SwenyFacts, source: Source) -> Fix | None:
    """Put `./` in front of a string, in whatever quotes it has."""
    place = facts.place(source.pointer)
    written = facts.contract.documents[facts.file].text_of(source.pointer)
    if written.count(source.text) != 1:
        return None
    text = f"./{source.text}"
    return Fix(
        "safe", f"change it to {quote(text)}", (Edit(place, written.replace(source.text, text)),)
    )


@rule(
    "SW704",
    WARNING,
    prove="form.proofs.sources:throws",
    complete_if=SOUND,
    fix="safe",
    ends="failure",
)
def source_prefix_ambiguous(facts: SwenyFacts) -> Iterator[Finding]:
    """Sentence treated as a path or URL

    What:
        A string that starts with `./`, `../`, `/`, `http://` or `https://` contains a space or a
        line break, and no such file exists.
    Why:
        The whole string is treated as the path of a file or as a URL, and every run ends before its
        first node.
    Bad:
        instruction: "/review the pull request"
    Good:
        instruction: {inline: "/review the pull request"}
    Fix:
        Use `{inline: …}`, or begin the sentence with another word.
    Dry run:
        The run ends before its first node: the file isn't found, or the URL is invalid.
    Source:
        sweny §3.7, §5.16, §8.7
    """
    for located in (*facts.sources["file"], *facts.sources["url"]):
        if is_prose(located):
            source = located.source
            kind = "the path of a file" if source.kind == "file" else "a URL"
            yield Finding(
                place_of(facts, source),
                message(
                    "{} in {} is treated as {} because of how it starts",
                    quote(one_line(source.text)),
                    named(facts, source),
                    kind,
                ),
                "use `{inline: …}`, or begin the sentence with another word",
                witness=witness_of(located),
                fix=_as_inline(facts, source),
            )


def _as_inline(facts: SwenyFacts, source: Source) -> Fix | None:
    """Tag a single-line source as text."""
    place = facts.place(source.pointer)
    document = facts.contract.documents[facts.file]
    written = document.text_of(source.pointer)
    quoted = written if written[:1] in ("'", '"') and written[-1] == written[0] else ""
    if written == source.text:
        import json

        quoted = json.dumps(source.text, ensure_ascii=False)
    if not quoted or "\n" in written:
        return None
    key = '"inline"' if document.format == "json" else "inline"
    return Fix("safe", "tag it as text", (Edit(place, f"{{{key}: {quoted}}}"),))


@rule("PL005", WARNING, complete_if=SOUND)
def path_outside_project(facts: SwenyFacts) -> Iterator[Finding]:
    """Source outside the project

    What:
        The path of a file source is absolute or points outside the project root.
    Why:
        phaselint reads only files inside the project; on another machine the file might not exist.
    Bad:
        rules: [/home/ada/rules.md]
    Good:
        rules: [./docs/rules.md]
    Fix:
        Move the file into the project and refer to it by a relative path.
    Source:
        design §1, §4
    """
    for located in facts.sources["file"]:
        if located.outside and located.text is None and not is_prose(located):
            source = located.source
            yield Finding(
                place_of(facts, source),
                message(
                    "{} in {} is outside the project and wasn't read",
                    quote(source.text),
                    named(facts, source),
                ),
                "use a relative path to a file inside the project",
            )
