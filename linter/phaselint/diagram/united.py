"""The graphs of two versions as one: what is added and what is gone, drawn together."""

from __future__ import annotations

from phaselint.diagram.model import Drawing, Frame, Mark, View
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from phaselint.diagram.model import Arrow, Film
    from phaselint.vocabulary.finding import Place

    Ends = tuple[str, str, str]

ADDED, GONE = "added", "gone"
"""What is written at what only one version has."""

TAKEN = {ADDED: "now possible", GONE: "no longer possible"}
"""What is written at arrows of both versions that runs take in one alone."""


class United(NamedTuple):
    """Two graphs as one.

    Attributes:
        drawing: it; what only one version has says so.
        nodes: for nodes that only one version has which, by index; `arrows` the same of arrows.
    """

    drawing: Drawing
    nodes: Mapping[int, str] = {}
    arrows: Mapping[int, str] = {}


class Step(NamedTuple):
    """A step of a run: what is done, where that is written, and in which phase it is."""

    text: str
    place: Place | None = None
    phase: str = ""


def united(old: Drawing | None, new: Drawing | None, renamed: Mapping[str, str]) -> United | None:
    """The graphs of both versions as one; none where neither has any. `renamed` are nodes of the
    old version that have another name in the new one."""
    if old is None or new is None:
        one = old or new
        if one is None:
            return None
        word = GONE if new is None else ADDED
        nodes, arrows = (dict.fromkeys(range(len(some)), word) for some in (one.nodes, one.arrows))
        return _said(one, nodes, arrows)
    names = [renamed.get(node.name, node.name) for node in old.nodes]
    here = {node.name: number for number, node in enumerate(new.nodes)}
    nodes = dict.fromkeys((n for n, node in enumerate(new.nodes) if node.name not in names), ADDED)
    lost = [node for node, name in zip(old.nodes, names, strict=True) if name not in here]
    for node in lost:
        nodes[len(here)] = GONE
        here[node.name] = len(here)
    before = _by_ends(old.arrows, names)
    own = [node.name for node in new.nodes]
    after = _by_ends(new.arrows, own)
    both = [_compared(each, before, after, own) for each in new.arrows]
    arrows = {number: word for number, (word, _) in enumerate(both) if word}
    taken = {number for number in arrows if _ends(new.arrows[number], own) in before}
    missing = [
        some[-1]._replace(source=here[ends[0]], target=here[ends[1]])
        for ends, some in before.items()
        if ends not in after
    ]
    arrows |= dict.fromkeys(range(len(new.arrows), len(new.arrows) + len(missing)), GONE)
    whole = new._replace(
        nodes=(*new.nodes, *(node._replace(initial=False) for node in lost)),
        arrows=(*(arrow for _, arrow in both), *missing),
    )
    return _said(whole, nodes, arrows, taken)


def _by_ends(arrows: Iterable[Arrow], names: Sequence[str]) -> dict[Ends, list[Arrow]]:
    found: dict[Ends, list[Arrow]] = {}
    for arrow in arrows:
        found.setdefault(_ends(arrow, names), []).append(arrow)
    return found


def _compared(
    arrow: Arrow,
    before: Mapping[Ends, Sequence[Arrow]],
    after: Mapping[Ends, Sequence[Arrow]],
    names: Sequence[str],
) -> tuple[str, Arrow]:
    """An arrow of the new version, and whether it is only there, or only taken, in one version;
    if runs of both take it, it says which actions only one version has."""
    ends = _ends(arrow, names)
    old, new = _actions(before.get(ends, ())), _actions(after[ends])
    if ends not in before or (new and not old):
        return ADDED, arrow
    if old and not new:
        return GONE, arrow
    own = _actions([arrow])
    more = tuple(f"{ADDED}: {each}" for each in own if each not in old)
    less = tuple(f"{GONE}: {each}" for each in old if each not in new)
    return "", arrow._replace(bounds=(*arrow.bounds, *more, *less))


def _actions(arrows: Iterable[Arrow]) -> list[str]:
    """The actions of arrows that runs may take."""
    every = (action for arrow in arrows for action in arrow.actions if not action.dead)
    return list(dict.fromkeys(action.name for action in every))


def _ends(arrow: Arrow, names: Sequence[str]) -> Ends:
    return names[arrow.source], names[arrow.target], arrow.kind


def _said(
    drawing: Drawing,
    nodes: Mapping[int, str],
    arrows: Mapping[int, str],
    taken: Collection[int] = (),
) -> United:
    """A graph in which what only one version has says so; `taken` are the arrows that both have."""
    words = {number: TAKEN[word] if number in taken else word for number, word in arrows.items()}
    said = drawing._replace(
        nodes=tuple(
            node._replace(bounds=(*node.bounds, nodes[number])) if number in nodes else node
            for number, node in enumerate(drawing.nodes)
        ),
        arrows=tuple(
            arrow._replace(bounds=(*arrow.bounds, words[number])) if number in words else arrow
            for number, arrow in enumerate(drawing.arrows)
        ),
    )
    return United(said, nodes, arrows)


def frames(drawing: Drawing, steps: Iterable[Step]) -> tuple[Frame, ...]:
    """A run in a graph, moment by moment."""
    numbers = {node.name: number for number, node in enumerate(drawing.nodes)}
    between = {(arrow.source, arrow.target): n for n, arrow in enumerate(drawing.arrows)}
    found: list[Frame] = []
    here: int | None = None
    for step in steps:
        there = numbers.get(step.phase, here)
        came = (
            None if here is None or there is None or here == there else between.get((here, there))
        )
        found.append(Frame(there, came, (step.text,), (), step.place))
        here = there
    return tuple(found)


def followed(film: Film, marks: Iterable[Mark] = ()) -> View:
    """What there is to see of a run: where it comes by, and what else is marked."""
    nodes = tuple(dict.fromkeys(each.node for each in film.frames if each.node is not None))
    arrows = dict.fromkeys(each.arrow for each in film.frames if each.arrow is not None)
    passed = [Mark("run", node=each) for each in nodes]
    passed += (Mark("run", arrow=each) for each in arrows)
    return View((*passed, *marks), film, nodes)
