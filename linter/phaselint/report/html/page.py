"""Whole pages: the shell around them, and the part that shows one contract."""

from __future__ import annotations

from phaselint.diagram.model import arrows_between
from phaselint.report.html.data import contract_data
from phaselint.report.html.film import Films
from phaselint.report.html.finding import article, silenced
from phaselint.report.html.markup import NOTHING, Markup, prose, tag, text
from phaselint.report.html.words import in_words, summary
from phaselint.report.jsonformat import dump
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from phaselint.behavior.standing import Standing
    from phaselint.diagram.model import Drawing, View
    from phaselint.executor.coverage import Coverage
    from phaselint.report.folding import Fold
    from phaselint.report.html.data import Data
    from phaselint.report.html.film import Lines
    from phaselint.vocabulary.diagnostic import Diagnostic

GENERATOR = "phaselint"
"""What a page says made it."""

LONG = 100
"""Findings up to which a page is laid out in full at once."""

CARDS = 30
"""Cards that are open at first on a page."""

UNSCRIPTED = "The diagram requires JavaScript; here it is in words."
"""What is said in place of a picture where scripts don't run."""


class Contract(NamedTuple):
    """What a report has of a contract: its findings with the name of each on the page, the same by
    their causes, its graph where there is one, what its scripts take of it, and the status of its
    policies where asked. The name is empty for findings that don't belong to a contract."""

    name: str
    dialect: str = ""
    findings: Sequence[tuple[str, Diagnostic]] = ()
    folds: Sequence[Fold] = ()
    drawing: Drawing | None = None
    coverage: Coverage | None = None
    policies: Sequence[Standing] = ()

    @property
    def key(self) -> tuple[str, str]:
        """What tells it from all others."""
        return (self.dialect, self.name)

    @property
    def heading(self) -> str:
        """What it is called on a page."""
        return self.name or "Outside the contracts"

    def counts(self) -> dict[str, int]:
        """How many findings there are of each severity, the worst first."""
        levels = [finding.level for _, finding in self.findings]
        return {level: levels.count(level) for level in ("error", "warning", "info")}


def whole(title: str, body: Iterable[Markup], parts: tuple[Markup, Markup]) -> str:
    """A page.

    Args:
        parts: what ends its head and its body, as `assets` has it.
    """
    from phaselint import __version__

    head, script = parts
    page = tag(
        "html",
        tag(
            "head",
            tag("meta", charset="utf-8"),
            head,
            tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
            tag("meta", name="generator", content=f"{GENERATOR} {__version__}"),
            tag("meta", name="referrer", content="no-referrer"),
            tag("meta", name="color-scheme", content="light dark"),
            tag("link", rel="icon", href="data:,"),
            tag("title", text(title)),
        ),
        tag("body", *body, script),
        lang="en",
    )
    return f"<!DOCTYPE html>\n{page}\n"


def main(count: int, *parts: Markup) -> Markup:
    """What is between the top and the foot of a page with so many findings."""
    return tag("main", *parts, class_="long" if count > LONG else None)


def section(
    contract: Contract,
    lines: Lines,
    number: int,
    *,
    clean: str = "",
    heading: str = "h2",
    room: int = CARDS,
) -> Markup:
    """The part of a page that shows a contract: its graph, then a card for each cause. `clean` is
    what it says where there are none; `heading` is `h1` on a page that is about this contract
    alone; `room` is how many cards are open at first."""
    key = f"contract-{number}"
    names = {id(finding): name for name, finding in contract.findings}
    films = Films(contract.drawing, lines) if contract.drawing else None
    articles = [
        article(fold, names, lines, films if is_pictured(contract, fold.shown) else None)
        for fold in contract.folds
    ]
    rest = articles[room:]
    if rest:
        more = plural(len(rest), "more cause" if room else "cause")
        articles[room:] = [tag("details", tag("summary", text(more)), *rest, class_="rest")]
    return tag(
        "section",
        tag(
            "header",
            tag(heading, tag("a", text(contract.heading), href=f"#{key}")),
            tag("p", text(_about(contract, clean)), class_="about"),
        ),
        graph(contract, films, unfolded=room > 0) if films else NOTHING,
        _covered(contract.coverage) if contract.coverage else NOTHING,
        _policies(contract) if contract.policies else NOTHING,
        *articles,
        class_="contract" if room else "contract folded",
        id=key,
    )


