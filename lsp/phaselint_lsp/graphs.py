"""The graph of a contract as a page with the viewer of reports, and what of it is at a position.

The page is made in a thread, on facts of its own; only what the project keeps is taken before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.project.substituting import Substituting
from phaselint.vocabulary.errors import UsageError
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.step_budget import StepBudget, allowing
from phaselint_lsp.aligning import align
from phaselint_lsp.covering import coverage_of
from phaselint_lsp.hover import span_of_finding
from phaselint_lsp.navigation import extent_of
from phaselint_lsp.running import bench
from phaselint_lsp.uris import uri_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from phaselint.diagram.model import Drawing
    from phaselint.dialects.base import Target
    from phaselint.dialects.reader import Reader
    from phaselint.dialects.symbols import Occurrence
    from phaselint.document import Document
    from phaselint.executor.coverage import Coverage
    from phaselint.linting.result import Result
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.finding import Finding
    from phaselint.vocabulary.hit import Hit
    from phaselint_lsp.document_cache import DocumentCache, Held
    from phaselint_lsp.project import Project
    from phaselint_lsp.running import Bench
    from phaselint_lsp.snapshot import Snapshot

FORMATS = ("mermaid", "html")
"""What the graph of a contract can be asked for as."""

_Key = tuple[str, str, tuple[object, ...]]


class GraphView(NamedTuple):
    """What a picture of a contract is made from: the contract, read anew, what is reported of it,
    and what its scripts take of it, if they were run. `root` is the folder that its files are named
    from."""

    bench: Bench
    reader: Reader
    reported: tuple[Diagnostic, ...]
    root: str
    coverage: Coverage | None = None


def graph_view(project: Project, target: Target) -> GraphView:
    """Read a contract for a picture of it; where a document does not parse, as it was repaired."""
    state = project.states[target]
    reader = Substituting(project.reader, state.repaired)
    drawn = bench(project.dialect(target.dialect), reader, target, project.task(target))
    files = {hit.finding.place.file for hit in state.hits}
    reported = (each for file in sorted(files) for each in project.findings(file))
    coverage = coverage_of(project, target, drawn.facts.contract.documents)
    return GraphView(drawn, reader, tuple(reported), project.root, coverage)


def page(made_of: GraphView) -> dict[str, Any]:
    """The page of a contract, as the answer of a command: with the names of its nodes in their
    order, and what the page calls each finding, by fingerprint.

    Raises:
        UsageError: there is no graph.
        PluginError: code of a plugin failed.
    """
    from phaselint.report.html import alone
    from phaselint.report.html.assets import embedded

    target = made_of.bench.target
    result = pictured(made_of)
    drawings = tuple(result.drawings.values())
    if not drawings:
        word = made_of.bench.dialect.word
        raise UsageError(f"{target.path}: no graph to draw, because the contract has no {word}")
    return {
        "contract": target.path,
        "format": "html",
        "text": alone(result, embedded()),
        "root": uri_of(made_of.root),
        "nodes": [node.name for node in drawings[0].nodes],
        "findings": {
            each.fingerprint: f"finding-{number}" for number, each in enumerate(result.findings, 1)
        },
    }


def pictured(made_of: GraphView) -> Result:
    """A contract with what is reported of it, the graph, and what there is to see in it. What was
    found is found again for that; no finding is proved."""
    from phaselint.diagram.places import map_drawing
    from phaselint.linting.diagrams import pictured as hung
    from phaselint.linting.execution_result import Studied
    from phaselint.linting.internal_errors import Defects
    from phaselint.linting.locate import locate, ranged, viewed
    from phaselint.linting.result import Result

    dialect, target, facts, task, _ = made_of.bench
    defects = Defects(dialect, target, task.rules)
    with allowing(StepBudget()):
        known = {_key(each.rule.code, each.finding): each for each in made_of.reported}
        hits = tuple(_again(made_of.bench, known, defects))
        studied = Studied(dialect, made_of.reader, facts, task, defects)
        seen, drawing = hung(studied, hits)
    documents = facts.contract.documents
    change = ranged(documents)
    findings = tuple(
        known[_key(hit.rule.code, hit.finding)]._replace(
            finding=locate(hit.finding, documents),
            dialect=target.dialect,
            contract=target.path,
            view=viewed(hit.view, change),
        )
        for hit in seen
    )
    drawings = (
        {} if drawing is None else {(target.dialect, target.path): map_drawing(drawing, change)}
    )
    covered = made_of.coverage
    return Result(
        findings,
        lines=_lines(findings, drawings, documents),
        coverages={} if covered is None else {(target.dialect, target.path): covered.moved(change)},
        drawings=drawings,
    )


def _again(bench: Bench, known: Mapping[_Key, Diagnostic], defects: Any) -> Iterator[Hit]:
    """What rules find in a contract and is reported: not what is suppressed or not asked for."""
    from phaselint.linting.rule_runner import hits_of

    dialect, target, facts, task, _ = bench
    chosen = task.chosen or task.choose(dialect)
    wanted = dict(known)
    for hit in hits_of(chosen.themes, facts, target, defects, dialect.held):
        if wanted.pop(_key(hit.rule.code, hit.finding), None) is not None:
            yield hit


def _key(code: str, finding: Finding) -> _Key:
    """What tells findings apart, wherever their lines are."""
    place = finding.place
    return code, finding.message, (place.file, place.pointer, place.part)


def _lines(
    findings: Sequence[Diagnostic],
    drawings: Mapping[tuple[str, str], Drawing],
    documents: Mapping[str, Document],
) -> dict[str, dict[int, str]]:
    """The source lines that the page shows."""
    from phaselint.linting.locate import shown_lines

    lines: dict[str, dict[int, str]] = {}
    for file, number in shown_lines(findings, drawings.values()):
        if file in documents:
            lines.setdefault(file, {})[number] = documents[file].line(number)
    return lines


# --- what is at a position -----------------------------------------------------------------------


class There(NamedTuple):
    """What of a graph a position is in: the name of a node, the innermost; empty where it is in
    none; and the fingerprints of findings."""

    node: str = ""
    findings: tuple[str, ...] = ()


def there(snapshot: Snapshot, shelf: DocumentCache, offset: int, contract: str = "") -> There:
    """What of the graph of a contract is at an offset of the open document; `contract` names one
    of several."""
    found = (held for held in shelf.own() if contract in ("", held.target.path))
    held = next(found, None)
    if held is None:
        return There()
    findings = tuple(
        each.fingerprint for each in snapshot.findings if _around(snapshot, each, offset)
    )
    return There(_node(snapshot, held, offset), findings)


def _around(snapshot: Snapshot, finding: Diagnostic, offset: int) -> bool:
    """Whether a finding is about what is on the line of an offset, up to the end of its place."""
    start, end = span_of_finding(snapshot, finding)
    first = snapshot.text.rfind("\n", 0, start) + 1
    rest = snapshot.text.find("\n", end)
    return end > 0 and first <= offset <= (rest if rest >= 0 else len(snapshot.text))


def _node(snapshot: Snapshot, held: Held, offset: int) -> str:
    """The phase that an offset is about: the innermost whose definition it is in; else that of
    which an entry around it says something, as `next` does of the stages of a pipeline."""
    document = held.documents.get(snapshot.file)
    old = align(document.text, snapshot.text).back(offset) if document is not None else None
    if document is None or old is None:
        return ""
    phases = [
        each
        for each in held.symbols.occurrences
        if each.place.file == snapshot.file and each.symbol.kind == "phase"
    ]
    definitions = [each for each in phases if each.role == "definition"]
    entries = [
        each._replace(extent=each.place.pointer)
        for each in phases
        if each.role == "reference" and each.place.part == "key" and each.place.range is None
    ]
    return _innermost(document, definitions, old) or _innermost(document, entries, old)


def _innermost(document: Document, occurrences: Iterable[Occurrence], offset: int) -> str:
    """The name of that whose extent is the smallest around an offset."""
    extents = ((*extent_of(document, each), each.symbol.name) for each in occurrences)
    around = ((end - start, name) for start, end, name in extents if start <= offset <= end)
    return min(around, default=(0, ""))[1]
