"""A census as JSON values."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaselint.linting.census import Census, ContractCount, PolicyCount
    from phaselint.report.conformance.naming import Naming

    Data = dict[str, Any]


def census_data(census: Census, naming: Naming) -> Data:
    """The counts of a census."""
    return {
        "logs": census.logs,
        "runs": census.runs,
        "unreadable": census.unreadable,
        "lines_not_json": census.lines,
        "formats": {name: sorted(versions) for name, versions in sorted(census.formats.items())},
        "contracts": [_contract(each, naming) for each in census.contracts.values()],
    }


def _contract(count: ContractCount, naming: Naming) -> Data:
    return {
        "contract": count.label or None,
        "dialect": count.dialect or None,
        "logs": count.logs,
        "runs": count.runs,
        "ends": dict(sorted(count.ends.items())),
        "conforming": count.conforming,
        "leaving": count.leaving,
        "undecided": count.undecided,
        "breaking": count.breaking,
        "of_another_contract": count.others,
        "where": [
            {"did": naming.deed(deed), "how": how, "runs": n}
            for (deed, how), n in count.where.most_common()
        ],
        "policies": [_policy(each, naming) for each in count.policies],
        "denied": {naming.deed(deed): n for deed, n in count.denied.most_common()},
        "compaction": {
            "before": {"judged": count.before.judged, "broken": count.before.broken},
            "after": {"judged": count.after.judged, "broken": count.after.broken},
        },
        "unused": [naming.deed(each) for each in count.unused],
        "unknown_names": {naming.name(name): n for name, n in count.missing.most_common()},
        "weeks": {
            week: {"runs": n, "leaving": count.leaving_weeks[week]}
            for week, n in sorted(count.weeks.items())
        },
    }


def _policy(count: PolicyCount, naming: Naming) -> Data:
    return {
        "name": naming.policy(count.title),
        "rule": naming.author(count.rule) or None,
        "judged": count.judged,
        "held": count.counts["held"],
        "broken": count.counts["broken"],
        "open": count.counts["open"],
        "untested": count.counts["untested"],
        "denied": count.denied,
        "not_decidable": count.counts["not decidable"],
        "first_broken": count.first or None,
        "weeks": {
            week: {"judged": n, "broken": count.weeks[week]}
            for week, n in sorted(count.tested_weeks.items())
        },
    }
