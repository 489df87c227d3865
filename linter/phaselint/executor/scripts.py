"""The scripts next to a contract, run by `lint --dry-run` (design §8)."""

from __future__ import annotations

from phaselint.dialects.options import check_options, find_option, respelled
from phaselint.executor.beside import CORRECT, is_for, script_paths, unreadable
from phaselint.executor.blaming import because, not_run, refusing
from phaselint.executor.proof import STATIC
from phaselint.executor.scenario import play
from phaselint.executor.script import read_script
from phaselint.vocabulary.errors import UsageError
from phaselint.vocabulary.finding import Finding, Place, Proof
from phaselint.vocabulary.message import message
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.base import Dialect, Facts, Target
    from phaselint.dialects.protocol import Runtime
    from phaselint.dialects.reader import Reader
    from phaselint.dialects.spelling import Respelled
    from phaselint.document import Document
    from phaselint.executor.blaming import Blamed
    from phaselint.executor.replay import Run
    from phaselint.executor.scenario import Played
    from phaselint.executor.script import Scenario, Script
    from phaselint.vocabulary.flaw import Flaw

FAILED = "failed-expectation"
INVALID = "invalid-script"
FORBIDDEN = "answer-against-schema"
NOT_RUN = "script-not-run"
PROOFS = {
    FAILED: Proof("proved", "replay"),
    INVALID: STATIC,
    FORBIDDEN: STATIC,
    NOT_RUN: STATIC,
}
"""A failed expectation is what a replay showed; its script is the one it is in."""

CHECKED = "check-answers"
"""The option with which a runtime does not read an answer that a schema forbids. Here such answers
are findings, and what follows from them is shown as well."""


class ScriptFindings(NamedTuple):
    """Findings in scripts, each with the name of its rule, the scripts' documents, the runs of
    their scenarios, and their options in older spellings."""

    findings: tuple[tuple[str, Finding], ...]
    documents: Mapping[str, Document]
    runs: tuple[Run[Any], ...] = ()
    respelled: tuple[Respelled, ...] = ()


def run_scripts(
    runtime: Runtime[Any],
    reader: Reader,
    facts: Facts,
    options: Mapping[str, Any],
    patterns: Sequence[str],
    dialect: Dialect,
    errors: Sequence[Blamed] = (),
    warnings: Sequence[Blamed] = (),
) -> ScriptFindings:
    """Run every script of a contract: those in its folder, and those the configuration's
    patterns name in it or below. What follows from the errors of the contract says so, or without
    errors what may follow from its warnings."""
    documents: dict[str, Document] = {}
    findings: list[tuple[str, Finding]] = []
    runs: list[Run[Any]] = []
    older: list[Respelled] = []
    target = facts.contract.target
    for path, document, script in scripts_of(reader, target, patterns):
        documents[path] = document
        findings += [(INVALID, each) for each in unreadable(document)]
        if not document.readable:
            continue
        findings += [(INVALID, _finding(path, flaw)) for flaw in script.flaws]
        refused: Blamed | None = None
        for scenario in script.scenarios:
            try:
                played = _play(runtime, facts, options, dialect, scenario)
            except UsageError as error:
                findings.append((INVALID, _wrong_option(path, scenario, error)))
            else:
                runs.append(played.run)
                older += respelled_in(document, scenario, dialect)
                if cause := refusing(runtime, played, errors):
                    refused = refused or cause
                else:
                    findings += _script_findings(path, played, errors or warnings)
        if refused is not None:
            findings.append((NOT_RUN, not_run(path, refused.finding, facts.contract.documents)))
    return ScriptFindings(tuple(findings), documents, tuple(runs), tuple(older))


def respelled_in(document: Document, scenario: Scenario, dialect: Dialect) -> Iterator[Respelled]:
    """The older spellings among the options of a scenario, all of which the dialect has. They are
    its own, or those of the whole script."""
    shared = document.value.get("options")
    common = shared if isinstance(shared, dict) else {}
    for name in scenario.options:
        pointer = ("options", name) if name in common else (*scenario.pointer, "options", name)
        for each in respelled(name, find_option(name, dialect).name, document.path):
            yield each._replace(line=document.range(pointer).start.line)


def scripts_of(
    reader: Reader, target: Target, patterns: Sequence[str]
) -> Iterator[tuple[str, Document, Script]]:
    """The scripts of a contract, with their paths and documents."""
    for path in script_paths(reader, target, patterns):
        document = reader.document(path)
        if document is not None:
            script = read_script(document)
            if is_for(path, script.contract, target.paths):
                yield path, document, script


def _finding(path: str, flaw: Flaw) -> Finding:
    return Finding(Place(path, flaw.pointer, flaw.part), flaw.message, CORRECT)


def _wrong_option(path: str, scenario: Scenario, error: UsageError) -> Finding:
    place = Place(path, (*scenario.pointer, "options"))
    return Finding(place, message("{}", error.args[0]), "correct the option")


def _play(
    runtime: Runtime[Any],
    facts: Facts,
    options: Mapping[str, Any],
    dialect: Dialect,
    scenario: Scenario,
) -> Played:
    """Run a scenario. Raises UsageError for an option of its own that isn't one of the dialect."""
    own = check_options(dialect, scenario.options)
    unchecked = {CHECKED: False} if CHECKED in options else {}
    return play(runtime, facts.contract, {**options, **own, **unchecked}, scenario)


def _script_findings(
    path: str, played: Played, errors: Sequence[Blamed]
) -> Iterator[tuple[str, Finding]]:
    """What a run of a scenario shows to be wrong with its script."""
    scenario = played.scenario
    for doubt in played.doubts:
        text = message("scenario `{}`: {}", scenario.name, doubt.message)
        place = Place(path, doubt.pointer, doubt.part)
        yield (
            INVALID,
            Finding(place, text, "change the answer to one that a run can get", severity="warning"),
        )
    for misfit in played.misfits:
        text = message("scenario `{}`: {}", scenario.name, misfit.message)
        yield (
            FORBIDDEN,
            Finding(Place(path, misfit.pointer), text, "change the answer to match the schema"),
        )
    for flaw in played.flaws:
        place = Place(path, flaw.pointer, flaw.part)
        text = message("scenario `{}`: {}", scenario.name, flaw.message)
        if "expect" in flaw.pointer:
            remedy = "correct the contract, or the assertion of the script"
            yield FAILED, because(Finding(place, text, remedy), errors)
        else:
            yield INVALID, Finding(place, text, CORRECT)
