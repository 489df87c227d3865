"""The `html` format of a difference: one page, with the graph of each contract, what is added and
gone in it, and a player for each run."""

from __future__ import annotations

from phaselint.diagram.model import Film, Mark, View
from phaselint.diagram.united import ADDED, Step, followed, frames
from phaselint.report.difference.chart import graph_of
from phaselint.report.difference.points import NEVER, NEVER_NOW, in_order, points
from phaselint.report.difference.text import lines
from phaselint.report.html import assets
from phaselint.report.html.film import Films
from phaselint.report.html.markup import NOTHING, prose, tag, text
from phaselint.report.html.page import drawn, main, whole
from phaselint.report.wording import spot
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from phaselint.behavior.difference.model import RunStep
    from phaselint.diagram.model import Sign
    from phaselint.diagram.united import United
    from phaselint.linting.difference.model import Comparison, ContractDifference
    from phaselint.report.difference.points import Point, Tone
    from phaselint.report.html.markup import Markup

MOST_RUNS = 3
"""How many runs of a point have a player."""

IN_ONE_PLACE = ("new runs", "lost runs", NEVER, NEVER_NOW, "ending")
"""What is told of runs that differ in their last act, each after another one."""

UNSCRIPTED = "The picture needs JavaScript; here it is in words."
"""What is said in place of the picture where scripts don't run."""

PARTED = "this is where the versions differ"
"""How the film of a run ends."""

_LEVELS: dict[Tone, str] = {"bad": "error", "new": "warning"}


class Shown(NamedTuple):
    """A run on a page: its name there, what it shows, and its steps."""

    name: str
    point: Point
    steps: Sequence[RunStep]


def render(comparison: Comparison, *, verbose: bool = False) -> Iterator[str]:  # noqa: ARG001 - all formats have it
    """Yield the page, all at once."""
    told = in_order(each for each in comparison.contracts if not each.behaves_alike)
    sections = (_section(each, number) for number, each in enumerate(told, 1))
    head = lines(comparison)[0]
    body = (
        tag("header", tag("h1", text("phaselint diff")), tag("p", prose(head)), class_="top"),
        main(sum(1 for each in told for _ in points(each)), *sections),
        tag("footer", tag("p", text(f"{plural(len(comparison.contracts), 'contract')} compared"))),
    )
    yield whole(f"phaselint diff: {head}", body, assets.inlined())


def _section(contract: ContractDifference, number: int) -> Markup:
    key = f"contract-{number}"
    every = list(points(contract))
    graph = graph_of(contract)
    shown = [
        Shown(f"{key}-run-{place}-{at}", point, steps)
        for place, point in enumerate(every, 1)
        for at, steps in enumerate(point.runs[:MOST_RUNS], 1)
    ]
    films = Films(graph.drawing, {}) if graph is not None else None
    views = {each.name: _view(graph, each) for each in shown} if graph is not None else {}
    articles = [_article(each, films, views.get(each.name)) for each in shown]
    return tag(
        "section",
        tag(
            "header",
            tag("h2", tag("a", text(contract.path), href=f"#{key}")),
            tag("p", text(f"{contract.dialect} · {', '.join(contract.files)}"), class_="about"),
        ),
        tag("ul", *(_item(each) for each in every), class_="points"),
        _graph(contract, graph, views, films) if graph and films else NOTHING,
        *articles,
        class_="contract",
        id=key,
    )


def _item(point: Point) -> Markup:
    head = tag("strong", text(f"{point.head}: "))
    return tag("li", head, prose(point.text), class_=point.tone)


def _graph(
    contract: ContractDifference, graph: United, views: Mapping[str, View], films: Films
) -> Markup:
    """The graph, with what differs and what runs show in it."""
    return drawn(
        graph.drawing,
        {"changes": View(tuple(_changes(graph))), **views},
        films,
        of=contract.path,
        opened=True,
        title="Graph of both versions",
        unscripted=UNSCRIPTED,
    )


def _view(graph: United, shown: Shown) -> View:
    """What there is to see of a run: its way, and what differs."""
    steps = [Step(each.text, each.place, each.phase) for each in shown.steps]
    film = Film(frames(graph.drawing, steps), PARTED)
    return followed(film, _changes(graph))


def _changes(graph: United) -> Iterator[Mark]:
    """What is added to the graph, and what is gone."""
    yield from (Mark(_sign(word), node=each) for each, word in graph.nodes.items())
    yield from (Mark(_sign(word), arrow=each) for each, word in graph.arrows.items())


def _sign(word: str) -> Sign:
    return "added" if word == ADDED else "gone"


def _title(shown: Shown) -> str:
    """What a run shows: of a point with several runs, the acts in which this one differs."""
    point = shown.point
    if len(point.runs) == 1:
        return point.text
    *before, last = [f"`{each.text}`" for each in shown.steps[-2:]]
    if point.head in IN_ONE_PLACE:
        return f"{last} right after {before[0]}" if before else f"{last} at the start"
    return f"{point.text}: {last}"


def _article(shown: Shown, films: Films | None, view: View | None) -> Markup:
    """A run: as steps, or as the film of its view where there is a graph."""
    point = shown.point
    film = view.film if view is not None else None
    level = _LEVELS.get(point.tone, "info")
    head = tag(
        "header",
        tag("h3", tag("span", text(point.head), class_=f"level {level}")),
        tag("p", prose(_title(shown)), class_="message"),
    )
    if films is not None and film is not None:
        told = films.steps(film, shown.name, point.head, alone=True)
        words = tag("div", told, class_="picture", data_finding=shown.name)
    else:
        run = tag("ol", *map(_step, shown.steps), class_="steps")
        words = tag("div", tag("h4", text("The run")), run, class_="words")
    kind = f"finding {level}{' pictured played' if film is not None else ''}"
    return tag("article", head, words, id=shown.name, class_=kind)


def _step(step: RunStep) -> Markup:
    where = tag("span", text(spot(step.place)), class_="where") if step.place else NOTHING
    return tag("li", text(step.text), where)
