"""Pointers → ranges, once, for the findings there are (design §4, §8)."""

from __future__ import annotations

from phaselint.vocabulary.diagnostic import order_of
from phaselint.vocabulary.finding import WHOLE_FILE, Edit, Fix, Place, Related, Witness, WitnessStep
from phaselint.vocabulary.hit import Hit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from phaselint.diagram.model import Drawing, View
    from phaselint.document.bypath import DocumentsByPath
    from phaselint.linting.repeats import Lists
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.finding import Finding, Range


def located(
    hits: Iterable[Hit], documents: DocumentsByPath, *, steps: bool = True
) -> tuple[Hit, ...]:
    """Hits with their ranges, in the order of their places. Contracts may share a document; what
    it says about itself is said once. `steps` as in `locate`."""
    first: dict[tuple[object, ...], Hit] = {}
    change, fitting = ranged(documents), _fitting(documents)
    for hit in hits:
        finding = hit.finding
        if not all(each.range for each in all_places(finding)):
            finding = map_places(fitting(finding), change, steps=steps)
        elif finding.fix is not None:
            finding = fitting(finding)
        found = (hit.rule.name, finding.place, finding.message)
        if found not in first:
            first[found] = _with(hit, finding, viewed(hit.view, change))
    return tuple(sorted(first.values(), key=lambda hit: order_of(hit.rule, hit.finding)))


def located_in(hits: Iterable[Hit], documents: DocumentsByPath) -> Iterator[Hit]:
    """Hits with the ranges of their places in some documents; other places stay as they are."""
    change, fitting = ranged(documents, None), _fitting(documents)
    for hit in hits:
        finding = map_places(fitting(hit.finding), change)
        yield _with(hit, finding, viewed(hit.view, change))


def _with(hit: Hit, finding: Finding, view: View | None) -> Hit:
    """A hit with another finding, and what there is to see of that."""
    if finding is hit.finding and view is hit.view:
        return hit
    return Hit(hit.rule, finding, hit.target, hit.proof, view)


def locate(finding: Finding, documents: DocumentsByPath, *, steps: bool = True) -> Finding:
    """Give every place of a finding its range; those of the steps of its witness only if wanted."""
    return map_places(_fitting(documents)(finding), ranged(documents), steps=steps)


def _fitting(documents: DocumentsByPath) -> Callable[[Finding], Finding]:
    """Return a function that gives a finding edits which keep the quotes of the strings that they
    replace, and bring no name into a list that already has it."""
    lists: Lists | None = None

    def fitted(finding: Finding) -> Finding:
        nonlocal lists
        if finding.fix is None or not finding.fix.edits:
            return finding
        from phaselint.linting.quotes import within_quotes
        from phaselint.linting.repeats import Lists

        lists = lists or Lists(documents)
        return within_quotes(lists.without_repeats(finding), documents)

    return fitted


def ranged(
    documents: DocumentsByPath, elsewhere: Range | None = WHOLE_FILE
) -> Callable[[Place], Place]:
    """Return a function that gives a place its range, also where that isn't in a document. It
    remembers places: the runs that findings tell go over the same ones again and again."""
    known: dict[Place, Place] = {}

    def placed(place: Place) -> Place:
        if place.range is not None:
            return place
        if place not in known:
            document = documents.get(place.file)
            found = document.range(place.pointer, place.part) if document else elsewhere
            known[place] = Place(place.file, place.pointer, place.part, found)
        return known[place]

    return placed


def viewed(view: View | None, change: Callable[[Place], Place]) -> View | None:
    """What there is to see of a finding with every place in it changed."""
    if view is None:
        return None
    from phaselint.diagram.places import map_view

    return map_view(view, change)


def map_places(
    finding: Finding, change: Callable[[Place], Place], *, steps: bool = True
) -> Finding:
    """The finding with every place in it changed: its own, related ones, steps and edits."""
    witness, fix, related = finding.witness, finding.fix, finding.related
    # Most findings have none of these, and a copy of a record costs as much as its checks. Made
    # anew by position, a small record costs half of that.
    if witness is not None and witness.steps and steps:
        changed = tuple(
            WitnessStep(step.text, change(step.place), step.phase) if step.place else step
            for step in witness.steps
        )
        witness = Witness(witness.data, changed, witness.blocked, witness.table)
    if fix is not None and fix.edits:
        edits = tuple(Edit(change(edit.place), edit.text) for edit in fix.edits)
        fix = Fix(fix.safety, fix.title, edits)
    if related:
        related = tuple(Related(change(each.place), each.message) for each in related)
    explains = tuple(each._replace(place=change(each.place)) for each in finding.explains)
    former = finding.former
    if former is not None and former.places:
        former = former._replace(places=tuple(map(change, former.places)))
    return finding._replace(
        place=change(finding.place),
        related=related,
        witness=witness,
        fix=fix,
        explains=explains,
        former=former,
    )


def all_places(finding: Finding) -> Iterator[Place]:
    """Every place of a finding, those of its edits and of what it explains too."""
    yield from places(finding)
    for explained in finding.explains:
        yield explained.place
    for edit in finding.fix.edits if finding.fix else ():
        yield edit.place
    if finding.former is not None:
        yield from finding.former.places


def places(finding: Finding) -> Iterator[Place]:
    """Every place of a finding that a report may show a line of."""
    yield finding.place
    for related in finding.related:
        yield related.place
    for step in finding.witness.steps if finding.witness else ():
        if step.place is not None:
            yield step.place


def shown_lines(
    found: Iterable[Hit | Diagnostic], drawings: Collection[Drawing] = ()
) -> Iterator[tuple[str, int]]:
    """The file and the number of every line that a report may show of located findings and of
    graphs: those that places start on, and those around steps of runs."""
    for each in found:
        yield from _starts(places(each.finding))
        if each.view is not None:
            from phaselint.diagram.places import view_lines

            yield from view_lines(each.view)
    if drawings:
        from phaselint.diagram.places import drawing_places

        for drawing in drawings:
            yield from _starts(drawing_places(drawing))


def _starts(those: Iterable[Place]) -> Iterator[tuple[str, int]]:
    """The file and the number of the line that each place starts on, if it has a range."""
    return ((each.file, each.range.start.line) for each in those if each.range is not None)
