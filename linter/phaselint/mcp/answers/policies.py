"""The tool `suggest_policies`."""

from __future__ import annotations

from phaselint.cli.policies import listed_in
from phaselint.mcp.answers import BUDGET, Answer, Told, shortened
from phaselint.mcp.answers.findings import request_of
from phaselint.report.agent.limits import CUT, RUN, cut, cut_list, fitted
from phaselint.report.policylist import as_data, as_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.mcp.answers import Arguments, Data, Overlay, Tell

MANY = 30
"""How many suggestions of a contract are shown unless another number is asked for."""


def answer(arguments: Arguments, overlay: Overlay, tell: Tell) -> Answer:
    """See `phaselint.mcp.answers`. Raises UsageError where there is no contract."""
    tell(Told("checking policies"))
    request = request_of(arguments, overlay)._replace(policies=True)
    listed, _ = listed_in(request, suggest=True)
    skip, limit = arguments.get("skip", 0), arguments.get("limit", MANY)
    listing = as_data(listed)
    data = shortened(lambda most: _data(listing, skip, most), limit)
    how = data["left_out"]["how"] if "left_out" in data else "pass one contract in `paths`"
    return Answer(fitted(as_text(listed), BUDGET, how), data)


def _data(listing: Mapping[str, Any], skip: int, limit: int) -> Data:
    contracts, after, some = [], 0, 0
    for each in listing["contracts"]:
        every = each.get("suggestions", [])
        after = max(after, len(every) - skip - limit)
        some += max(0, len(every) - skip - limit)
        contracts.append(_contract(each, every[skip : skip + limit]))
    data: Data = {"contracts": contracts}
    if after > 0:
        how = f"skip={skip + limit} shows the next of each contract"
        data["left_out"] = {"before": skip, "after": some, "how": how}
    return data


def _contract(each: Mapping[str, Any], suggestions: list[Mapping[str, Any]]) -> Data:
    data: Data = {
        "contract": each["path"] or ".",
        "dialect": each["dialect"],
        "policies": [_policy(policy) for policy in each["policies"][:RUN]],
        "suggestions": [
            {"number": one["number"], "text": cut(one["text"]), "policy": one["policy"]}
            for one in suggestions
        ],
    }
    problems = [f"{one['file']}:{one.get('line', 1)} {one['message']}" for one in each["problems"]]
    if problems:
        data["problems"] = cut_list(problems, CUT)
    if "no_suggestions" in each:
        data["no_suggestions"] = cut(each["no_suggestions"])
    return data


def _policy(policy: Mapping[str, Any]) -> Data:
    data: Data = {
        "title": cut(policy["title"]),
        "rule": cut(policy["rule"]),
        "at": f"{policy['file']}:{policy.get('line', 1)}",
        "status": policy["status"],
    }
    return {**data, "run": cut_list(policy["run"], RUN)} if "run" in policy else data
