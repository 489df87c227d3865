"""The policies by which single runs of a contract are judged, each with where it is written."""

from __future__ import annotations

from phaselint.behavior.knowing import Names
from phaselint.linting.policing import policies_of
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
    user does. Those with `from` are left out: they are about what agents may call, which a single
    run does not tell."""
    target: Target = contract.target
    found = policies_of(reader, target, sources, contract.documents).written
    names = Names(runtime, contract, {})
    for each in found:
        if each.policy.origin or each.place.range is None:
            continue
        if not names.unknown(each.policy):
            yield (
                resolved(each.policy, names.acts),
                f"{show(each.place.file)}:{each.place.range.start.line}",
            )
