"""The `csv` format: one run a row, with the verdict of each policy on it."""

from __future__ import annotations

import csv
import io

from phaselint.linting.census import counted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.linting.census import Census, Row
    from phaselint.linting.conforming import JudgedLog
    from phaselint.report.conformance.naming import Naming

COLUMNS = ("log", "run", "contract", "week", "version", "end", "acts", "leaves_at", "how", "did")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def render(
    logs: Sequence[JudgedLog],
    census: Census | None,
    naming: Naming,
    *,
    verbose: bool = False,  # noqa: ARG001 - all formats have it
) -> Iterator[str]:
    """Yield the lines of a table."""
    found = counted(logs, ()) if census is None else census
    titles: dict[str, None] = {}
    for count in found.contracts.values():
        titles.update(dict.fromkeys(each.title for each in count.policies))
    yield _line([*COLUMNS, *map(naming.policy, titles)])
    for row in found.rows:
        policies = [each.title for each in found.contracts[row.contract].policies]
        verdicts = dict(zip(policies, row.verdicts, strict=False))
        yield _line([*_cells(row, naming), *(verdicts.get(each, "") for each in titles)])


def _cells(row: Row, naming: Naming) -> list[str]:
    did = "" if row.did is None else naming.deed(row.did)
    run = naming.run(row.run, row.number)
    first = [row.log, run, row.contract, row.week, row.version, row.end, str(row.acts)]
    return [*first, row.leaves, row.how or ("not decided" if row.undecided else ""), did]


def _line(cells: Sequence[str]) -> str:
    """A row; what spreadsheets would compute is kept as text."""
    file = io.StringIO()
    safe = [f"'{each}" if each.startswith(_FORMULA) else each for each in cells]
    csv.writer(file, lineterminator="\n").writerow(safe)
    return file.getvalue()
