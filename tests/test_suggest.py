from __future__ import annotations

from random import Random

import pytest

from phaselint.vocabulary.suggest import choice, listing, suggest, unknown


@pytest.mark.parametrize(
    ("word", "candidates", "expected"),
    [
        ("REVIEW", ["draft", "review"], "review"),
        ("dead_phase", ["dead-phase"], "dead-phase"),
        ("reveiw", ["review"], "review"),  # a swap of neighbours is one edit
        ("rview", ["review"], "review"),
        ("reviewed", ["review"], "review"),
        ("ship", ["review"], None),
        ("reviewing", ["review"], None),  # three edits
        ("ab", ["cd"], None),  # as many edits as the word has characters
        ("x", ["y"], None),
        ("cat", ["car", "bat"], "car"),  # a tie goes to the first
        ("cat", ["cart", "cat-"], "cart"),
        ("kitten", ["mittens", "Kitten"], "Kitten"),  # the nearest, not the first
        ("", ["review"], None),
        ("review", [], None),
        ("closing.survey", ["closure.survey", "initial.survey", "closure.vote"], "closure.survey"),
        ("needs_reviewing", ["needs-review", "done"], "needs-review"),
        ("closing.survey", ["closure.survey", "closer.survey"], None),  # which of them?
        ("opening.survey", ["closure.survey"], None),
        ("closing", ["closure"], None),
    ],
)
def test_nearest_word(word: str, candidates: list[str], expected: str | None) -> None:
    assert suggest(word, candidates) == expected


def test_long_words_are_cheap() -> None:
    assert suggest("a" * 10_000, ["b" * 10_000, "a" * 10_001]) == "a" * 10_001


def test_of_many_candidates_the_same_is_found() -> None:
    random = Random(5)
    many = sorted({"".join(random.choices("abcdef", k=random.randint(4, 9))) for _ in range(300)})
    for word in random.sample(many, 40):
        at = random.randrange(len(word))
        near = word[:at] + random.choice(("", "x", word[at] * 2)) + word[at + 1 :]
        found = [(suggest(near, many[part : part + 30]) or "") for part in range(0, 300, 30)]
        assert (suggest(near, many) or "") == (suggest(near, filter(None, found)) or "")


def test_listing_says_what_is_allowed() -> None:
    assert listing(["a", "b"]) == "one of `a`, `b`"
    assert listing(["a"]) == "`a`"
    assert listing([]) == ""


def test_listing_stops_at_eight() -> None:
    words = [str(number) for number in range(9)]
    assert listing(words[:8]).startswith("one of `0`")
    assert listing(words) == ""


def test_unknown_prefers_one_suggestion_to_a_list() -> None:
    near = unknown("key", "selct", ["select"])
    assert near == "unknown key `selct`; a similar name exists: `select`"
    assert unknown("key", "zzz", ["a", "b"]) == "unknown key `zzz`; expected one of `a`, `b`"
    assert unknown("key", "zzz", [str(n) for n in range(9)]) == "unknown key `zzz`"


@pytest.mark.parametrize(
    ("word", "words", "expected"),
    [
        ("stop", ["fail", "skip"], None),
        ("Skip", ["fail", "skip"], "skip"),
        ("skp", ["fail", "skip"], "skip"),  # one edit: no word of its own
        ("alow", ["allow", "block"], "allow"),
        ("raed", ["read", "write", "admin"], "read"),
        ("approved", ["approve", "reject"], "approve"),
        ("no", ["on", "off"], None),
        ("of", ["on", "off"], None),  # as near to the opposite
        ("block", ["allow", "blocked", "deny"], None),  # a word of its own
        ("jugde", ["value", "function", "judge"], "judge"),
        ("stop", ["start", "step", "skip"], "step"),  # no opposites: the nearest
    ],
)
def test_no_opposite_is_taken_for_a_misspelling(
    word: str, words: list[str], expected: str | None
) -> None:
    assert choice(word, words) == expected
