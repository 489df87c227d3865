"""Release 1.13 of climpt where its runs have their own semantics."""

from __future__ import annotations

from phaselint.dialects.climpt.reading.permissions import permissions
from phaselint.dialects.climpt.running.release113.admission import refusal
from phaselint.dialects.climpt.running.release113.prompts import handler_prompt, resolves
from phaselint.dialects.climpt.running.release113.validation import failed, preflight
from phaselint.dialects.climpt.running.retryprompts import retry_prompt
from phaselint.dialects.climpt.running.session import Release

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.climpt.model import Step
    from phaselint.dialects.climpt.reading.permissions import Permissions
    from phaselint.dialects.climpt.running.session import Law


def _granted(law: Law, step: Step) -> Permissions:
    return permissions(law.agent, step)


RELEASE = Release(
    always={},
    no_entry="SR-GATE-002",
    refusal=refusal,
    resolves=resolves,
    handler_prompt=handler_prompt,
    preflight=preflight,
    failed=failed,
    retry_prompt=retry_prompt,
    granted=_granted,
)
