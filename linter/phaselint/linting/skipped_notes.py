"""What a run has looked at and not looked for, as single lines for the person at the terminal."""

from __future__ import annotations

from phaselint.config.select import is_known, matched
from phaselint.linting.exploration import KINDS
from phaselint.vocabulary.message import quote_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.linting.batch import Batch
    from phaselint.linting.request import Request

LONGEST = 200
"""How many characters of what a policy is called are shown."""


def unlooked(batches: Sequence[Batch], request: Request) -> Iterator[str]:
    """Rules that are selected and go with another path to lint; and, with `verbose`, what was
    checked, and dialects under whose rules there is no net."""
    named = (*(request.select or ()), *request.extend_select)
    explored = [request.dry_run or request.sound or each.config.sound for each in batches]
    for selector in () if all(explored) else dict.fromkeys(named):
        if _is_of_the_net(selector, batches):
            yield f"`{selector}` requires `--dry-run` or `--sound`, which explore runs"
    if request.verbose:
        yield from (line for batch in batches for line in batch.told)
        yield from (line for batch in batches for line in _standing(batch))
    checked = [each for batch in batches for each in batch.checked]
    netless = sorted({each.target.dialect for each in checked if each.netless})
    if netless and request.verbose:
        yield f"runs of {quote_all(netless)} aren't explored: its plugin doesn't support it"


def _standing(batch: Batch) -> Iterator[str]:
    """A line for each policy of each contract: where it is written, and how it stands."""
    for (_, contract), standings in batch.policies.items():
        for each in standings:
            place = each.place
            line = place.range.start.line if place.range is not None else 1
            title = each.title if len(each.title) <= LONGEST else f"{each.title[: LONGEST - 3]}..."
            where = f"{contract or '.'}: policy `{title}` ({place.file}:{line})"
            yield f"{where}: {each.line}"


def _is_of_the_net(selector: str, batches: Sequence[Batch]) -> bool:
    """Whether a selector stands for rules of the net alone. Those that were run are looked at
    first, since all others are imported to be looked at."""
    for each in (*(batch.rules for batch in batches), *(batch.known for batch in batches)):
        if any(rule.name not in KINDS for rule in matched(selector, each)):
            return False
    return any(is_known(selector, batch.known) for batch in batches)
