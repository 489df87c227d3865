"""The blocks of the `text` format: each finding with its source, its run, its proof and what to do.

A run without findings does not load them."""

from __future__ import annotations

from phaselint.report.terminal import clipped, escape, link, readable, width
from phaselint.report.wording import line_of, page, spot
from phaselint.vocabulary.finding import WitnessStep
from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from phaselint.linting.result import Result
    from phaselint.report import Style
    from phaselint.report.folding import Fold
    from phaselint.report.frame import Lines, Pen
    from phaselint.report.terminal import Paint
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.finding import Explained, Proof, Table

MOST_CAUSES = 10
"""How many causes are all shown in full; where there are more, only the first `IN_FULL` are."""

IN_FULL = 3

MOST_PLACES = 3
"""How many different things are listed that the same is said about."""

LONGEST = 100
"""How many characters are shown of what is said about another place."""

MISSING = "missing"
"""What is in a cell of a table where something must be and is not."""


def blocks(result: Result, style: Style, paint: Paint) -> Iterator[str]:
    """Yield a block for each cause, in groups where that is asked for."""
    from phaselint.report.folding import grouped

    groups = grouped(result.findings, style.group, apart=style.apart)
    if not style.group and not style.apart and len(groups[0].folds) > MOST_CAUSES:
        yield from _in_short(groups[0].folds, result, style, paint)
        return
    listing = style.apart or style.group == "none"
    for group in groups:
        if group.heading:
            yield f"{paint(escape(group.heading), 'strong')}\n\n"
        for fold in group.folds:
            yield from block(fold, result.lines, paint, style, listing=listing)
            yield "\n"


def _in_short(folds: Sequence[Fold], result: Result, style: Style, paint: Paint) -> Iterator[str]:
    """Yield the first causes in full, the others in two lines each."""
    for fold in folds[:IN_FULL]:
        yield from block(fold, result.lines, paint, style)
        yield "\n"
    for fold in folds[IN_FULL:]:
        finding = fold.shown
        yield _heading(finding, paint, linked=style.links)
        yield f"  {paint('-->', 'frame')} {escape(spot(finding.place))}{_more(fold)}\n"
    left = plural(len(folds) - IN_FULL, "more cause")
    yield f"\n{left} in short: `--group none` shows each finding in full\n\n"


def _more(fold: Fold) -> str:
    """What else there is to a cause that is shown in short."""
    more = []
    if fold.others:
        more.append(f"and {plural(len(fold.others), 'more place')}")
    if fold.consequences:
        more.append(f"consequences: {_rules(fold.consequences)}")
    shown = fold.shown
    if shown.fix is not None and shown.fix.edits:
        more.append(f"fix ({shown.fix.safety})")
    if shown.proof is not None and shown.proof.status in {"unproved", "refuted"}:
        more.append("not confirmed")
    return "".join(f", {each}" for each in more)


def _heading(finding: Diagnostic, paint: Paint, *, linked: bool) -> str:
    level = paint(f"{finding.level}[{finding.code}]", finding.level)
    name = paint(finding.name, "strong")
    if linked:
        name = link(name, page(finding.rule))
    return f"{level} {name}: {paint(readable(finding.said), 'strong')}\n"


def block(
    fold: Fold, lines: Lines, paint: Paint, style: Style | None = None, *, listing: bool = False
) -> Iterator[str]:
    """Yield the lines of what is shown of a fold, and where else the same is said, as a terminal
    shows it if its style is given. `listing` lists what it explains, not only why it is an
    error."""
    from phaselint.report.frame import frames, pen_for

    finding = fold.shown
    pen = pen_for(finding, paint, style.columns if style else 0)
    yield _heading(finding, paint, linked=bool(style and style.links))
    yield from frames(finding, lines, pen)
    if finding.witness:
        if finding.witness.table:
            yield from _table(finding.witness.table, pen)
        yield from _run(finding.witness.steps, finding.place.file, pen)
        yield from _blocked(finding.witness.blocked, pen)
    if listing and not (finding.witness and finding.witness.steps):
        yield from _film(finding, pen)
    yield from _confirmation(finding, pen)
    yield from _explained(finding.explains, pen, listing=listing)
    if finding.confidence != "high":
        yield _note("confidence", finding.confidence, pen)
    if finding.help:
        yield _note("help", readable(finding.help), pen)
    if finding.fix and finding.fix.edits:
        yield _note(f"fix ({finding.fix.safety})", escape(finding.fix.title), pen)
    if fold.others:
        yield from _others(fold, pen)
    if fold.consequences:
        yield _note("consequences", _rules(fold.consequences), pen)


def _confirmation(finding: Diagnostic, pen: Pen) -> Iterator[str]:
    """The verdict of the dry run; nothing for a finding that needs no run."""
    from phaselint.report.verdicts import verdict

    if finding.proof and finding.name == "refuted-finding":
        yield from _script(finding.proof, pen)
    elif finding.proof and (said := verdict(finding.proof)):
        yield _note(said.label, escape(said.told), pen)


