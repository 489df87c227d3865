"""The second law of proofs: no prover is talked into a finding that the contract does not have."""

from __future__ import annotations

import os
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, NamedTuple

import pytest

from cases import texts
from laws.bench import PROVABLE, benches, benches_of, cases, named
from laws.bends import bends, claim
from laws.graphs import is_true

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from laws.bench import Bench
    from laws.bends import Bend
    from phaselint.vocabulary.finding import Finding
    from phaselint.vocabulary.rule import Rule

    Record = Callable[[str, object], None]

FEWEST = 5
"""Lies that there are to tell to the prover of a rule."""

MOST = int(os.environ.get("PHASELINT_LIES", "20"))
"""Bent findings that the prover of a rule is asked about, lies and others each."""

OF_RULES = pytest.mark.parametrize("rule", PROVABLE, ids=named)


class AlteredFinding(NamedTuple):
    """What became of the bends of a rule's findings: whether these claim anything by their data,
    how many bends were lies, how many were none, and what the prover must not have done."""

    claims: bool
    lies: int
    others: int
    failed: list[str]


@OF_RULES
def test_no_lie_is_proved(rule: Rule, record_property: Record) -> None:
    told = _told(rule)
    record_property("tried", {"lies told": told.lies, "bent findings that are none": told.others})
    assert told.failed == []
    assert not told.claims or told.lies >= FEWEST


TWISTS = (
    ("misspelt-tool", "bad", "named", "read"),
    ("misspelt-tool", "bad", "named", "serach"),
    ("misspelt-tool", "bad-claude", "named", "Read"),
    ("when-expressions-overlap", "bad-both", "taken", "first twice"),
    ("when-expressions-overlap", "bad-both", "taken", "first"),
)
"""Rule, case, a key of its claim, and what is put there, or for a list how it is bent."""


@pytest.mark.parametrize(("name", "variant", "key", "said"), TWISTS)
def test_each_name_in_a_message_is_proved(name: str, variant: str, key: str, said: str) -> None:
    (rule,) = (each for each in PROVABLE if each.name == name)
    (case,) = (each for each in cases(name, "bad") if each.variant == variant)
    (bench,) = benches(case)
    (finding,) = bench.of(rule)
    assert finding.witness is not None
    data = dict(finding.witness.data)
    assert bench.verdict(rule, finding).status == "proved"
    first = data[key][:1] if isinstance(data[key], list) else []
    data[key] = {"first": first, "first twice": first * 2}.get(said, said)
    bent = finding._replace(witness=finding.witness._replace(data=data))
    assert bench.verdict(rule, bent).status != "proved"


def _bent(name: str, files: Mapping[str, str], **changes: object) -> tuple[str, str]:
    """What the prover of a rule says of the one finding in some files, and of it with changes in
    its claim."""
    (rule,) = (each for each in PROVABLE if each.name == name)
    (bench,) = benches_of(files)
    (finding,) = bench.of(rule)
    assert finding.witness is not None
    data = {**finding.witness.data, **changes}
    bent = finding._replace(witness=finding.witness._replace(data=data))
    return bench.verdict(rule, finding).status, bench.verdict(rule, bent).status


def test_a_tool_that_there_is_is_no_slip_for_another() -> None:
    """`LSP` is one edit away from `LS`, and both are tools."""
    header = "name: a\ndescription: x\ntools: LSP, Wirte\n"
    files = {".claude/agents/a.md": f"---\n{header}---\nDo it.\n"}
    assert _bent("misspelt-tool", files, named="LSP", tool="LS") == ("proved", "refuted")


@pytest.mark.parametrize("taken", [[0, 0], [1, 1], [0], [1]])
def test_an_edge_does_not_overlap_itself(taken: list[int]) -> None:
    """Two edges to one node, which the runtime tells apart by no more than their number."""
    (case,) = (c for c in cases("when-expressions-overlap", "bad") if c.variant == "bad-both")
    files = {path: text.replace("to: fell", "to: prune") for path, text in texts(case).items()}
    before, after = _bent("when-expressions-overlap", files, taken=taken)
    assert before == "proved"
    assert after != "proved"


def _told(rule: Rule) -> AlteredFinding:
    """Tell the prover of a rule up to `MOST` lies, and of bends that are none: those it may
    find proved, but it must not fail."""
    lies = others = 0
    failed = []
    claims = False
    for bench, finding, bend in _spread(rule):
        claims = claims or bool(claim(finding))
        lie = _is_lie(bench, rule, bend.finding)
        if lie:
            lies += 1
        else:
            others += 1
        if (lies if lie else others) > MOST:
            continue
        if told := _verdict(bench, rule, bend.finding, lie):
            failed.append(f"{bend.what}: {told}")
        if lies == MOST:
            break
    return AlteredFinding(claims, lies, others, failed)


def _spread(rule: Rule) -> Iterator[tuple[Bench, Finding, Bend]]:
    """The bends of all findings that are proved, so that the first ones are of different findings
    and of different things in them."""
    rows: list[list[tuple[Bench, Finding, Bend]]] = []
    for case in cases(rule.name, "bad"):
        for bench in benches(case):
            for finding in bench.of(rule):
                if bench.verdict(rule, finding).status == "proved":
                    groups: dict[str, list[tuple[Bench, Finding, Bend]]] = {}
                    for bend in bends(bench, finding):
                        groups.setdefault(bend.key, []).append((bench, finding, bend))
                    rows += groups.values()
    columns = chain.from_iterable(zip_longest(*rows))
    return (each for each in columns if each is not None)


def _is_lie(bench: Bench, rule: Rule, bent: Finding) -> bool:
    """Whether a bent finding says what the linter does not say of this contract, and what is not
    so all the same."""
    if claim(bent) in [claim(each) for each in bench.of(rule)]:
        return False
    return not is_true(bench, rule.name, bent.witness.data if bent.witness else {})


def _verdict(bench: Bench, rule: Rule, bent: Finding, lie: bool) -> str:
    """What a prover must not do about a bent finding; empty where it does right."""
    try:
        proof = bench.verdict(rule, bent)
    except Exception as error:  # whatever it is: provers look up softly
        return f"raises {error!r}"
    return f"proved by {proof.method}" if lie and proof.status == "proved" else ""
