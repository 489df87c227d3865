"""Whether a router keeps to the conditions, by the actual results of a run (reference §5.12).

An exploration offers an obedient router choices by classes of values (`obeying`); the checker of
claims about such routers uses this module, which compares each condition with the data itself.
"""

from __future__ import annotations

from phaselint.dialects.sweny.running.results import Late, Said
from phaselint.dialects.sweny.running.router import open_edges
from phaselint.dialects.sweny.running.session import results
from phaselint.dialects.sweny.running.wording import Compared, domain, spelled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.sweny.model import Edge
    from phaselint.dialects.sweny.running.results import Result
    from phaselint.dialects.sweny.running.session import State
    from phaselint.dialects.sweny.running.wording import Clause, Obeyed

    Results = Mapping[str, Result]


def keeps(state: State, value: Any) -> bool:
    """Whether an answer is none of a router that disobeys: all are that no router gives."""
    answer = value.answer if isinstance(value, Late) else value
    law, pending = state.law.obeyed, state.pending
    if law is None or pending is None or pending.kind != "route" or not isinstance(answer, Said):
        return True
    edges = open_edges(state, halts=pending.halts)
    found = results(state.log)
    told = {each: _truth(state, law, found, each) for each in edges if each.condition}
    sure = any(holds is True and not each.most for each, holds in told.items())
    allowed = {each.target for each, holds in told.items() if holds is not False}
    default = next((each.target for each in edges if not each.condition), None)
    if not sure and default is not None:
        allowed.add(default)
    if state.law.bundled and not allowed:
        return True
    known = {each.target for each in edges}
    return answer.text in allowed if answer.text in known else not sure


def _truth(state: State, law: Obeyed, found: Results, edge: Edge) -> bool | None:
    """Whether a condition is true; none where it isn't read, or nobody can tell."""
    said = law.wordings.get(edge.number)
    if said is None:
        return None
    values = [_holds(state, found.get(each.node), each) for each in said.clauses]
    decisive = not said.every
    if decisive in values:
        return decisive
    return None if None in values else said.every


def _holds(state: State, result: Result | None, clause: Clause) -> bool | None:
    if isinstance(clause, Compared):
        text = _text(state, result, clause)
        if text is None:
            return None if clause.negated else False
        return (text in clause.values) != clause.negated
    if result is None:
        return False
    verdict = result.named().get(clause.evaluator)
    if result.status == "success" and verdict is not None and verdict["pass"]:
        return clause.wanted
    return None


def _text(state: State, result: Result | None, clause: Compared) -> str | None:
    """The declared value that a result has, as conditions spell it; none where it has none."""
    value: Any = None if result is None else result.data
    for field in clause.fields:
        if not isinstance(value, dict) or field not in value:
            return None
        value = value[field]
    text = spelled(value)
    node = state.law.workflow.nodes[clause.node]
    return text if text in map(spelled, domain(node, clause.fields)) else None
