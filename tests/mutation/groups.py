"""Which tests have to notice a change of which part, the quickest first."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from phaselint.vocabulary.deferred import resolved
from phaselint_rules import RULES

if TYPE_CHECKING:
    from collections.abc import Callable

RULE_TESTS = Path(__file__).parents[1] / "rules"
LAWS = "tests/laws/test_twin.py", "tests/laws/test_lies.py", "tests/rules/test_fixtures.py"


Tests = tuple[str, ...]
"""What pytest is asked for in one run."""


class Group(NamedTuple):
    """Files of the checkout, by patterns, and the runs of pytest that follow when one is changed,
    until one fails."""

    files: tuple[str, ...]
    tests: Callable[[str], tuple[Tests, ...]]

    def paths(self, root: Path) -> list[str]:
        """The files, from the root of the checkout."""
        found = {path for pattern in self.files for path in root.glob(pattern)}
        return sorted(path.relative_to(root).as_posix() for path in found)


def _all(*tests: str) -> Callable[[str], tuple[Tests, ...]]:
    return lambda _: (tests,)


def _of_fixes(_: str) -> tuple[Tests, ...]:
    """The fixes of all rules take long; what does not work seldom gets so far."""
    quick = ("edits", "changes", "writing", "suppressing", "rounds")
    return tuple(f"tests/fixing/test_{each}.py" for each in quick), ("tests/fixing/test_rules.py",)


def _of_pictures(_: str) -> tuple[Tests, ...]:
    """What is drawn of contracts in memory; what is seen of it in reports takes longer."""
    quick = ("draw", "marking", "parts", "cutting", "budget")
    slow = ("agents", "shown", "defects", "films")
    return (
        tuple(f"tests/picture/test_{each}.py" for each in quick),
        tuple(f"tests/picture/test_{each}.py" for each in slow),
    )


def _of_provers(file: str) -> tuple[Tests, ...]:
    """Provers are tested by the cases of their rules, what they share by those of a dialect; then
    by all that is known of its rules."""
    dialect, _, name = file.split("/")[2:5]
    module = f"phaselint_rules.{dialect}.proofs.{name.removesuffix('.py')}"
    own = [
        rule.name
        for rule in RULES.of((dialect,))
        if rule.prove and getattr(resolved(rule.prove), "__module__", "") == module
    ]
    words = " or ".join(own) if own else dialect
    more = sorted(RULE_TESTS.glob(f"test_{dialect}_*.py"))
    return (*LAWS, "-k", words), tuple(f"tests/rules/{each.name}" for each in more)


GROUPS: dict[str, Group] = {
    "proofs": Group(("rules/phaselint_rules/*/proofs/*.py",), _of_provers),
    "fixes": Group(
        ("linter/phaselint/fixing/*.py", "linter/phaselint/document/editing.py"), _of_fixes
    ),
    "machine": Group(
        ("linter/phaselint/machine/*.py",),
        _all("tests/machine", *(f"tests/properties/test_machine_{each}.py" for each in (
            "graph", "dominators", "search", "certificate", "counted", "flow",
        ))),
    ),
    "schema": Group(
        ("linter/phaselint/schema/*.py",), _all("tests/schema", "tests/properties/test_schema.py")
    ),
    "document": Group(
        ("linter/phaselint/document/*.py",),
        _all("tests/document", "tests/properties/test_document.py", "tests/fixing/test_edits.py"),
    ),
    "executor": Group(
        ("linter/phaselint/executor/*.py", "linter/phaselint/executor/soundness/*.py"),
        _all("tests/executor"),
    ),
    "diagram": Group(("linter/phaselint/diagram/*.py",), _of_pictures),
    "server": Group(
        ("lsp/phaselint_lsp/checking.py", "lsp/phaselint_lsp/project.py"),
        _all("tests/lsp/test_desk.py", "tests/lsp/test_changing.py", "tests/lsp/test_pushing.py"),
    ),
}  # fmt: skip
