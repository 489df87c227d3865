"""Manifests: what makes them one, their keys, the stages they list (reference stud §3, §6.10)."""

from __future__ import annotations

from phaselint.dialects.stud.reading.shapes import STAGE_KEYS
from phaselint.vocabulary.finding import Finding, Place, Range, Related, Witness
from phaselint.vocabulary.message import joined, message, quote, quote_all
from phaselint.vocabulary.rule import ERROR, WARNING, rule
from phaselint.vocabulary.suggest import listing
from phaselint_rules.stud.form.refusals import is_refused
from phaselint_rules.stud.needs import PIPELINE, STAGES
from phaselint_rules.stud.wording import described, path_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from phaselint.dialects.shape import Problem
    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.model import Stage
    from phaselint.document import Document
    from phaselint.vocabulary.finding import Pointer

READING = ("syntax-error", "duplicate-key")
"""What keeps a manifest from being read, as far as other rules do not report it."""

WORDS: Mapping[str, str] = {"entry": "entryStage"}
"""Keys of the configuration of a state machine, and what they are called here (§3.1)."""


@rule("ST101", ERROR, fix="unsafe")
def manifest_invalid(facts: StudFacts) -> Iterator[Finding]:
    """Invalid manifest

    What:
        The manifest can't be read, contains a duplicate key, or lacks `studPipeline: 1`,
        `entryStage` or the list `stages`: then nothing else is checked. Also, with all other
        checks, a missing `id`, an entry of `stages` that isn't a stage, and a value in `next`,
        `tools`, `ctx`, `outputs` or `options` that has the wrong type or isn't one of the allowed
        words. If such a value is in `next`, other rules check neither it nor the graph of the
        pipeline.
    Why:
        The engine can't build a pipeline from it, or builds one that differs from what you
        intended.
    Bad:
        studPipeline: 1
        id: herbarium
        stages: [label.md]
    Good:
        studPipeline: 1
        id: herbarium
        entryStage: label
        stages: [label.md]
    Fix:
        Write the expected value; a misspelled word of `next` is corrected.
    Source:
        stud §3.1 to §3.5, §6.10
    """
    contract = facts.contract
    document = contract.documents.get(contract.file)
    if document is None:
        return
    for problem in contract.problems:
        if problem.kind != "unknown-field":
            yield _worded(document, problem)
    if not contract.valid:
        yield from _unread(document)


def _unread(document: Document) -> Iterator[Finding]:
    """The problems of a document, in the words of the reader."""
    for problem in document.problems:
        if problem.kind in READING:
            yield Finding(
                _span(document, problem.start, problem.end)._replace(pointer=problem.pointer),
                message("{}", problem.message),
                problem.help,
                related=tuple(
                    Related(_span(document, start, end), text)
                    for start, end, text in problem.related
                ),
            )


def _span(document: Document, start: int, end: int) -> Place:
    spot = Range(document.position(start), document.position(end))
    return Place(document.path, (), "value", spot)


def _worded(document: Document, problem: Problem) -> Finding:
    """A problem as a finding: what is wrong, where, and what to do."""
    from phaselint_rules import shapes
    from phaselint_rules.stud.bodies.fieldplaces import value_at

    pointer = problem.pointer
    place = Place(document.path, pointer, "key" if pointer else "document")
    what = quote(path_text(pointer)) if pointer else message("the manifest")
    if problem.kind == "missing-required-field" and not problem.names:
        advice = "name the file of a stage, or write the stage out"
        return Finding(place, message("{} has {}", what, message(problem.wanted)), advice)
    if problem.kind == "missing-required-field":
        missing = joined(" and ", map(quote, problem.names))
        return Finding(
            place, message("{} is missing {}", what, missing), f"add {quote_all(problem.names)}"
        )
    if problem.kind == "conflict":
        beside = joined(" and ", map(quote, problem.names))
        return Finding(
            place,
            message("{} has {}; expected {}", what, beside, message(problem.wanted)),
            "correct it",
        )
    return shapes.finding(problem, place, what, described(value_at(document, pointer)))


