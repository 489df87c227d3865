"""Words for rules of dialects without a contract: none of these rules is run, and each is known."""

from __future__ import annotations

import itertools
from contextlib import chdir
from typing import TYPE_CHECKING

import pytest

from phaselint.dialects import NAMES
from phaselint.linting.request import Request
from phaselint.linting.run import run
from phaselint.vocabulary.errors import UsageError
from phaselint_rules import RULES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from pathlib import Path

    from phaselint.vocabulary.rule import Rule

SESSION = """\
schema_version: "1.0"
agent: desk
phases:
  - {{name: intake, initial: true}}
  - {{name: done, terminal: true}}  # phaselint: ignore[{}] because
transitions: {{intake: [done]}}
"""


def messages(folder: Path, word: str, **asked: tuple[str, ...]) -> list[str]:
    """What is reported on a Vesanor session in which a comment names a rule."""
    (folder / "session.yaml").write_text(SESSION.format(word))
    with chdir(folder):
        findings = run(Request(("session.yaml",), **asked), RULES).findings  # type: ignore[arg-type]
    return [f"{each.message}; {each.help}" for each in findings]


def test_a_comment_may_name_a_rule_of_any_dialect(tmp_path: Path) -> None:
    assert messages(tmp_path, "gate-does-not-halt") == []


def test_a_choice_of_rules_is_one_among_all(tmp_path: Path) -> None:
    [message] = messages(tmp_path, "gate-does-not-halt", ignore=("dead-phase",))
    assert message.startswith("nothing to suppress: `gate-does-not-halt` has no finding here")
    assert messages(tmp_path, "gate-does-not-halt", select=("unused-suppression",)) == []


def test_a_misspelt_rule_of_another_dialect_has_a_suggestion(tmp_path: Path) -> None:
    [message] = messages(tmp_path, "gate-does-not-hault")
    assert message.endswith("use `gate-does-not-halt`")


def test_so_has_one_in_the_configuration(tmp_path: Path) -> None:
    (tmp_path / "phaselint.toml").write_text('ignore = ["gate-does-not-hault"]\n')
    with pytest.raises(UsageError, match="a similar name exists: `gate-does-not-halt`"):
        messages(tmp_path, "dead-phase")


def test_so_has_one_on_the_command_line(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="a similar name exists: `gate-does-not-halt`"):
        messages(tmp_path, "dead-phase", ignore=("gate-does-not-hault",))


def meant(word: str, rules: Iterable[Rule]) -> tuple[set[str], set[str]]:
    """What a word stands for among rules."""
    found = [rule for rule in rules if word in rule.names]
    return {rule.code for rule in found}, {rule.name for rule in found}


@pytest.mark.parametrize(
    "dialects",
    [some for size in range(len(NAMES)) for some in itertools.combinations(NAMES, size)],
    ids="-".join,
)
def test_a_word_means_the_same_whatever_other_rules_there_are(dialects: Collection[str]) -> None:
    """So that nobody has to look at those for what it stands for."""
    own = RULES.of(dialects)
    for word in {word for rule in own for word in rule.names}:
        assert meant(word, own) == meant(word, RULES)
