"""The law of claims: what is proved of all runs, no run contradicts; what is proved of some run, a
run shows. It is asked about everything that contracts declare, without any rule that says so."""

from __future__ import annotations

import os
import random
from typing import TYPE_CHECKING, Any

import pytest

from fresh import SEED, picker
from laws.bench import Bench, benches
from laws.drawing import NAMES, cases_of, some
from phaselint.dialects.protocol import TooManyChoices
from phaselint.executor.declared import ClaimError
from phaselint.executor.replay import replay
from phaselint.executor.soundness.search import charts, settings
from phaselint.vocabulary.claim import (
    All,
    Differs,
    Ends,
    Never,
    Notes,
    Refused,
    Same,
    Traps,
    Undecided,
    Written,
)
from phaselint.vocabulary.deferred import deferred
from phaselint.vocabulary.finding import Edit, Finding, Place, Proof
from phaselint.vocabulary.message import message
from phaselint.vocabulary.rule import INFO, Rule

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from phaselint.dialects.records import Choice
    from phaselint.executor.replay import Run

COUNT = int(os.environ.get("PHASELINT_CLAIMS", "12"))
"""Cases of each dialect whose contracts are asked about."""

WALKS, STEPS = 20, 30
PROVERS = {
    Refused: "refused",
    Ends: "ends",
    Notes: "notes",
    Never: "never",
    Traps: "traps",
    Same: "same",
    Differs: "differs",
    Undecided: "notes",
    All: "never",
}


def verdict(bench: Bench, claim: tuple[Any, ...]) -> Proof:
    """What is said of a claim about a contract by a rule that makes it of every contract."""
    facts = bench.lab.facts
    finding = Finding(Place(facts.contract.target.path), message("so it is"), claim=claim)
    rule = Rule(
        "ZZ001",
        lambda _: (finding,),
        INFO,
        prove=deferred("phaselint.executor.claims", PROVERS[type(claim)]),
        name=f"claims-{claim!r}",
        dialect=facts.contract.target.dialect,
    )
    # A rule of each claim has a code of its own.
    lab = bench.lab.of(rule)
    lab.kept.pop(("said", rule.code), None)
    return rule.prove(lab, finding) if rule.prove else Proof("static")


def drawn(dialect: str) -> Iterator[Bench]:
    for case in some(picker("claims", dialect), cases_of(dialect), COUNT):
        for bench in benches(case):
            if bench.target.dialect == dialect and bench.lab.elements:
                yield bench


def walks(bench: Bench, pick: random.Random) -> Iterator[Run[Any]]:
    """Runs of random choices, without run-wide limits."""
    lab, starts = bench.lab, list(settings(bench.lab))
    for _ in range(WALKS):
        setting = pick.choice(starts)
        state = start = lab.runtime.relax(lab.begin(setting))
        choices: list[Choice] = []
        for _ in range(STEPS):
            try:
                offered = lab.runtime.choices(state)
            except TooManyChoices:
                break
            if not offered:
                break
            choices.append(pick.choice(list(offered)))
            state, _ = lab.runtime.step(state, choices[-1])
        yield replay(lab.runtime, start, choices)


@pytest.mark.parametrize("dialect", NAMES)
def test_no_run_contradicts_what_is_proved_of_all(dialect: str) -> None:
    pick = random.Random(f"{SEED}/{dialect}")
    asked = 0
    for bench in drawn(dialect):
        runtime = bench.lab.runtime
        runs = list(walks(bench, pick))
        used = {move for run in runs for move in runtime.moves(run.events)}
        found = {each.id: verdict(bench, Never(each.id)).status for each in bench.lab.elements}
        asked += len(found)
        for name, status in found.items():
            assert status in ("proved", "refuted", "unproved")
            assert status != "proved" or name not in used, (SEED, name)
        together = [name for name, status in found.items() if status == "proved"]
        if together:
            check_never(bench, together, [each for each in found if each in used])
        for phase in dict.fromkeys(each.phase for each in bench.lab.elements):
            if verdict(bench, Traps((phase,))).status == "proved":
                assert not any(comes_and_completes(bench, run, phase) for run in runs), (
                    SEED,
                    phase,
                )
    assert asked


def check_never(bench: Bench, unused: Sequence[Hashable], used: Sequence[Hashable]) -> None:
    """What is proved of each is proved of all, and of those that runs of the contract use it is
    not; nor is it where runs are said to begin elsewhere."""
    first, *others = unused
    begun = {bench.lab.runtime.phase(each.atlas.states[0]) for each in charts(bench.lab)}
    entry = begun.pop() if len(begun) == 1 else ""
    assert verdict(bench, Never(first, tuple(others), entry)).status == "proved", SEED
    assert verdict(bench, Never(first, (), "zz_nowhere")).status == "unproved", SEED
    each_unused = tuple(map(Never, unused))
    whole = Written(Place(bench.lab.facts.contract.target.path))
    there = whole.place.file in bench.lab.facts.contract.documents
    for said, holds in ((whole, there), (whole._replace(absent=True), not there)):
        expected = "proved" if holds else "unproved"
        assert verdict(bench, All(each_unused, (said,))).status == expected, SEED
    for each in used[:1]:
        assert verdict(bench, Never(first, (each,))).status == "refuted", SEED
        assert verdict(bench, All((*each_unused, Never(each)))).status == "refuted", SEED


