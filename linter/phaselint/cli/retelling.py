"""The scenarios that `phaselint scripts --from-log` makes of real runs."""

from __future__ import annotations

from phaselint.cli import streams
from phaselint.vocabulary.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaselint.linting.discovery import FoundContract


def scenarios_from(
    path: str, contract: str, found: FoundContract, bound: int
) -> list[dict[str, Any]]:
    """A scenario for each run of a log; what they leave out is reported.

    Raises:
        UsageError: the log or the contract can't be used, or no run of the log fits.
    """
    from phaselint.cli.common import options_for
    from phaselint.cli.script_context import script_context
    from phaselint.linting.conforming import Subject
    from phaselint.linting.retelling import scenarios_of
    from phaselint.transcripts.logs import find, read
    from phaselint.transcripts.readers import readers

    subject = Subject(found, found.target.path, bound, options_for(found))
    lab = script_context(contract, found, options_for(found), bound)
    made: list[dict[str, Any]] = []
    for file in find([path], readers(streams.complain)):
        if isinstance(file, str):
            streams.complain(file)
            continue
        log = read(file)
        scenarios = scenarios_of(subject, lab, log)
        for line in scenarios.notes:
            streams.complain(f"{log.name}: {line}")
        made += scenarios.made
    if not made:
        raise UsageError(f"{path}: no run of the log fits the contract")
    names: dict[str, int] = {}
    for each in made:
        names[each["name"]] = names.get(each["name"], 0) + 1
        if names[each["name"]] > 1:
            each["name"] += f" ({names[each['name']]})"
    return made
