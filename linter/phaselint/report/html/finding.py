"""A finding as a part of a page: readable without scripts, and a place for its picture."""

from __future__ import annotations

from phaselint.diagram.animation_trimming import MOST_FRAMES
from phaselint.report.folding import told_apart
from phaselint.report.html.markup import NOTHING, Markup, joined, prose, tag, text
from phaselint.report.html.rules import anchor
from phaselint.report.html.source import excerpts
from phaselint.report.verdicts import verdict
from phaselint.report.wording import extent, spot
from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from phaselint.report.folding import Fold
    from phaselint.report.html.film import Films, Lines
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.finding import Proof, Table, Witness, WitnessStep

MOST = 200
"""How many blocked ways and rows of a finding are shown; the rest is counted."""


def article(
    fold: Fold, names: Mapping[int, str], lines: Lines, films: Films | None = None
) -> Markup:
    """A finding, with those that say the same and its consequences.

    Args:
        names: what the page calls each finding, as the target of links, by its identity in memory.
        films: those of its contract, where there is a picture of it, for which the viewer is given
            room.
    """
    finding = fold.shown
    name = names[id(finding)]
    film = finding.view.film if films and finding.view else None
    # A run that is retold is told by its film.
    run = finding.witness.steps if finding.witness and (film is None or film.replayed) else ()
    picture = NOTHING
    if films is not None:
        steps = films.steps(film, name, finding.name, alone=not run) if film else NOTHING
        picture = tag("div", steps, class_="picture", data_finding=name)
    words = tag(
        "div",
        excerpts(finding, lines),
        _witness(finding.witness, run, finding.place.file) if finding.witness else NOTHING,
        _notes(finding),
        _same(fold, names),
        _consequences(fold, names),
        class_="words",
    )
    return tag(
        "article",
        _head(finding, name),
        words,
        picture,
        id=name,
        tabindex=-1,
        class_=f"finding {finding.level}" + (" pictured" * bool(films)) + (" played" * bool(film)),
        **facets(finding),
    )


def _head(finding: Diagnostic, name: str) -> Markup:
    """Severity, rule and verdict of a finding, and what it says."""
    return tag(
        "header",
        tag(
            "h3",
            tag("span", text(finding.level), class_=f"level {finding.level}"),
            tag("a", text(finding.name), href=f"#{name}", class_="rule"),
            tag("a", text(finding.code), href=f"#{anchor(finding.rule)}", class_="code"),
            badge(finding),
        ),
        tag("p", prose(finding.said), class_="message"),
    )


def _same(fold: Fold, names: Mapping[int, str]) -> Markup:
    """The other places of which the same is said, with what is different there."""
    if not fold.others:
        return NOTHING
    rows = [_place(each, names, told_apart(each, fold.shown)) for each in fold.others]
    return _folded(f"The same in {plural(len(rows), 'more place')}", rows)


def _consequences(fold: Fold, names: Mapping[int, str]) -> Markup:
    """The findings that disappear with one."""
    if not fold.consequences:
        return NOTHING
    rows = [_place(each, names, each.said) for each in fold.consequences]
    return _folded(plural(len(rows), "consequence"), rows)


def _folded(words: str, rows: Sequence[Markup]) -> Markup:
    return tag("details", tag("summary", text(words)), tag("ul", *rows), class_="same")


def _place(finding: Diagnostic, names: Mapping[int, str], said: str) -> Markup:
    """A finding as a line of the one that it is folded under."""
    words = (tag("span", prose(said), class_="said"),) if said else ()
    return tag(
        "li",
        tag("span", text(spot(finding.place)), class_="where"),
        *words,
        id=names[id(finding)],
        class_="finding place",
        **facets(finding),
    )


def facets(finding: Diagnostic) -> dict[str, str]:
    """What findings are filtered by."""
    return {
        "data_severity": finding.level,
        "data_rule": finding.name,
        "data_code": finding.code,
        "data_contract": finding.contract,
        "data_proof": _label(finding.proof),
    }


def _label(proof: Proof | None) -> str:
    """The label of the verdict on a finding."""
    said = verdict(proof) if proof is not None else None
    return said.label if said else "not run" if proof is None else "needs no run"


def badge(finding: Diagnostic) -> Markup:
    """The label of the verdict on a finding."""
    proof = finding.proof
    if proof is None or proof.status == "static":
        return NOTHING
    return tag("span", text(_label(proof)), class_=f"badge {proof.status}")


