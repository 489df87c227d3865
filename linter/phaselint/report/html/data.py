"""What the viewer shows of a contract, as JSON values: its graph, and what findings have to show in
it. The keys are the fields of the records in `phaselint.diagram.model`.

What a run says is text of the page (`film`), so here is only where each step is. Runs of many
findings begin alike: a frame that is in several is written once, and of marks that say nothing but
that a run comes by, the numbers alone. `graphs.js` puts them together again.
"""

from __future__ import annotations

from phaselint.report.html.film import viewer_text
from phaselint.report.wording import extent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.diagram.model import Action, Arrow, Drawing, Mark, Node, View
    from phaselint.report.html.film import Films
    from phaselint.vocabulary.finding import Place

    Data = dict[str, Any]


def contract_data(drawing: Drawing, views: Mapping[str, View], films: Films) -> Data:
    """What there is to see of a contract.

    Args:
        views: of findings, by the name that the page has for each.
        films: what the page has of their films.
    """
    findings = [{"id": name, **_view(view, films)} for name, view in views.items()]
    return {"drawing": drawing_data(drawing), **films.data(), "findings": findings}


def drawing_data(drawing: Drawing) -> Data:
    """The graph of a contract."""
    return {
        "word": drawing.word,
        "nodes": [_node(node) for node in drawing.nodes],
        "arrows": [_arrow(arrow) for arrow in drawing.arrows],
        "parallels": [each._asdict() for each in drawing.parallels],
        "left_out": drawing.left_out,
    }


def _view(view: View, films: Films) -> Data:
    """What there is to see of a finding."""
    passed = [mark for mark in view.marks if _passed(mark)]
    return {
        "marks": [_mark(mark) for mark in view.marks if not _passed(mark)],
        "run": {
            "nodes": [mark.node for mark in passed if mark.node is not None],
            "arrows": [mark.arrow for mark in passed if mark.arrow is not None],
        },
        "small": list(view.small),
        "film": films.numbers(view.film) if view.film else None,
    }


def _node(node: Node) -> Data:
    return _without_defaults(
        {
            "name": viewer_text(node.name),
            "initial": node.initial,
            "terminal": node.terminal,
            "standing": "" if node.standing == "live" else node.standing,
            "why": viewer_text(node.why),
            "bounds": [viewer_text(bound) for bound in node.bounds],
            "place": _place(node.place),
        }
    )


def _arrow(arrow: Arrow) -> Data:
    actions = [_action(action) for action in arrow.actions]
    rest = {
        "kind": viewer_text(arrow.kind),
        "line": arrow.line,
        "bounds": [viewer_text(bound) for bound in arrow.bounds],
    }
    return {
        "source": arrow.source,
        "target": arrow.target,
        "actions": actions,
        **_without_defaults(rest),
    }


def _action(action: Action) -> Data:
    return _without_defaults(
        {"name": viewer_text(action.name), "dead": action.dead, "why": viewer_text(action.why)}
    )


def _passed(mark: Mark) -> bool:
    return mark.sign == "run" and not mark.words


def _mark(mark: Mark) -> Data:
    return {key: value for key, value in mark._asdict().items() if value not in (None, "")} | (
        {"words": viewer_text(mark.words)} if mark.words else {}
    )


def _place(place: Place | None) -> Data | None:
    if place is None:
        return None
    return {"file": viewer_text(place.file), "line": extent(place).start.line}


def _without_defaults(data: Data) -> Data:
    """What says something: the viewer takes what is absent for empty, false or none."""
    return {key: value for key, value in data.items() if value not in (None, "", False, [])}