def _others(fold: Fold, pen: Pen) -> Iterator[str]:
    """A line for each place of which the same is said, and what is different there."""
    from phaselint.report.folding import told_apart

    fixed = sum(each.fix is not None and bool(each.fix.edits) for each in fold.others)
    fixes = f", {fixed} with a fix" if fixed else ""
    yield _note("the same", f"in {plural(len(fold.others), 'more place')}{fixes}", pen)
    said: dict[str, list[Diagnostic]] = {}
    for each in fold.others:
        said.setdefault(told_apart(each, fold.shown), []).append(each)
    indent = " " * (pen.width + 4)
    for what, places in [*said.items()][:MOST_PLACES]:
        where = escape(spot(places[0].place))
        more = f" and {len(places) - 1} more" if len(places) > 1 else ""
        yield f"{indent}{where}{more}{f': {clipped(escape(what), LONGEST)}' if what else ''}\n"
    left = sum(len(places) for places in [*said.values()][MOST_PLACES:])
    if left:
        yield f"{indent}and {left} more\n"


def _rules(findings: Sequence[Diagnostic]) -> str:
    """How many findings there are of each rule."""
    names = [each.name for each in findings]
    return ", ".join(f"{name} ({names.count(name)})" for name in dict.fromkeys(names))


def _explained(explains: Sequence[Explained], pen: Pen, *, listing: bool) -> Iterator[str]:
    """Why a finding is an error that would be none otherwise, and what else it explains."""
    for each in explains:
        if each.raised:
            yield _note("raised to error", escape(each.message), pen)
        elif listing:
            said = f"{each.rule} ({escape(spot(each.place))}): {escape(each.message)}"
            yield _note("explains", said, pen)


def _script(proof: Proof, pen: Pen) -> Iterator[str]:
    """The script of a proof as it can be saved: what to report with our own bug."""
    if proof.script is None:
        return
    from phaselint.executor.script import as_yaml

    yield _note("script", "", pen)
    for line in as_yaml(proof.script).splitlines():
        yield f"{' ' * pen.width}   {escape(line)}\n"


def _note(word: str, content: str, pen: Pen) -> str:
    sign = pen.paint("=", "frame")
    return f"{' ' * pen.width} {sign} {pen.paint(word, 'strong')}: {content}".rstrip() + "\n"


def _table(table: Table, pen: Pen) -> Iterator[str]:
    """The rows of a table below each other; what is missing in them stands out."""
    from phaselint.report.frame import MOST

    rows = [table.heading, *table.rows[:MOST]]
    words = [[escape(MISSING if cell is None else cell) for cell in row] for row in rows]
    widths = [max(map(width, column)) for column in zip(*words, strict=True)]
    for row, shown in zip(rows, words, strict=True):
        cells = [
            (pen.paint(word, pen.role) if cell is None else word) + " " * (most - width(word))
            for cell, word, most in zip(row, shown, widths, strict=True)
        ]
        yield pen.rule("   ".join(cells).rstrip())
    if len(table.rows) > MOST:
        yield pen.rule(f"... {plural(len(table.rows) - MOST, 'more row')}")
    yield pen.rule()


def _run(steps: Sequence[WitnessStep], file: str, pen: Pen) -> Iterator[str]:
    from phaselint.report.frame import MOST

    if not steps:
        return
    yield _note("the run", "", pen)
    yield from _numbered(steps[:MOST], file, pen)
    if len(steps) > MOST:
        yield f"{' ' * (pen.width + 8)}... {plural(len(steps) - MOST, 'more step')}\n"


def _film(finding: Diagnostic, pen: Pen) -> Iterator[str]:
    """The simulated run that confirms a finding, step by step, where a run was drawn."""
    film = finding.view.film if finding.view else None
    if film is None or not film.replayed:
        return
    yield _note("the run", "", pen)
    steps = [WitnessStep(said, frame.place) for frame in film.frames for said in frame.said]
    yield from _numbered(steps, finding.place.file, pen)
    if film.ending:
        yield f"{' ' * (pen.width + 8)}{escape(film.ending)}\n"


def _numbered(steps: Iterable[WitnessStep], file: str, pen: Pen) -> Iterator[str]:
    indent = " " * (pen.width + 4)
    for number, step in enumerate(steps, 1):
        yield f"{indent}{number:>2}. {escape(step.text)}{_where(step, file, pen)}\n"


def _where(step: WitnessStep, file: str, pen: Pen) -> str:
    """The place of a step; of a file next to the finding's own the name is enough."""
    if step.place is None:
        return ""
    folder, slash, name = step.place.file.rpartition("/")
    beside = file.rpartition("/")[0] == folder
    shown = name if beside else folder + slash + name
    return "  " + pen.paint(f"({escape(shown)}:{line_of(step.place)})", "faint")


def _blocked(ways: Sequence[str], pen: Pen) -> Iterator[str]:
    from phaselint.report.frame import MOST

    for way in ways[:MOST]:
        yield _note("blocked", escape(way), pen)
    if len(ways) > MOST:
        yield _note("blocked", f"... {len(ways) - MOST} more", pen)
