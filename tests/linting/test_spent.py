"""What rules ask of the patterns and schemas of one contract is bounded by counted steps."""

from __future__ import annotations

from benchmarks.hostile import SIZE, checked_patterns, circles, nested, with_schema
from sweny import findings

INCOMPLETE = "analysis-incomplete"


def test_the_pattern_is_named_at_which_the_steps_were_spent() -> None:
    (text,) = checked_patterns(SIZE).values()
    told = next(each for each in findings(text) if each.rule.name == INCOMPLETE)
    assert "the patterns of this contract exceed the limit of 1,000,000 steps, at `" in told.message
    assert told.place.pointer[-1] == "matches"
    assert told.level == "info"


def test_the_schema_is_named_at_which_the_steps_were_spent() -> None:
    (text,) = with_schema(circles(SIZE)).values()
    (told,) = [each for each in findings(text) if each.rule.name == INCOMPLETE]
    assert told.message == "the schemas of this contract exceed the limit of 60,000 steps"
    assert told.place.pointer == ("nodes", "n0", "output")


def test_a_few_of_them_spend_nothing() -> None:
    for files in (checked_patterns(2_000), with_schema(nested(1_000))):
        (text,) = files.values()
        assert all(each.rule.name != INCOMPLETE for each in findings(text))