def comes_and_completes(bench: Bench, run: Run[Any], phase: str) -> bool:
    runtime = bench.lab.runtime
    came = any(runtime.phase(state) == phase for state in run.states)
    return came and run.outcome.kind in runtime.completions


@pytest.mark.parametrize("dialect", NAMES)
def test_what_a_run_does_is_proved_and_what_none_does_is_not(dialect: str) -> None:
    for bench in drawn(dialect):
        lab = bench.lab
        phase = lab.elements[0].phase
        assert verdict(bench, Notes(phase, "no such event")).status != "proved"
        assert verdict(bench, Ends(phase, "NoSuchCode")).status != "proved"
        assert verdict(bench, Refused(("NoSuchCode",))).status != "proved"
        for claim in (Notes(phase, "no such event", doubt="?"), Ends(phase, "None", doubt="?")):
            assert verdict(bench, claim).status == "unproved", (SEED, claim)
        undecided = verdict(bench, Undecided("it is unknown"))
        assert (undecided.status, undecided.reason) == ("unproved", "it is unknown")
        for code in refusals(bench):
            assert verdict(bench, Refused((code,))).status == "proved", (SEED, code)
        check_blamed(bench)


def refusals(bench: Bench) -> list[str]:
    """The codes that starts are refused with, without an input and with one: what a missing
    parameter hides at first is refused as well."""
    lab = bench.lab
    starts = (lab.refused, lab.supplied)
    return [code for start in starts for code in lab.runtime.refusal(start).split(", ") if code]


def check_blamed(bench: Bench) -> None:
    """A refusal is proved of what it is blamed on, and of nothing else."""
    lab, codes = bench.lab, refusals(bench)
    blamed = [each for start in (lab.refused, lab.supplied) for each in lab.runtime.blamed(start)]
    for code, about in blamed if codes else ():
        expected = "proved" if code in codes else "unproved"
        assert verdict(bench, Refused((code,), (about,))).status == expected, (SEED, code, about)
        assert verdict(bench, Refused((code,), (about, "zz_nowhere"))).status == "unproved", SEED


@pytest.mark.parametrize("dialect", NAMES)
def test_a_contract_is_the_same_as_itself(dialect: str) -> None:
    decided = 0
    for bench in drawn(dialect):
        if (edit := no_edit(bench)) is None:
            continue
        same, other = (verdict(bench, kind((edit,))).status for kind in (Same, Differs))
        assert (same, other) in (("proved", "refuted"), ("unproved", "unproved")), SEED
        assert verdict(bench, Differs((edit,), doubt="?")).status == "unproved", SEED
        decided += same == "proved"
    assert decided


def no_edit(bench: Bench) -> Edit | None:
    """An edit that leaves a contract as it is: more white space."""
    for path, document in bench.lab.facts.contract.documents.items():
        if document.format == "python":
            return Edit(Place(path, (0, 1)), f"\n{document.text[:1]}")
        for key in document.value if isinstance(document.value, dict) else ():
            span = document.range((key,), "value")
            text = document.text[document.offset(span.start) : document.offset(span.end)]
            return Edit(Place(path, (key,)), f"{text} ")
    return None


def refusal(bench: Bench) -> str:
    """Why no run of a contract begins."""
    return bench.lab.runtime.refusal(bench.lab.supplied)


def test_a_contract_that_is_refused_need_not_declare_what_a_claim_names() -> None:
    missing = (case for case in cases_of("stud") if case.rule == "stage-file-missing")
    refused = [bench for case in missing for bench in benches(case) if refusal(bench)]
    assert refused
    for bench in refused:
        proof = verdict(bench, Never("zz_nowhere"))
        assert (proof.status, proof.reason) == (
            "unproved",
            f"the contract is refused for {refusal(bench)}",
        )


@pytest.mark.parametrize("dialect", NAMES)
def test_a_claim_about_what_is_not_declared_is_a_defect_of_its_rule(dialect: str) -> None:
    bench = next(bench for bench in drawn(dialect) if not refusal(bench))
    for claim in (Never("zz_nowhere"), Traps(("zz_nowhere",)), Ends("zz_nowhere", "X")):
        with pytest.raises(ClaimError, match="zz_nowhere"):
            verdict(bench, claim)
