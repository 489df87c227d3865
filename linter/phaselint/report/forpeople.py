"""What reports for people show of a result, and in which order (design §9).

Errors come first, then warnings. Infos are counted in a line at the end, unless the lowest severity
to show is given: what costs nothing is not to hide what does.
"""

from __future__ import annotations

from collections import Counter

from phaselint.vocabulary.finding import SEVERITIES
from phaselint.vocabulary.message import quote
from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.linting.result import Result
    from phaselint.vocabulary.diagnostic import Diagnostic

ALWAYS = frozenset({"analysis-incomplete", "refuted-finding"})
"""Rules that say how far all else can be relied on: they are shown whatever their severity."""


def for_people(result: Result, *, counted: bool) -> Result:
    """The result with errors first; with `counted`, infos are a line about how many each rule has,
    and how to see them."""
    found = result.findings
    left: Counter[str] = Counter()
    if counted:
        left = Counter(
            each.name for each in found if each.level == "info" and each.name not in ALWAYS
        )
        found = tuple(each for each in found if each.level != "info" or each.name in ALWAYS)
    ordered = tuple(sorted(found, key=lambda each: SEVERITIES.index(each.level)))
    told = list(result.notices)
    if left:
        rules = ", ".join(f"{quote(name)} {count}" for name, count in left.most_common())
        shown = "`--min-severity info` shows them"
        told.append(f"{plural(left.total(), 'info')} not shown: {rules}; {shown}")
    if result.counted:
        told.append(_uncounted(result.counted))
    return result._replace(findings=ordered, notices=tuple(told))


def _uncounted(counted: tuple[Diagnostic, ...]) -> str:
    """The line about entries without an effect in Copilot sessions."""
    count = len(counted)
    entries = "1 entry" if count == 1 else f"{count} entries"
    files = plural(len({each.file for each in counted}), "file")
    have = "has" if count == 1 else "have"
    return (
        f"{entries} in {files} {have} no effect in Copilot sessions; "
        "`--set agents.harness=copilot` lists them"
    )