def _covered(coverage: Coverage) -> Markup:
    """What scripts take; pages that do not show it are made without that code."""
    from phaselint.report.html.coverage import covered

    return covered(coverage)


def _policies(contract: Contract) -> Markup:
    """How policies stand; pages without any are made without that code."""
    from phaselint.report.html.policies import listed

    return listed(contract.policies, contract.findings)


def graph(contract: Contract, films: Films, *, unfolded: bool = True) -> Markup:
    """The graph of a contract, with what its findings show in it. The films are those that its
    articles have."""
    drawing = contract.drawing
    assert drawing is not None
    shown = {id(fold.shown) for fold in contract.folds}
    views = {
        name: finding.view if id(finding) in shown else finding.view._replace(small=(), film=None)
        for name, finding in contract.findings
        if finding.view is not None
    }
    opened = unfolded and bool(drawing.arrows)
    return drawn(drawing, views, films, of=contract.heading, opened=opened)


def drawn(
    drawing: Drawing,
    views: Mapping[str, View],
    films: Films,
    *,
    of: str,
    opened: bool,
    title: str = "Graph",
    unscripted: str = UNSCRIPTED,
) -> Markup:
    """A graph: room for the picture, the words, and the data of both.

    Args:
        views: what is seen in it, by the names of findings or runs on the page.
        films: those of the articles that belong to it, which are made before.
        of: what it is the graph of, for who doesn't see it.
        opened: whether it is open at first.
        unscripted: what is said in place of the picture where scripts don't run.
    """
    # One piece of data of a page can be read without the others.
    left_out = tag("p", prose(drawing.left_out), class_="left-out") if drawing.left_out else NOTHING
    return tag(
        "details",
        tag("summary", text(f"{title}: {summary(drawing)}")),
        left_out,
        tag("noscript", tag("p", text(unscripted))),
        tag("div", NOTHING, class_="graph", data_label=f"graph of {of}"),
        in_words(drawing),
        data_block(contract_data(drawing, views, films)),
        class_="whole",
        open=opened,
    )


def data_block(data: Data) -> Markup:
    """Data for the viewer. Nothing in them can end the element or begin another."""
    written = dump(data).replace("<", "\\u003c")
    return tag("script", Markup(written), type="application/json")


def is_pictured(contract: Contract, finding: Diagnostic) -> bool:
    """Whether there is a picture of a finding: of a run, or of what it marks where that has a way
    between nodes; boxes alone show nothing that the words don't say."""
    view, drawing = finding.view, contract.drawing
    if view is None or drawing is None:
        return False
    return view.film is not None or bool(view.marks and arrows_between(drawing, view.small))


def suppressed(findings: Sequence[Diagnostic]) -> Markup:
    """The findings that are not counted."""
    if not findings:
        return NOTHING
    rows = map(silenced, findings)
    return tag(
        "details",
        tag("summary", text(plural(len(findings), "suppressed finding"))),
        tag("ul", *rows, class_="suppressed"),
    )


def foot(summary: Mapping[str, int]) -> Markup:
    """The end of a page: what made it, and of what."""
    from phaselint import __version__

    scope = f"{plural(summary['contracts'], 'contract')} ({plural(summary['files'], 'file')})"
    return tag("footer", tag("p", text(f"phaselint {__version__}, {scope} checked")))


def _about(contract: Contract, clean: str) -> str:
    counts = ", ".join(plural(count, level) for level, count in contract.counts().items() if count)
    return " · ".join(filter(None, (contract.dialect, counts or clean)))
