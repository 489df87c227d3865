"""Release 1.14 of climpt where its runs have their own semantics (1.14 §3, §4)."""

from __future__ import annotations

from phaselint.dialects.climpt.filemodel import Settings
from phaselint.dialects.climpt.model import ISSUE
from phaselint.dialects.climpt.reading.permissions import permissions_by
from phaselint.dialects.climpt.running.release114.admission import refusal
from phaselint.dialects.climpt.running.release114.prompts import handler_prompt, resolves
from phaselint.dialects.climpt.running.release114.validation import (
    failed,
    preflight,
    prompt_after,
)
from phaselint.dialects.climpt.running.session import Release

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.climpt.model import Step
    from phaselint.dialects.climpt.reading.permissions import Permissions
    from phaselint.dialects.climpt.running.session import Law


def _granted(law: Law, step: Step) -> Permissions:
    return permissions_by(law.settings or Settings(), law.agent, step)


RELEASE = Release(
    always={ISSUE: 1},
    no_entry="AC-VERDICT-012",
    refusal=refusal,
    resolves=resolves,
    handler_prompt=handler_prompt,
    preflight=preflight,
    failed=failed,
    retry_prompt=prompt_after,
    granted=_granted,
)
