"""What phaselint prints of the bad fixture of each rule, and the picture of it."""

from __future__ import annotations

import tempfile
from contextlib import chdir
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cases import Written, listed
from phaselint.linting.request import Request
from phaselint.linting.run import run
from phaselint.report.blocks import block
from phaselint.report.drawing import small_mermaid
from phaselint.report.folding import Fold
from phaselint.report.terminal import painter
from phaselint_rules import RULES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cases import Case
    from phaselint.linting.result import Result
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.rule import Rule

Key = tuple[str, str]
"""The name of a rule, and its dialect."""


class Example(NamedTuple):
    """A finding of a rule in a fixture: what is printed of it, and its small picture as text for
    mermaid, empty where the contract has no graph. `witnessed` says whether it has a witness."""

    case: str
    report: str
    picture: str
    witnessed: bool

    @property
    def telling(self) -> bool:
        """Whether it shows all that one can: a picture, if there is a witness."""
        return bool(self.picture) or not self.witnessed


def examples(rules: Sequence[Rule]) -> dict[Key, Example]:
    """An example for each rule of each dialect that has a fixture. Of a rule the first fixture is
    taken; another only where that has nothing of the dialect, or a witness without a picture."""
    found: dict[Key, Example] = {}
    with tempfile.TemporaryDirectory() as folder:
        written = Written(Path(folder) / "rules")
        for name in sorted({rule.name for rule in rules}):
            own = [rule for rule in rules if rule.name == name]
            found.update(_of_name(own, written))
    return found


def _of_name(rules: Sequence[Rule], written: Written) -> dict[Key, Example]:
    wanted = {(rule.name, rule.dialect) for rule in rules}
    found: dict[Key, Example] = {}
    for case in listed(rules[0].name, "bad*"):
        for key, example in _of_case(case, rules, written):
            if key in wanted and (key not in found or (not found[key].telling and example.telling)):
                found[key] = example
        if found.keys() == wanted and all(each.telling for each in found.values()):
            break
    return found


def _of_case(case: Case, rules: Sequence[Rule], written: Written) -> Iterator[tuple[Key, Example]]:
    """What a case has of the rules of its name."""
    off = tuple({rule.name for rule in rules if not rule.default})
    asked = Request((case.variant,), dry_run=True, extend_select=off, pictures=True, jobs=1)
    with chdir(written.rule(case.rule)):
        result = run(asked, RULES)  # all of them: causes hide consequences
    for finding in result.findings:
        if finding.name == case.rule:
            yield (case.rule, finding.rule.dialect), _example(finding, result, str(case))


def _example(finding: Diagnostic, result: Result, case: str) -> Example:
    fold = Fold(finding)
    printed = block(fold, result.lines, painter(color=False))
    drawing = result.drawings.get((finding.dialect, finding.contract))
    picture = small_mermaid(drawing, finding) if drawing else ""
    return Example(case, "".join(printed), picture, finding.witness is not None)
