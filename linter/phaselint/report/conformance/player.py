"""Real runs on a page: the graph of their contract, and a player for each run up to the act that is
wrong, with its line in the log next to that in the contract."""

from __future__ import annotations

from phaselint.diagram.model import Film
from phaselint.diagram.parts import readable
from phaselint.diagram.united import Step, followed, frames
from phaselint.report.html.film import Films
from phaselint.report.html.markup import joined, tag, text
from phaselint.report.html.page import drawn
from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from phaselint.diagram.model import Action, Arrow, Drawing, Frame, Node, View
    from phaselint.linting.episodes import Episode
    from phaselint.linting.scenes import Moment, Scene
    from phaselint.report.conformance.naming import Naming
    from phaselint.report.html.markup import Markup
    from phaselint.vocabulary.finding import Place

FIRST = 10
"""So many runs of a contract are open at first."""


def played(scene: Scene, episodes: Sequence[Episode], naming: Naming, key: str) -> Markup:
    """The graph of a contract, and its runs.

    Args:
        key: what the names of these runs on the page begin with.
    """
    drawing = _named(scene.drawing, naming)
    names = [f"{key}-run-{number}" for number in range(1, len(episodes) + 1)]
    made = [_view(drawing, each, scene, naming) for each in episodes]
    drawing, views = readable(drawing, made)
    lines: Mapping[str, Mapping[int, str]] = {} if naming.redacts else scene.lines
    films = Films(drawing, lines)
    articles = [
        _article(episode, view.film, films, name, naming)
        for episode, view, name in zip(episodes, views, names, strict=True)
        if view.film is not None
    ]
    if len(articles) > FIRST:
        more = tag("summary", text(plural(len(articles) - FIRST, "more run")))
        articles[FIRST:] = [tag("details", more, *articles[FIRST:], class_="rest")]
    every = dict(zip(names, views, strict=True))
    opened = bool(drawing.arrows)
    graph = drawn(drawing, every, films, of="the contract", opened=opened)
    return joined((graph, *articles))


def _view(drawing: Drawing, episode: Episode, scene: Scene, naming: Naming) -> View:
    """What there is to see of a run: its way in the graph."""
    own = {each.name for each in scene.drawing.nodes}
    steps = [
        Step(
            naming.deed(each.deed),
            _place(each.line, naming),
            naming.name(each.phase) if each.phase in own else "",
        )
        for each in episode.moments
    ]
    told = [
        frame._replace(said=_said(frame, moment, naming))
        for frame, moment in zip(frames(drawing, steps), episode.moments, strict=True)
    ]
    film = Film(tuple(told), _ending(episode, naming))
    return followed(film)


def _said(frame: Frame, moment: Moment, naming: Naming) -> tuple[str, ...]:
    """What a step says: the act, and its line in the log."""
    act = "".join(frame.said).replace("`", "'")
    actor = naming.name(moment.actor)
    alone = not actor or moment.deed.verb == "reach"
    by = "" if alone else f" by `{actor.replace('`', chr(39))}`"
    return (f"`{act}`{by}", f"log: `{moment.at}`") if moment.at else (f"`{act}`{by}",)


def _ending(episode: Episode, naming: Naming) -> str:
    if episode.policy:
        return f"breaks the policy `{naming.policy(episode.policy)}`"
    why = "" if episode.why is None else f": {naming.told(episode.why)}"
    return f"leaves the contract, {episode.how}{why}"


def _article(episode: Episode, film: Film, films: Films, name: str, naming: Naming) -> Markup:
    """A run as steps, or as the film of its view."""
    run = naming.run(episode.run, episode.number)
    word = "policy" if episode.policy else episode.how
    before = f"; {plural(episode.before, 'earlier act')} not shown" if episode.before else ""
    head = tag(
        "header",
        tag("h3", tag("span", text(word), class_="level error")),
        tag("p", text(f"{episode.log}, {run}{before}"), class_="message"),
    )
    told = films.steps(film, name, word, alone=True)
    picture = tag("div", told, class_="picture", data_finding=name)
    return tag("article", joined((head, picture)), id=name, class_="finding error pictured played")


# --- names ------------------------------------------------------------------------------------


def _place(place: Place | None, naming: Naming) -> Place | None:
    return None if place is None else place._replace(file=naming.file(place.file))


def _named(drawing: Drawing, naming: Naming) -> Drawing:
    """The graph with its names as they are shown; limits and reasons may hold some, so they go."""
    if not naming.redacts:
        return drawing

    def action(one: Action) -> Action:
        return one._replace(name=naming.name(one.name), why="", place=None)

    def node(one: Node) -> Node:
        hidden = naming.name(one.name)
        return one._replace(name=hidden, why="", bounds=(), place=None, astray=())

    def arrow(one: Arrow) -> Arrow:
        return one._replace(actions=tuple(map(action, one.actions)), bounds=())

    nodes, arrows = tuple(map(node, drawing.nodes)), tuple(map(arrow, drawing.arrows))
    return drawing._replace(nodes=nodes, arrows=arrows, left_out="", limits=())
