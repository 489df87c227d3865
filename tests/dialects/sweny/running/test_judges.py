"""Judges, reflections and the preambles of retries (reference §5.9, §5.10)."""

from __future__ import annotations

from typing import Any

import pytest

from dialects.sweny.runs import Scripted, workflow
from phaselint.dialects.sweny.model import Evaluator, Retry
from phaselint.dialects.sweny.running.gates import Verdict
from phaselint.dialects.sweny.running.judges import judge_prompt, preamble, read_verdict

JUDGE = Evaluator("j", "judge", (), rubric="Is it good?")
NO_VERDICT = "judge parse failure: model response did not contain a parseable VERDICT line"


class TestVerdicts:
    @pytest.mark.parametrize(
        "answer",
        [
            "VERDICT: yes",
            "verdict : YES\nREASONING: x",
            "so VERDICT:yes it is",
            "VERDICT:\n\ufeffyes",
        ],
    )
    def test_pass(self, answer: str) -> None:
        verdict = read_verdict(JUDGE, answer)
        assert verdict is not None
        assert verdict.passed

    @pytest.mark.parametrize(
        "answer", ["VERDICT: no", "VERDICT: yes.", 'VERDICT: "yes"', "VERDICT: x"]
    )
    def test_fail(self, answer: str) -> None:
        verdict = read_verdict(JUDGE, answer)
        assert verdict is not None
        assert not verdict.passed

    @pytest.mark.parametrize("answer", ["", "yes", "**VERDICT**: yes", "VERDICT yes", "VERDICT:"])
    def test_no_marker(self, answer: str) -> None:
        assert read_verdict(JUDGE, answer) is None

    def test_the_token_is_the_authors(self) -> None:
        judge = JUDGE._replace(pass_when="OK")
        verdict = read_verdict(judge, "VERDICT: ok")
        assert verdict is not None
        assert verdict.passed

    def test_the_reasoning_is_all_that_follows(self) -> None:
        verdict = read_verdict(JUDGE, "VERDICT: no\nREASONING:  one \n two ")
        assert verdict == Verdict("j", "judge", False, "one \n two")


class TestPrompt:
    def test_it_holds_rubric_data_and_calls(self) -> None:
        calls: list[dict[str, Any]] = [
            {"tool": "t", "input": {}, "output": "x" * 300},
            {"tool": "u", "status": "error"},
        ]
        prompt = judge_prompt(JUDGE, {"a": 1.0}, calls)
        assert "Is it good?" in prompt
        assert '```json\n{\n  "a": 1\n}\n```' in prompt
        assert f'- t [success] input={{}} output="{"x" * 199}…' in prompt
        assert "- u [error] input=<empty> output=<empty>" in prompt
        assert "VERDICT: <yes|no>" in prompt

    def test_without_calls_it_says_so(self) -> None:
        assert "(no tools were called)" in judge_prompt(JUDGE, {}, [])

    def test_another_token_has_its_own_opposite(self) -> None:
        prompt = judge_prompt(JUDGE._replace(pass_when="ok"), {}, [])
        assert "VERDICT: <ok|not_ok>" in prompt


def judged(*asks: object, retry: object = None) -> Scripted:
    node = {"eval": [{"name": "j", "kind": "judge", "rubric": "r"}]}
    return Scripted(workflow(a=node | ({"retry": retry} if retry else {})), ask=asks)


