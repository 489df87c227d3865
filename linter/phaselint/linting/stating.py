"""The policies by which single runs of a contract are judged, each with where it is written."""

from __future__ import annotations

from phaselint.behavior.knowing import known_acts
from phaselint.linting.policing import policies_of, unknown_in
from phaselint.policies.naming import resolved

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from phaselint.dialects.base import Target
    from phaselint.dialects.protocol import Runtime
    from phaselint.dialects.reader import Reader
    from phaselint.linting.policing import Sources
    from phaselint.policies.policy import Policy


def stated(
    runtime: Runtime[Any],
    contract: Any,
    reader: Reader,
    sources: Sources,
    show: Callable[[str], str] = str,
) -> Iterator[tuple[Policy, str]]:
    """The policies of a contract whose names it has, as `FILE:LINE`; `show` names a file as the
    user does."""
    target: Target = contract.target
    found = policies_of(reader, target, sources, contract.documents).written
    known = [each.act for each in known_acts(runtime, contract)] if found else []
    for each in found:
        if not unknown_in(each.policy, known) and each.place.range is not None:
            yield (
                resolved(each.policy, known),
                f"{show(each.place.file)}:{each.place.range.start.line}",
            )
