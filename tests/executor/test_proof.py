"""Every status of a proof, shown with rules that are right and with rules that are wrong (§8)."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest

from dialects.vesanor.build import after, files, lab, lint, named
from phaselint.cli import main
from phaselint.executor.proof import RunInput
from phaselint.linting.internal_errors import rule_named
from phaselint.vocabulary.claim import All, Never, Notes, Refused, Traps
from phaselint.vocabulary.finding import SEVERITIES, Finding, Place, Witness
from phaselint.vocabulary.message import message
from phaselint.vocabulary.rule import Grade
from phaselint_rules import RULES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    from dialects.vesanor.build import Files
    from phaselint.vocabulary.finding import Proof, Severity
    from phaselint.vocabulary.rule import Rule

    Claim = All | Never | Notes | Refused | Traps
    Run = Callable[..., tuple[int, list[Any]]]

REFUSED = Refused()
DEAD = Never("z")
HIDDEN = Notes("b", "turn", holds={"removed": [("end", "wrong_phase")]})
SHOWN = Notes("b", "turn", holds={"visible": ["end"]}, answers=("wait",))
UNRESTRICTED = All((Notes("", "turn", {"phase_before": None}, holds={"visible": ("end",)}),))
BLOCKED = Notes(
    "a",
    "turn",
    holds={"blocked": [{"tool": "go", "reason": "illegal_phase_transition"}]},
    answers=({"calls": ["go"]},),
)
SOUND = files("a! b z*", "a:b b:z", ["go[a]->b", "end[b]->z", "note"])


def lying(name: str, data: Mapping[str, Any], claim: Claim = REFUSED) -> tuple[Rule, ...]:
    """The built-in rules, of which one reports something that is not so, and claims it."""
    honest = rule_named(RULES, name)

    def check(_: Any) -> Iterable[Finding]:
        place, text = Place("session.yaml"), message("not true")
        yield Finding(place, text, witness=Witness(data), claim=claim)

    check.__module__ = honest.check.__module__
    return tuple(rule._replace(check=check) if rule is honest else rule for rule in RULES)


def proof_of(given: Files, name: str, **how: Any) -> Proof:
    (finding, *_) = named(lint(given, **how), name)
    assert finding.proof is not None
    return finding.proof


def verdict(proof: Proof) -> tuple[str, str | None]:
    return proof.status, proof.method


class TestRightFindings:
    @pytest.mark.parametrize(
        ("name", "given", "method"),
        [
            ("phases-not-array", {"session.yaml": "agent: x\nphases: {a: {}}\n"}, "refusal"),
            ("initial-phase-count", files("a z*", "a:z"), "refusal"),
            ("no-terminal-phase", files("a! b", "a:b"), "refusal"),
            ("unknown-phase", files("a! z*", "a:z,q"), "refusal"),
            ("unreachable-phase", files("a! m z*", "a:z m:z"), "explore"),
            ("dead-phase", files("a! b z*", "a:b b:z", ["t[a]->b"]), "replay"),
            ("dead-end-phase", files("a! b z*", "a:b,z", ["t[a]->b"]), "explore"),
            ("dead-end-phase", files("a! b z*", "a:b,z"), "explore"),
            ("deadlocked-phases", files("a! b z*", "a:b,z b:b", ["t[a]->b", "u[b]->b"]), "explore"),
            ("illegal-advance", files("a! b z*", "a:b b:z", ["t[a,b]->z"]), "replay"),
            ("illegal-advance", files("a! b z*", "a:b b:z", ["g[a]->b", "t[a,b]->z"]), "replay"),
            ("unimplemented-transition", files("a! b z*", "a:b,z b:z", ["g[a]->b", "e[b]->z"]),
             "explore"),
            ("unenterable-phase", files("a! b z*", "a:b,z b:z", ["e[a]->z", "f[b]->z"]), "explore"),
            ("tool-deadlock", files("a! b z*", "a:b b:z", ["g[a]->b", "t[b]"]), "explore"),
            ("empty-valid-in-phases", files("a! z*", "a:z", ["t[]", "e[a]->z"]), "explore"),
            ("branching-targets", files("a! y* z*", "a:y,z", ["t[a]->y", "u[a]->z"]), "replay"),
            ("phase-restriction-ignored", files(tools=["t[a]"]), "static+replay"),
            ("unknown-tool-reference",
             files("a! z*", "a:z", ["t[a]->z"], t={"preconditions": after("q")}), "explore"),
            ("precondition-cycle",
             files("a! z*", "a:z", ["t[a]->z"], t={"preconditions": after("t")}), "explore"),
            ("order-trap",
             files("a! b z*", "a:b b:z", ["n[a]", "g[a]->b", "e[b]->z"],
                   e={"preconditions": after("n")}), "explore"),
            ("limit-below-shortest-path",
             files("a! b z*", "a:b b:z", ["g[a]->b", "e[b]->z"],
                   session={"session_limits": {"max_steps": 1}}), "explore"),
            ("limit-cuts-off-phase",
             files("a! b c z* y*", "a:b,y b:c c:z", ["q[a]->y", "g[a]->b", "h[b]->c", "e[c]->z"],
                   session={"session_limits": {"max_tool_calls": 2}}), "explore"),
            ("never-callable-tool",
             files("a! b z*", "a:b b:z", ["g[a]->b", "n[b]", "e[b]->z"],
                   g={"forbids_after": ["n"]}), "explore"),
            ("blocked-by-risk-default",
             files("a! z*", "a:z", ["t[a]->z"], session={"risk_defaults": {"read": "block"}}),
             "replay"),
        ],
    )  # fmt: skip
    def test_are_proved_by_the_way_the_reference_names(
        self, name: str, given: Files, method: str
    ) -> None:
        proofs = [finding.proof for finding in named(lint(given), name)]
        assert proofs
        for proof in proofs:
            assert proof is not None
            assert proof.status == "proved"
            assert proof.method == method

    def test_a_document_fact_is_static(self) -> None:
        given = files("a! z*", "a:z z:a", ["e[a]->z"])
        assert verdict(proof_of(given, "terminal-has-outgoing")) == ("static", None)

    def test_without_a_dry_run_there_is_no_proof(self) -> None:
        findings = lint(files("a! z*", "a:z"), dry_run=False)
        assert {finding.proof for finding in findings} == {None}

    def test_a_cycle_is_shown_by_a_lap_that_can_be_run_again(self) -> None:
        given = files("a! b c z*", "a:b,z b:c c:b", ["t[a]->b", "u[b]->c", "v[c]->b"])
        script = proof_of(given, "deadlocked-phases").script
        assert script is not None
        assert script["options"] == {"refuse-invalid": False}
        (scenario,) = script["scenarios"]
        assert scenario["model"] == [{"calls": ["t"]}, {"calls": ["u"]}, {"calls": ["v"]}]


class TestWrongFindings:
    @pytest.mark.parametrize(
        ("name", "data", "method"),
        [
            ("initial-phase-count", {}, "refusal"),
            ("unimplemented-transition", {"edge": ["a", "b"]}, "explore"),
            ("dead-end-phase", {"path": ["a", "b"], "stuck": ["b"]}, "explore"),
            ("deadlocked-phases", {"path": ["a"], "stuck": ["a", "b"]}, "explore"),
            ("order-trap", {"path_tools": [["go"]], "phase": "b"}, "explore"),
            ("order-trap", {"path_tools": [["end"]], "phase": "z"}, "replay"),
            ("unsatisfiable-precondition", {"tool": "end", "requires": []}, "explore"),
            ("unsatisfiable-precondition", {"tool": "note", "requires": []}, "explore"),
            ("unsatisfiable-precondition", {"tool": "note", "max_steps": 2}, "explore"),
            (
                "limit-below-shortest-path",
                {"path_tools": [["go"], ["end"]], "limit": "x"},
                "replay",
            ),
            ("limit-cuts-off-phase", {"path_tools": [["go"]], "limit": "max_steps"}, "replay"),
            ("never-callable-tool", {"tool": "note", "banned_by": []}, "explore"),
        ],
    )
    def test_are_refuted(self, name: str, data: Any, method: str) -> None:
        proof = proof_of(SOUND, name, rules=lying(name, data))
        assert verdict(proof) == ("refuted", method)
        assert proof.reason

    @pytest.mark.parametrize(
        ("name", "claim", "method"),
        [
            ("unreachable-phase", Never("b"), "explore"),
            ("unenterable-phase", Never("b"), "explore"),
            ("no-viable-path", Never("z"), "explore"),
            ("dead-phase", HIDDEN, "replay"),
            ("illegal-advance", BLOCKED, "replay"),
            ("empty-valid-in-phases", Never(SHOWN), "explore"),
            ("unknown-tool-reference", Never(SHOWN), "explore"),
            ("precondition-cycle", Never(BLOCKED, (SHOWN,)), "explore"),
            ("tool-deadlock", Traps(("b",)), "explore"),
        ],
    )
    def test_claims_are_refuted(self, name: str, claim: Claim, method: str) -> None:
        proof = proof_of(SOUND, name, rules=lying(name, {}, claim))
        assert verdict(proof) == ("refuted", method)
        assert proof.reason

    def test_a_tool_that_is_restricted_is_not_shown_to_be_unrestricted(self) -> None:
        rules = lying("phase-restriction-ignored", {}, UNRESTRICTED)
        proof = proof_of(SOUND, "phase-restriction-ignored", rules=rules)
        assert (proof.status, bool(proof.reason)) == ("unproved", True)

    def test_a_false_self_transition_is_refuted_only_by_taking_it(self) -> None:
        given = files("a! z*", "a:a,z", ["n[a]", "e[a]->z"])
        rules = lying("unimplemented-transition", {"edge": ["a", "a"]})
        assert verdict(proof_of(given, "unimplemented-transition", rules=rules))[0] == "proved"
        looping = files("a! z*", "a:a,z", ["n[a]->a", "e[a]->z"])
        proof = proof_of(looping, "unimplemented-transition", rules=rules)
        assert verdict(proof) == ("refuted", "explore")

    def test_the_script_of_a_refutation_shows_it(self) -> None:
        rules = lying("unreachable-phase", {}, Never("b"))
        script = proof_of(SOUND, "unreachable-phase", rules=rules).script
        assert script is not None
        (scenario,) = script["scenarios"]
        assert scenario["model"] == [{"calls": ["go"]}]

    def test_each_is_reported_once_along_with_it(self) -> None:
        findings = lint(SOUND, rules=lying("unreachable-phase", {}, Never("b")))
        (wrong,) = named(findings, "unreachable-phase")
        (refuted,) = named(findings, "refuted-finding")
        assert refuted.proof == wrong.proof
        assert "`unreachable-phase`" in refuted.message


class TestUnproved:
    @pytest.mark.parametrize(
        ("name", "given"),
        [
            ("unreachable-phase", files("a! b m* z*", "a:b b:z", ["g[a]->b", "e[b]->z"])),
            ("empty-valid-in-phases", files("a! b z*", "a:b b:z", ["t[]", "g[a]->b", "e[b]->z"])),
            (
                "tool-deadlock",
                files(
                    "a! b z*",
                    "a:b b:z",
                    ["g[a]->b", "t[b]", "u[b]"],
                    u={"preconditions": after("t")},
                ),
            ),
            ("dead-end-phase", files("a! b c z*", "a:b b:c,z", ["g[a]->b", "h[b]->c", "e[b]->z"])),
            ("dead-phase", files("a! b c z*", "a:b b:c c:z", ["g[a]->b", "h[b]->c"])),
        ],
    )
    def test_the_bound_is_said_and_never_taken_for_an_answer(self, name: str, given: Files) -> None:
        assert proof_of(given, name).status == "proved"
        proof = proof_of(given, name, bound=1)
        assert proof.status == "unproved"
        assert "the bound of 1 expanded states" in proof.reason or "wasn't explored" in proof.reason

    @pytest.mark.parametrize(
        ("more", "reason"),
        [
            ({"session": {"risk_defaults": {"read": "block"}}}, "no run reaches these phases"),
            ({"session": {"session_limits": {"max_calls_per_tool": {"n": 1}}}}, ""),
            ({"session": {"session_limits": {"loop_detection": {"window": 1, "threshold": 1}}}},
             "a limit ends the run"),
            ({"session": {"session_limits": {"max_tool_calls": 1}}}, "a limit ends the run"),
        ],
    )  # fmt: skip
    def test_an_assumption_no_script_can_satisfy(self, more: Any, reason: str) -> None:
        tools = ["g[a]->b", "h[b]->c", "n[c]"]
        given = files("a! b c z*", "a:b b:c c:z", tools, **more)
        proof = proof_of(given, "tool-deadlock")
        assert proof.status == ("unproved" if reason else "proved")
        assert reason in proof.reason

    def test_a_requirement_that_has_a_finding_of_its_own(self) -> None:
        waits = {"preconditions": after("g")}
        given = files("a! b z*", "a:b b:z", ["g[a]->b", "n[b]"], g=waits)
        proof = proof_of(given, "tool-deadlock")
        assert (proof.status, proof.reason) == (
            "unproved",
            "no run reaches these phases",
        )

    def test_outputs_and_text_only_responses_are_provided(self) -> None:
        entry = {"requires_prior_tool": "n", "with_output": [{"path": "$.ok", "equals": True}]}
        count = {"requires_step_count": {"gte": 3}}
        given = files(
            "a! b c z*", "a:b b:c c:z", ["n[a]", "g[a]->b", "h[b]->c", "w[c]"],
            g={"preconditions": [entry]}, h={"preconditions": [count]},
        )  # fmt: skip
        proof = proof_of(given, "tool-deadlock")
        assert verdict(proof) == ("proved", "explore")
        assert proof.script is not None
        assert proof.script["scenarios"][0]["model"] == [
            "(text)",
            {"calls": [{"tool": "n", "output": {"ok": True}}]},
            {"calls": ["g"]},
            {"calls": ["h"]},
        ]

    def test_calls_on_a_path_differ_so_that_loop_detection_lets_them_through(self) -> None:
        limits = {"loop_detection": {"window": 9, "threshold": 2}}
        given = files(
            "a! b c d z*", "a:b,c b:a c:a,d d:z",
            ["g[a]->b", "h[a]->c", "back[b,c]->a", "e[c]->d", "w[d]"],
            session={"session_limits": limits}, h={"preconditions": after("g")},
            e={"preconditions": after("again")},
            again={"preconditions": after("h")},
        )  # fmt: skip
        given |= files(tools=["again[b]"], again={"preconditions": after("h")})
        findings = named(lint(given), "tool-deadlock")
        (stuck,) = [f for f in findings if f.witness and f.witness.data["stuck"] == ["d"]]
        assert stuck.witness is not None
        path = stuck.witness.data["path_tools"]
        assert path.count(["back"]) == 3
        assert stuck.proof is not None
        assert verdict(stuck.proof) == ("proved", "explore")


class TestClosedDoors:
    def test_a_tool_that_may_be_called_no_times_stays_shut_in_explorations(self) -> None:
        limits = {"session_limits": {"max_calls_per_tool": {"e": 0}}}
        given = files("a! z*", "a:z", ["e[a]->z", "n[a]"], session=limits)
        assert verdict(proof_of(given, "tool-deadlock")) == ("proved", "explore")

    def test_tools_may_lead_from_a_tool_deadlock_into_one_of_the_map(self) -> None:
        given = files("a! b z*", "a:b,z b:b", ["g[a]->b"])
        (finding,) = named(lint(given), "tool-deadlock")
        assert finding.proof is not None
        assert verdict(finding.proof) == ("proved", "explore")
        assert "only for a deadlock" in finding.message

    def test_the_second_file_of_a_tool_says_nothing(self) -> None:
        given = files("a! z*", "a:z", ["t[a]->z"])
        again = json.loads(given["t.yaml"])
        again |= {"transitions": {"valid_in_phases": []}, "preconditions": after("nothing")}
        names = {finding.name for finding in lint({**given, "u.yaml": json.dumps(again)})}
        assert "duplicate-tool" in names
        assert names.isdisjoint({"empty-valid-in-phases", "unknown-tool-reference"})


class TestLab:
    def test_its_scripts_say_how_the_contract_was_run(self) -> None:
        bench = lab(SOUND)
        assert bench.script("s", ()) == {
            "version": 1,
            "options": {"refuse-invalid": False},
            "scenarios": [{"name": "s", "model": []}],
        }
        assert "options" not in bench.script("s", (), refusal=True)

    def test_proofs_do_not_depend_on_how_sessions_are_run(self) -> None:
        given = files("a! b z*", "a:b b:z", ["g[a]->b", "t[b]"])
        options = {"mode": "log-only", "gate": "strip_blocked", "denied-tools": ("g",)}
        (finding,) = named(lint(given, options=options), "tool-deadlock")
        assert finding.proof is not None
        assert finding.proof.status == "proved"


class TestDefects:
    """What is wrong with phaselint itself hides nothing else."""

    @pytest.fixture
    def project(self, tmp_path: Path) -> Path:
        for place, given in (("one", SOUND), ("two", files("a! m z*", "a:z m:z", ["e[a]->z"]))):
            os.mkdir(tmp_path / place)
            for name, text in given.items():
                (tmp_path / place / name).write_text(text)
        return tmp_path

    @pytest.fixture
    def run(
        self, project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> Run:
        def run(rules: tuple[Rule, ...], *more: str) -> tuple[int, list[Any]]:
            monkeypatch.setattr("phaselint.api.builtin_rules", lambda: rules)
            words = ["lint", "--isolated", "--format", "json", *more, str(project)]
            status = main(words)
            return status, json.loads(capsys.readouterr().out)["findings"]

        return run

    def test_a_refuted_finding(self, run: Run) -> None:
        rules = lying("unenterable-phase", {}, DEAD)
        status, found = run(rules, "--dry-run", "--exit-zero")
        assert status == 0
        (said,) = (f for f in found if f["name"] == "refuted-finding")
        assert (said["severity"], said["proof"]["status"]) == ("info", "refuted")
        assert {f["proof"]["status"] for f in found if f["name"] == "unenterable-phase"} == {
            "refuted"
        }
        assert "unreachable-phase" in {f["name"] for f in found}

    @pytest.mark.parametrize("level", ["error", "warning", "info"])
    @pytest.mark.parametrize("fail_on", ["error", "warning", "info"])
    def test_the_status_is_that_of_the_refuted_finding(
        self, run: Run, level: Severity, fail_on: Severity
    ) -> None:
        rules = tuple(
            rule._replace(severities=(Grade(level),)) if rule.name == "unenterable-phase" else rule
            for rule in lying("unenterable-phase", {}, DEAD)
        )
        status, found = run(rules, "--dry-run", "--select=unenterable-phase", "--fail-on", fail_on)
        assert {f["severity"] for f in found if f["name"] == "unenterable-phase"} == {level}
        assert "refuted-finding" in {f["name"] for f in found}
        assert status == int(SEVERITIES.index(level) <= SEVERITIES.index(fail_on))

    def test_a_refuted_finding_fails_where_that_is_asked(self, run: Run) -> None:
        rules = lying("unenterable-phase", {}, DEAD)
        words = ("--dry-run", "--fail-on-refuted", "--exit-zero", "--min-severity=error")
        status, found = run(rules, *words)
        assert status == 2
        assert [f["severity"] for f in found if f["name"] == "refuted-finding"] == ["error"]

    def test_to_fail_on_refuted_findings_takes_a_dry_run(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["lint", "--fail-on-refuted"]) == 2
        assert "--fail-on-refuted requires --dry-run" in capsys.readouterr().err

    def test_a_rule_that_raises(self, run: Run) -> None:
        def check(facts: Any) -> Iterable[Finding]:
            if "note" in facts.tools:
                raise ZeroDivisionError("no\nreason")
            return ()

        rules = tuple(
            rule._replace(check=check) if rule.name == "unenterable-phase" else rule
            for rule in RULES
        )
        status, found = run(rules)
        assert status == 2
        (broken,) = [f for f in found if f["name"] == "internal-error"]
        assert "ZeroDivisionError: no reason in " in broken["message"]
        assert broken["contract"].endswith("one")
        assert {f["contract"][-3:] for f in found if f["name"] == "unreachable-phase"} == {"two"}

    def test_a_proof_that_raises(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        def broken(*_: Any) -> Proof:
            raise RuntimeError("proof")

        monkeypatch.setattr("phaselint.executor.claims.never", broken)
        status, found = run(RULES, "--dry-run")
        assert status == 2
        own = {f["name"]: f for f in found if f["contract"].endswith("two")}
        assert own.keys() == {"internal-error", "unreachable-phase"}
        assert "RuntimeError: proof in " in own["internal-error"]["message"]
        assert own["unreachable-phase"]["proof"]["status"] == "unproved"

    def test_a_certificate_that_does_not_hold(
        self, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("phaselint.machine.check.check", lambda *_: "wrong")
        status, found = run(RULES, "--verify")
        assert status == 2
        assert any("certificate of the analysis isn't valid" in f["message"] for f in found)


def test_where_a_run_starts_is_worked_out_once_for_a_setting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What a contract is for a run may take long: many findings are replayed in one setting."""
    bench = lab(SOUND)
    started: list[Any] = []
    start = bench.runtime.start

    def counted(*given: Any) -> Any:
        started.append(given)
        return start(*given)

    monkeypatch.setattr(bench.runtime, "start", counted)
    rule = bench.of(rule_named(RULES, "dead-phase"))
    setting = RunInput(options={"gate": "strip_blocked"})
    assert bench.begin(setting) is rule.begin(setting)
    assert len(started) == 1
    for _ in range(20):
        assert bench.begin(RunInput()) == bench.start
    assert bench.begin(setting) == bench.begin(setting)
    assert len(bench._begun) <= 8