class TestCalls:
    def test_one_call_is_enough_for_a_verdict(self) -> None:
        run = judged("VERDICT: no\nREASONING: bad")
        assert run.calls == (1, 0, 1)
        assert run.error("a") == "eval failed (policy: all_pass):\n  - j (judge): bad"

    def test_without_a_marker_there_is_a_second_one(self) -> None:
        run = judged("hm", "VERDICT: yes")
        assert run.calls == (1, 0, 2)
        assert run.result("a")["evals"] == [{"name": "j", "kind": "judge", "pass": True}]

    @pytest.mark.parametrize("answer", ["hm", "", {"throw": "down"}])
    def test_the_second_one_is_the_last(self, answer: object) -> None:
        run = judged(answer)
        assert run.calls == (1, 0, 2)
        assert run.error("a").endswith(f"j (judge): {NO_VERDICT}")

    def test_the_model_is_the_nearest_named(self) -> None:
        judge = {"name": "j", "kind": "judge", "rubric": "r"}
        nodes = {"a": {"eval": [{**judge, "model": "own"}, judge], "judge_model": "node"}}
        nodes["b"] = {"eval": [judge]}
        for more, last in (({"judge_model": "wf"}, "wf"), ({}, "claude-haiku-4-5")):
            value = workflow("a>b", **nodes, more=more)
            run = Scripted(value, ask=["VERDICT: yes"])
            models = [event.data["model"] for event in run.events("model:ask")]
            assert models == ["own", "node", last]


class TestPreambles:
    FAILURES = (Verdict("v", "value", False, "bad"), Verdict("w", "judge", False))
    LISTED = (
        "## Previous attempt failed evaluation\n\n  - v (value): bad\n  - w (judge): no reasoning"
    )

    def test_the_default_one(self) -> None:
        assert preamble(Retry((), 1), self.FAILURES) == (
            f"{self.LISTED}\n\nFix the issue and try again."
        )

    def test_guidance(self) -> None:
        retry = Retry((), 1, "text", "Read more.")
        assert preamble(retry, self.FAILURES) == (
            f"## Retry guidance\n\nRead more.\n\n{self.LISTED}"
        )

    def test_a_reflection_is_trimmed(self) -> None:
        retry = Retry((), 1, "auto")
        assert preamble(retry, self.FAILURES, " why ") == (
            f"## Reflection on previous attempt\n\nwhy\n\n{self.LISTED}"
        )

    def test_an_empty_reflection_gives_the_default_one(self) -> None:
        retry = Retry((), 1, "reflect", "Why?")
        assert preamble(retry, self.FAILURES, " \n") == preamble(Retry((), 1), self.FAILURES)


VALUE = {"name": "v", "kind": "value", "rule": {"output_required": ["z"]}}


class TestReflections:
    def reflected(self, instruction: object, *asks: object) -> Scripted:
        node = {"eval": [VALUE], "retry": {"max": 1, "instruction": instruction}, "model": "m"}
        return Scripted(workflow(a=node), ask=asks)

    def test_it_is_asked_with_the_nodes_model_and_context(self) -> None:
        (asked,) = self.reflected({"auto": True}, "do more").events("model:ask")
        assert asked.data["model"] == "m"
        assert list(asked.data["context"]) == ["input"]
        assert asked.data["prompt"].startswith(
            "You attempted to: Do it.\n\nEvaluation failed:\n  - v (value): output_required"
        )

    def test_the_question_may_be_the_authors(self) -> None:
        (asked,) = self.reflected({"reflect": "What now?"}, "x").events("model:ask")
        assert asked.data["prompt"].endswith("\n\nWhat now?")

    def test_the_answer_stands_before_the_original_prompt(self) -> None:
        run = self.reflected({"auto": True}, "do more")
        assert run.prompts[1].startswith("## Reflection on previous attempt\n\ndo more\n\n")
        assert run.prompts[1].endswith("\n\n---\n\nDo it.")

    @pytest.mark.parametrize(
        ("answer", "warning"),
        [(" ", "Retry reflection returned empty response"),
         ({"throw": "down"}, "Retry reflection threw: down")],
    )  # fmt: skip
    def test_none_is_logged(self, answer: object, warning: str) -> None:
        run = self.reflected({"auto": True}, answer)
        assert f"{warning}; falling back to default preamble." in run.warnings
        assert "Fix the issue and try again." in run.prompts[1]
