"""Sources: the texts and files that make up prompts (reference sweny §3.7, §5.16, §8.7)."""

from __future__ import annotations

import re

from phaselint.dialects.sweny.reading.sources import ENDINGS, is_like_path
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
    Grade("error", "if there is no such file"),
    Grade("warning", "if there is one beside the workflow's file only"),
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


def one_line(text: str) -> str:
    """A text on one line, cut where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= MOST_SHOWN else f"{line[: MOST_SHOWN - 1]}…"


@rule(
    "SW701",
    MISSING_OR_MISPLACED,
    prove="form.proofs.sources:throws",
    complete_if=SOUND,
    ends="unknown",
)
def source_file_missing(facts: SwenyFacts) -> Iterator[Finding]:
    """A file that a source names does not exist.

    What:
        A file source exists neither relative to the project root nor to the workflow's file;
        where it exists relative to the workflow's file only, it is a warning. Silent where
        `source-prefix-ambiguous` or `path-outside-project` says more.
    Why:
        Files are looked up from the folder in which the run is started, mostly the project root.
        A missing one ends every run before its first node, even where no run would use it.
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
                    "{} in {} exists beside the workflow only, "
                    "and is looked for where the run is started",
                    quote(source.text),
                    named(facts, source),
                ),
                f"from the project root it is `./{located.path}`",
                severity="warning",
                witness=witness_of(located),
            )
        elif located.text is None and not located.outside:
            yield Finding(
                place_of(facts, source),
                message(
                    "there is no file {}, which {} names: no run starts",
                    quote(source.text),
                    named(facts, source),
                ),
                "correct the path, which counts from the project root, or add the file",
                witness=witness_of(located),
            )


@rule("SW702", ERROR, prove="form.proofs.sources:throws", complete_if=SOUND, ends="failure")
def source_blank(facts: SwenyFacts) -> Iterator[Finding]:
    """A source is blank.

    What:
        A source is a string of white space only.
    Why:
        The loader takes it, and every run ends before its first node.
    Bad:
        rules: ["  "]
    Good:
        rules: [Answer in one sentence.]
    Fix:
        Write a text, or remove it.
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
                message("{} is a blank text: no run starts", named(facts, source)),
                "write a text, or remove it",
                witness=witness_of(located),
            )


@rule("SW703", WARNING, prove="form.proofs.sources:stays_text", complete_if=SOUND, fix="safe")
def source_looks_like_path(facts: SwenyFacts) -> Iterator[Finding]:
    """A path is taken for a text.

    What:
        A string that is no file and no URL by its start is one line without spaces, and has a
        `/`, ends like a text file (`.md`, `.txt`, `.mdx`, `.rst`, `.yml`, `.yaml`, `.json`), or
        starts with `~/` or `file:`. Where there is only a `/` and no such file, the confidence is
        medium. Or such a string is the `instruction` or `reflect` of a `retry`, or a `rubric`:
        these are texts however they start.
    Why:
        Only `./`, `../` and `/` at the start make a path, only `http://` and `https://` in lower
        case a URL. The model is given the words themselves: a judge goes by the name of a file.
    Bad:
        rules: [docs/rules.md]
    Good:
        rules: [./docs/rules.md]
    Fix:
        Put `./` in front; write `{inline: …}` where the words are meant.
    Dry run:
        The source is resolved as inline text; what is sent for a retry, or to a judge, has the
        words in it.
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
                "{} in {} is taken as text, not as a {}",
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
            "{} in {} is sent as it stands: this is text, and only `instruction`, `rules` and "
            "`context` of a node read files",
            quote(one_line(plain.text)),
            subject(facts, plain.pointer),
        ),
        "write the text itself",
        confidence="high" if _is_sure(plain.text) else "medium",
        witness=Witness({"node": plain.node.id, "key": plain.key, "source": plain.text}),
    )


def _is_sure(text: str) -> bool:
    """Whether more than a slash makes a text look like a path."""
    home = text.startswith(("~/", "file:", "./", "../"))
    return home or bool(re.match(_SCHEME, text) or re.search(ENDINGS, text))


def _path_help(text: str, *, exists: bool) -> str:
    lower = text.lower()
    if exists:
        return f"write `./{text}`"
    if lower.startswith(("http://", "https://")):
        return f"write {quote(lower.partition(':')[0])} in lower case"
    if re.match(_SCHEME, text) or text.startswith(("~/", "file:")):
        return "name a file of the project by a path that starts with `./`, or a URL of http(s)"
    return f"write `./{one_line(text)}` if a file is meant, else `{{inline: …}}`"


def _with_dot(facts: SwenyFacts, source: Source) -> Fix | None:
    """Put `./` in front of a text, in whatever quotes it stands."""
    place = facts.place(source.pointer)
    written = facts.contract.documents[facts.file].text_of(source.pointer)
    if written.count(source.text) != 1:
        return None
    text = f"./{source.text}"
    return Fix("safe", f"write {quote(text)}", (Edit(place, written.replace(source.text, text)),))


@rule(
    "SW704",
    WARNING,
    prove="form.proofs.sources:throws",
    complete_if=SOUND,
    fix="safe",
    ends="failure",
)
def source_prefix_ambiguous(facts: SwenyFacts) -> Iterator[Finding]:
    """A sentence is taken for a path or a URL.

    What:
        A string that starts with `./`, `../`, `/`, `http://` or `https://` has a space or a line
        break in it, and there is no such file.
    Why:
        The whole text is taken for the path of a file or for a URL, and every run ends before
        its first node.
    Bad:
        instruction: "/review the pull request"
    Good:
        instruction: {inline: "/review the pull request"}
    Fix:
        Write `{inline: …}`, or begin the sentence with another word.
    Dry run:
        The run ends before its first node: the file is not found, or the URL is no URL.
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
                    "{} in {} is taken for {} because of how it starts",
                    quote(one_line(source.text)),
                    named(facts, source),
                    kind,
                ),
                "write `{inline: …}`, or begin the sentence with another word",
                witness=witness_of(located),
                fix=_as_inline(facts, source),
            )


def _as_inline(facts: SwenyFacts, source: Source) -> Fix | None:
    """Tag a text that stands on one line."""
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
    """A source leads out of the project.

    What:
        The path of a file source is absolute or leads above the project root.
    Why:
        phaselint reads nothing outside the project; on another machine the file may not exist.
    Bad:
        rules: [/home/ada/rules.md]
    Good:
        rules: [./docs/rules.md]
    Fix:
        Move the file into the project and name it by a relative path.
    Source:
        design §1, §4
    """
    for located in facts.sources["file"]:
        if located.outside and located.text is None and not is_prose(located):
            source = located.source
            yield Finding(
                place_of(facts, source),
                message(
                    "{} in {} leads out of the project and was not read",
                    quote(source.text),
                    named(facts, source),
                ),
                "name a file inside the project by a relative path",
            )