def row(finding: Diagnostic, target: str) -> Markup:
    """A finding as a line of a list that leads to it."""
    return tag(
        "li",
        tag("span", text(finding.level), class_=f"level {finding.level}"),
        tag("a", prose(finding.said), href=target),
        tag("span", text(f"{finding.code} {finding.name}"), class_="rule"),
        tag("span", text(spot(finding.place)), class_="where"),
        class_=f"finding line {finding.level}",
        **facets(finding),
    )


def silenced(finding: Diagnostic) -> Markup:
    """A finding that is not counted, and why."""
    why = finding.suppression
    reason = (
        f" ({why.kind}: {why.reason})" if why and why.reason else f" ({why.kind})" if why else ""
    )
    return tag(
        "li",
        tag("span", text(f"{finding.code} {finding.name}"), class_="rule"),
        tag("span", prose(finding.said + reason)),
        tag("span", text(spot(finding.place)), class_="where"),
    )


def _witness(witness: Witness, run: Sequence[WitnessStep], file: str) -> Markup:
    """What a witness has, with as much of its run as is told here."""
    return joined(
        (
            _table(witness.table) if witness.table else NOTHING,
            _run(run, file),
            _blocked(witness.blocked),
        )
    )


def _table(table: Table) -> Markup:
    """Words side by side; what is missing stands out."""
    head = tag("tr", *(tag("th", text(cell), scope="col") for cell in table.heading))
    body = [
        tag("tr", *(tag("td", text(cell)) if cell is not None else _missing() for cell in row))
        for row in table.rows[:MOST]
    ]
    whole = tag("table", tag("thead", head), tag("tbody", *body))
    return tag("div", whole, class_="table", tabindex=0, role="region", aria_label="witness")


def _missing() -> Markup:
    return tag("td", tag("strong", text("missing")), class_="missing")


def _run(steps: Sequence[WitnessStep], file: str) -> Markup:
    if not steps:
        return NOTHING
    # Of a longer run its start and its end, as in its film.
    head, over = tag("h4", text("The run")), len(steps) - MOST_FRAMES
    if over <= 0:
        return joined((head, _steps(steps, file)))
    half = MOST_FRAMES // 2
    gap = tag("p", text(f"… {plural(over, 'step')} left out …"), class_="more")
    rest = steps[half + over :]
    return joined((head, _steps(steps[:half], file), gap, _steps(rest, file, half + over + 1)))


def _steps(steps: Sequence[WitnessStep], file: str, first: int = 1) -> Markup:
    """Steps of a run, numbered from that of the first."""
    items = (tag("li", prose(step.text), _where(step, file)) for step in steps)
    return tag("ol", *items, class_="steps", start=str(first) if first > 1 else None)


def _where(step: WitnessStep, file: str) -> Markup:
    """The place of a step; of a file next to the finding's own the name is enough."""
    if step.place is None:
        return NOTHING
    folder, slash, name = step.place.file.rpartition("/")
    beside = file.rpartition("/")[0] == folder
    place = f"{name if beside else folder + slash + name}:{extent(step.place).start.line}"
    return tag("span", text(place), class_="where", title=spot(step.place))


def _blocked(ways: Sequence[str]) -> Markup:
    if not ways:
        return NOTHING
    items = [tag("li", prose(way)) for way in ways[:MOST]]
    return joined(
        (tag("h4", text("Blocked")), tag("ul", *items, class_="ways"), _more(ways, "transition"))
    )


def _more(things: Sequence[object], noun: str) -> Markup:
    if len(things) <= MOST:
        return NOTHING
    return tag("p", text(f"… {plural(len(things) - MOST, f'more {noun}')}"), class_="more")


def _notes(finding: Diagnostic) -> Markup:
    """What to do about it, and what its proof leaves open."""
    rows: list[tuple[str, Markup]] = []
    if finding.help:
        rows.append(("help", prose(finding.help)))
    if finding.fix and finding.fix.edits:
        rows.append((f"fix ({finding.fix.safety})", prose(finding.fix.title)))
    said = verdict(finding.proof) if finding.proof else None
    if said:
        rows.append((said.label, prose(said.told)))
    if finding.confidence != "high":
        rows.append(("confidence", text(finding.confidence)))
    if not rows:
        return NOTHING
    pairs = (joined((tag("dt", text(word)), tag("dd", said))) for word, said in rows)
    return tag("dl", *pairs, class_="notes")