@rule("ST102", WARNING, needs=STAGES, fix="unsafe")
def manifest_unknown_key(facts: StudFacts) -> Iterator[Finding]:
    """Unknown key in a manifest

    What:
        A key at the top of a manifest, in an entry of `stages` that names a file, in a NextSpec, a
        branch or its condition, or in `tools`, `ctx` or `options`, that the format doesn't define.
        Keys that begin with `x-` are ignored.
    Why:
        The key is ignored, so the intended setting has no effect.
    Bad:
        next: {label: {nextStage: [mount]}}
    Good:
        next: {label: {nextStages: [mount]}}
    Fix:
        Correct the spelling, remove the key, or prefix it with `x-`.
    Source:
        stud §3.1 to §3.5, §6.2, §6.10
    """
    contract = facts.contract
    for problem in contract.problems:
        if problem.kind != "unknown-field":
            continue
        from phaselint_rules.stud.bodies.fieldplaces import value_at
        from phaselint_rules.stud.form.nearkeys import did_you_mean, near_keys, rename

        owner = problem.pointer[:-1]
        given = value_at(contract.documents[contract.file], owner)
        near = near_keys(problem.found, _absent(problem, given))
        place = facts.place(problem.pointer, "key")
        yield Finding(
            place,
            message(
                "unknown key {} in {}",
                quote(problem.found),
                quote(path_text(owner)) if owner else "the manifest",
            ),
            did_you_mean(near, _otherwise(problem, owner)),
            witness=Witness({"key": problem.found, "meant": list(near)}),
            fix=rename(problem.found, near, given, place),
        )


def _absent(problem: Problem, given: Mapping[str, object]) -> Iterator[str]:
    """The missing known keys; a key with several spellings counts in any of them."""
    named = any(key in given for key in STAGE_KEYS)
    for name in problem.names:
        if name not in given and not (named and name in STAGE_KEYS):
            yield name


def _otherwise(problem: Problem, owner: Pointer) -> str:
    word = WORDS.get(problem.found) if not owner else None
    if word:
        return f"{quote(problem.found)} is a key of the configuration; here it is {quote(word)}"
    known = listing(problem.names)
    return f"use {known}" if known else "remove it, or prefix it with `x-`"


@rule("ST103", ERROR, needs=PIPELINE, claims="refused")
def stages_empty(facts: StudFacts) -> Iterator[Finding]:
    """Manifest without stages

    What:
        `stages` is an empty list. Other checks are skipped.
    Why:
        A state machine without stages isn't initialized.
    Bad:
        stages: []
    Good:
        stages: [label.md]
    Fix:
        List the stages.
    Dry run:
        The executor refuses the pipeline with `Validation/StageDefinitionInvalid`.
    Source:
        stud §3.1, §4.1, §6.10, R1
    """
    if not facts.contract.stages:
        yield Finding(
            facts.place(("stages",), "key"),
            message("the pipeline has no stages"),
            "list their files, or write the stages inline",
            witness=Witness({"stages": []}),
            claim=is_refused(facts, facts.pipeline.file, "stages"),
        )


@rule("ST104", ERROR, needs=STAGES)
def stage_file_missing(facts: StudFacts) -> Iterator[Finding]:
    """Missing stage file

    What:
        An entry of `stages` names a file that doesn't exist, or a path outside the project. Paths
        are relative to the manifest.
    Why:
        The stage isn't known. Rules that need the names of all stages are off.
    Bad:
        stages: [stages/lable.md]
    Good:
        stages: [stages/label.md]
    Fix:
        Correct the path, or create the file.
    Source:
        stud §3.1, §3.2, §6.10
    """
    for stage in facts.contract.stages:
        if stage.fault in ("absent", "outside"):
            outside = stage.fault == "outside"
            yield Finding(
                facts.place(_named(facts, stage)),
                (
                    message("{} is outside the project and isn't read", quote(stage.path))
                    if outside
                    else message("stage file {} doesn't exist", quote(stage.path))
                ),
                "move the file into the project"
                if outside
                else "correct the path (relative to the manifest), or create the file",
                witness=Witness({"path": stage.path, "file": stage.file}),
            )


def _named(facts: StudFacts, stage: Stage) -> Pointer:
    """Where an entry of `stages` has its path."""
    from phaselint_rules.stud.bodies.fieldplaces import value_at

    entry = value_at(facts.contract.documents[facts.pipeline.file], stage.entry)
    return (*stage.entry, "file") if isinstance(entry, dict) else stage.entry
