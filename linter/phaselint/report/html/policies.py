"""How the policies of a contract stand, as a part of a page: each with its status, and a link to
the run that violates it."""

from __future__ import annotations

from phaselint.behavior.standing import held
from phaselint.report.html.markup import NOTHING, Markup, joined, prose, tag, text
from phaselint.report.wording import spot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.behavior.standing import Standing
    from phaselint.vocabulary.diagnostic import Diagnostic

VIOLATED = "policy-violated"


def listed(standings: Sequence[Standing], findings: Sequence[tuple[str, Diagnostic]]) -> Markup:
    """The policies of a contract, as a list that can be opened; it is open where one is violated.

    Args:
        findings: those of the contract, each with its name on the page.
    """
    films = {each.finding.known_as: name for name, each in findings if each.name == VIOLATED}
    head = (tag("th", text(word), scope="col") for word in ("policy", "status", "written"))
    body = (_row(each, films.get(each.title, "")) for each in standings)
    table = tag("table", tag("thead", tag("tr", *head)), tag("tbody", *body))
    return tag(
        "details",
        tag("summary", text(f"Policies: {held([standings]).line}")),
        tag("div", table, class_="table", tabindex=0, role="region", aria_label="policies"),
        class_="policies",
        open=any(each.status != "holds" for each in standings),
    )


def _row(standing: Standing, film: str) -> Markup:
    named = prose(standing.title)
    rule = tag("br"), prose(standing.rule)
    why = tag("br"), text(standing.why)
    stands = tag("a", text(standing.line), href=f"#{film}") if film else prose(standing.line)
    return tag(
        "tr",
        tag(
            "th",
            named,
            joined(rule) if standing.rule != standing.title else NOTHING,
            joined(why) if standing.why else NOTHING,
            scope="row",
        ),
        tag("td", stands, class_=standing.status),
        tag("td", tag("span", text(spot(standing.place)), class_="where")),
    )
