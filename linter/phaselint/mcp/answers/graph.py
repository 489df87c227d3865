"""The tool `graph`: nodes and transitions of a contract as lists, and as mermaid text."""

from __future__ import annotations

from phaselint.cli.common import find_contract
from phaselint.cli.graph import drawn
from phaselint.mcp.answers import BUDGET, Answer, Told, shortened
from phaselint.project.paths import relative
from phaselint.report.agent.limits import CUT, cut, cut_list
from phaselint.report.drawing import render
from phaselint.report.wording import spot
from phaselint.vocabulary.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.diagram.model import Arrow, Drawing
    from phaselint.linting.discovery import FoundContract
    from phaselint.mcp.answers import Arguments, Data, Overlay, Tell

MANY = 40
"""How many nodes are shown unless another number is asked for."""


def answer(arguments: Arguments, overlay: Overlay, tell: Tell) -> Answer:
    """See `phaselint.mcp.answers`. Raises UsageError where there is no graph."""
    path = arguments["contract"]
    tell(Told("reading"))
    contract = find_contract(path, arguments.get("dialect", ""), overlay=overlay)
    drawing = drawn(contract)
    if not drawing.nodes:
        raise UsageError(f"{path}: no graph to draw, because the contract has no {drawing.word}")
    skip, limit = arguments.get("skip", 0), arguments.get("limit", MANY)
    data = shortened(lambda most: _data(path, contract, drawing, skip, most), limit)
    mermaid = "".join(render(drawing, "mermaid"))
    whole = "left_out" not in data and len(mermaid.encode()) <= BUDGET
    return Answer(mermaid if whole else "\n".join(_lines(data)), data)


def _data(path: str, contract: FoundContract, drawing: Drawing, skip: int, limit: int) -> Data:
    show = relative(contract.workspace.root)
    chosen = range(skip, min(skip + limit, len(drawing.nodes)))
    nodes = []
    for number in chosen:
        node = drawing.nodes[number]
        said: Data = {"name": cut(node.name), "reachable": node.reachable}
        if node.initial:
            said["initial"] = True
        if node.terminal:
            said["terminal"] = True
        if node.why:
            said["why"] = cut(node.why)
        if node.place is not None:
            said["at"] = spot(node.place._replace(file=show(node.place.file)))
        nodes.append(said)
    arrows = [_arrow(drawing, each) for each in drawing.arrows if each.source in chosen]
    data: Data = {
        "contract": path,
        "dialect": contract.dialect.name,
        "nodes": nodes,
        "transitions": arrows,
    }
    if drawing.limits:
        data["limits"] = cut_list(drawing.limits, CUT)
    after = len(drawing.nodes) - len(chosen) - min(skip, len(drawing.nodes))
    if after or skip:
        how = f"skip={skip + len(chosen)} shows the next" if after else "skip=0 shows the first"
        data["left_out"] = {"before": skip, "after": after, "how": how}
    return data


def _arrow(drawing: Drawing, arrow: Arrow) -> Data:
    ends = {
        "from": cut(drawing.nodes[arrow.source].name),
        "to": cut(drawing.nodes[arrow.target].name),
    }
    said: Data = {**ends, "actions": cut_list((each.name for each in arrow.actions), CUT)}
    if arrow.kind:
        said["kind"] = arrow.kind
    if not arrow.taken:
        whys = [each.why for each in arrow.actions if each.why]
        said["never"] = cut(whys[0] if whys else "nothing takes it")
    return said


def _lines(data: Data) -> Iterator[str]:
    """The lists as text, where the diagram would be too large."""
    for node in data["nodes"]:
        signs = [key for key in ("initial", "terminal") if node.get(key)]
        signs += [] if node["reachable"] else ["unreachable"]
        yield " ".join([node["name"], *(f"({each})" for each in signs)])
        for arrow in data["transitions"]:
            if arrow["from"] == node["name"]:
                by = f" by {', '.join(arrow['actions'])}" if arrow["actions"] else ""
                never = f" (never: {arrow['never']})" if "never" in arrow else ""
                yield f"  -> {arrow['to']}{by}{never}"
    left = data.get("left_out")
    if left:
        yield f"{left['before']} nodes before and {left['after']} after: {left['how']}"
