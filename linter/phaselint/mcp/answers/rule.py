"""The tool `explain_rule`."""

from __future__ import annotations

import os

from phaselint.api import builtin_rules
from phaselint.config import configure
from phaselint.mcp.answers import BUDGET, Answer
from phaselint.report.agent.limits import fitted
from phaselint.rulebook.lookup import named_rules
from phaselint.rulebook.page import as_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.mcp.answers import Arguments, Overlay, Tell


def answer(arguments: Arguments, overlay: Overlay, tell: Tell) -> Answer:  # noqa: ARG001
    """See `phaselint.mcp.answers`. Raises UsageError for an unknown rule."""
    config = configure(os.curdir, builtin_rules())
    rules = named_rules(config, builtin_rules(), arguments["rule"], arguments.get("dialect", ""))
    dialects = list(dict.fromkeys(each.dialect for each in rules))
    how = f"`dialect` shows one of {', '.join(dialects)}" if len(dialects) > 1 else "cut"
    page = fitted(as_text(rules).splitlines(), BUDGET, how)
    data = {
        "rule": rules[0].name,
        "codes": list(dict.fromkeys(each.code for each in rules)),
        "dialects": dialects,
        "page": page,
    }
    return Answer(page, data)
