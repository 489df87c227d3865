"""The law of names: what of a contract a message names, its proof has looked at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import pytest

from laws.bench import PROVABLE, benches, cases, named
from phaselint.vocabulary.message import names_in, retold

if TYPE_CHECKING:
    from collections.abc import Iterator

    from laws.bench import Bench
    from phaselint.vocabulary.finding import Finding
    from phaselint.vocabulary.rule import Rule

BY_NUMBER = {
    "when-expressions-overlap": "its data has the numbers of the edges",
    "adaptation-chain-empty": "`repeat` is what an answer says, and an adaptation as well",
    "adaptation-chain-unused": "the same",
    "unknown-subagent": "the name of the agent whose file is meant is read, not run",
}
"""Rules whose messages have names that their data has otherwise."""


@pytest.mark.parametrize("rule", PROVABLE, ids=named)
def test_names_of_a_message_are_among_what_is_proved(rule: Rule) -> None:
    found = [
        f"{case}: `{name}`: {finding.message}"
        for case in cases(rule.name, "bad")
        for bench in benches(case)
        for finding in bench.of(rule)
        if bench.verdict(rule, finding).status == "proved"
        for name in _unheld(bench, finding)
    ]
    assert not found or rule.name in BY_NUMBER, found


def _unheld(bench: Bench, finding: Finding) -> Iterator[str]:
    """Names of phases, and of what is used in them, that a message has and nothing else of the
    finding: a rule that is proved by a claim is asked for its message as well."""
    if finding.claim is not None:
        return
    own = set()
    for each in bench.lab.elements:
        own |= {each.phase, *names_in(retold(each.label))}
    data = finding.witness.data if finding.witness else {}
    held = [*_words(data), *map(str, finding.place.pointer), *_words(_written(bench, finding))]
    for name in names_in(finding.message):
        if name in own and not any(name in each for each in held):
            yield name


def _written(bench: Bench, finding: Finding) -> Any:
    """What stands at the place of a finding."""
    document = bench.lab.facts.contract.documents.get(finding.place.file)
    value: Any = document.value if document else None
    for key in finding.place.pointer:
        try:
            value = value[key]
        except (LookupError, TypeError):
            return None
    return value


def _words(value: Any) -> Iterator[str]:
    """The texts in plain data, and its keys."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield str(key)
            yield from _words(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _words(each)
