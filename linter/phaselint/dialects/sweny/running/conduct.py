"""Differences between releases in runs (reference §5.12, §5.18, §11.5): one record for each.

What follows from the workflow itself, such as that a node halts, is part of its data.
"""

from __future__ import annotations

import re

from phaselint.dialects.sweny.running.results import Threw
from phaselint.dialects.sweny.upstream import UPSTREAM
from phaselint.javascript.spaces import trim
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from phaselint.dialects.sweny.running.offers import Offer
    from phaselint.dialects.sweny.running.results import Said

EVALS = "evals"
RECEIPTS = "safe_outputs"
UNDECIDED = "RouteEvaluationError"

_QUOTES = r"^[\"']|[\"']$"


class Pick(NamedTuple):
    """What the client makes of an answer to a route question: a target, even if it wasn't
    offered; or no target, which isn't a decision; or what it throws."""

    target: str | None = None
    error: str = ""


class Conduct(NamedTuple):
    """What a release does.

    `scripted` and `bundled` are its clients, `with_evals` shows the data of a node with the
    results of its evaluators, `retry_steps` is what a retry takes of the step budget, and
    `connects` tells that the server of a skill makes it usable, and `asks_unknown` that the
    router is asked about edges whose expressions are unknown.
    """

    scripted: Callable[[Said | Threw, Offer], Pick]
    bundled: Callable[[Said | Threw, Offer], Pick]
    with_evals: Callable[[Mapping[str, Any], Mapping[str, Any]], Mapping[str, Any]]
    retry_steps: int = 0
    connects: bool = False
    asks_unknown: bool = False


def bundled_answer(answer: str | None, offered: Offer) -> str:
    """The target that the bundled client makes of the model's words: an id, else the first
    choice whose id is in them, else the first choice, also when the call fails (§5.18)."""
    ids = [target for target, _ in offered.choices]
    if answer is None:
        return ids[0]
    text = unquoted(answer)
    if text in ids:
        return text
    return next((each for each in ids if each in text), ids[0])


def unquoted(answer: str) -> str:
    """The model's words without white space and a pair of quotes around them."""
    return re.sub(_QUOTES, "", trim(answer))


# --- today --------------------------------------------------------------------------------------


def _throws(answer: Said | Threw, _: Offer) -> Pick:
    if isinstance(answer, Threw):
        return Pick(error=f"Error: {answer.text}")
    return Pick(answer.text)


def _takes_the_first(answer: Said | Threw, offered: Offer) -> Pick:
    return Pick(bundled_answer(None if isinstance(answer, Threw) else answer.text, offered))


def _unless_hidden(named: Mapping[str, Any], data: Mapping[str, Any]) -> Mapping[str, Any]:
    """There where there are evaluators, but for data that have the key themselves."""
    return {EVALS: named, **data} if named else data


CURRENT = Conduct(_throws, _takes_the_first, _unless_hidden)


# --- the next release ---------------------------------------------------------------------------


def _has_no_decision(answer: Said | Threw, _: Offer) -> Pick:
    return Pick() if isinstance(answer, Threw) else Pick(answer.text)


def _takes_ids_only(answer: Said | Threw, offered: Offer) -> Pick:
    text = "" if isinstance(answer, Threw) else unquoted(answer.text)
    return Pick(text) if text in offered.targets else Pick()


def _always(named: Mapping[str, Any], data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Always there, whatever the data have by that name."""
    own = {key: value for key, value in data.items() if key not in (EVALS, RECEIPTS)}
    return {EVALS: named, **own}


NEXT = Conduct(
    _has_no_decision,
    _takes_ids_only,
    _always,
    retry_steps=1,
    connects=True,
    asks_unknown=UPSTREAM["next"].unknown == "router",
)

CONDUCTS: Mapping[str, Conduct] = {"current": CURRENT, "next": NEXT}
