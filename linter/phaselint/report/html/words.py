"""The graph of a contract in words: for who cannot see the picture, and where no script runs."""

from __future__ import annotations

from phaselint.report.html.film import viewer_text
from phaselint.report.html.markup import NOTHING, Markup, joined, prose, tag, text
from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.diagram.model import Action, Arrow, Drawing, Node

_STANDINGS = {
    "live": "",
    "unentered": "never entered",
    "unusable": "can never succeed",
    "missing": "doesn't exist",
}


def summary(drawing: Drawing) -> str:
    """What is drawn, in a line."""
    missing = sum(node.standing == "missing" for node in drawing.nodes)
    nodes = plural(len(drawing.nodes) - missing, drawing.word)
    transitions = plural(len(drawing.arrows), "transition")
    return f"{nodes}, {transitions}" + (f", {missing} missing" if missing else "")


def in_words(drawing: Drawing) -> Markup:
    """The graph as a list that can be opened."""
    ways: dict[int, list[Arrow]] = {}
    for arrow in drawing.arrows:
        ways.setdefault(arrow.source, []).append(arrow)
    items = [
        _node(node, ways.get(number, []), drawing) for number, node in enumerate(drawing.nodes)
    ]
    parallels = [tag("p", prose(line)) for line in _parallels(drawing)]
    return tag(
        "details",
        tag("summary", text(f"The graph in words: {summary(drawing)}")),
        tag("ul", *items, class_="nodes"),
        *parallels,
        class_="in-words",
    )


def _node(node: Node, arrows: list[Arrow], drawing: Drawing) -> Markup:
    said = [
        "start" if node.initial else "",
        "end" if node.terminal else "",
        _STANDINGS[node.standing],
        node.why,
        *node.bounds,
    ]
    about = ", ".join(filter(None, said))
    ways = [tag("li", _way(arrow, drawing)) for arrow in arrows]
    return tag(
        "li",
        tag("strong", text(viewer_text(node.name))),
        prose(f": {about}") if about else NOTHING,
        tag("ul", *ways) if ways else NOTHING,
    )


def _way(arrow: Arrow, drawing: Drawing) -> Markup:
    """Where an arrow leads, and what takes it."""
    target = viewer_text(drawing.nodes[arrow.target].name)
    by = joined(_listed(arrow.actions)) if arrow.actions else text(" (never taken)")
    kinds = (arrow.kind,) if arrow.kind not in ("", *(each.name for each in arrow.actions)) else ()
    rest = ", ".join((*kinds, *arrow.bounds))
    return joined(
        (text("to "), tag("strong", text(target)), by, text(f"; {rest}") if rest else NOTHING)
    )


def _listed(actions: tuple[Action, ...]) -> Iterator[Markup]:
    for number, action in enumerate(actions):
        yield text(", " if number else " by ")
        yield tag("code", text(viewer_text(action.name)))
        if action.dead:
            yield prose(f" (never{f': {action.why}' if action.why else ''})")


def _parallels(drawing: Drawing) -> Iterator[str]:
    def name(number: int) -> str:
        return f"`{viewer_text(drawing.nodes[number].name)}`"

    for each in drawing.parallels:
        siblings = ", ".join(map(name, each.siblings))
        after = f", then {name(each.join)}" if each.join is not None else ""
        yield f"After {name(each.source)}, these run in parallel: {siblings}{after}."
