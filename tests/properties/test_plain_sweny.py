"""What is read of a workflow without compiling patterns is what the patterns read."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from phaselint.dialects.sweny.analysis import comparisons
from phaselint.dialects.sweny.reading import load, skillfronts, skills, yamltext
from phaselint.dialects.sweny.running import judges, wording
from phaselint.javascript.spaces import trim

WORDS = (
    *("is", "is not", "and", "or", "AND", "ready", "a", "x.y", "look.state", "in", "one of", "set"),
    *("to", "equal", "none", "not", "higher", ".", "'", '"', '"a"', "=", "<", "true", "1.5", "the"),
    *("if", "equals", "missing", "ſet", "é", "a-b", "is in", "or is", "x.", "\x1c", "\N{EM SPACE}"),
)
TEXTS = st.lists(
    st.tuples(st.sampled_from(WORDS), st.sampled_from((" ", "", "  ", "\n"))), max_size=8
).map(lambda pairs: "".join(word + space for word, space in pairs))
CLAUSES = st.tuples(
    st.sampled_from(("x.y", "look.state", "is", "and", "the", "a")),
    st.sampled_from(("is", "is", "is", "=")),
    st.sampled_from(("a", "ready", "and", "in", "not", "OR")),
).map(" ".join)
ANSWERS = st.lists(
    st.sampled_from(
        (
            *(
                "VERDICT: ",
                "VERDICT:",
                "verdict: ",
                "REASONING: ",
                "reasoning:",
                "pass",
                "not_pass",
            ),
            *("xreasoning", "\n", "\r\n", " ", "é", "it does"),
        )
    ),
    max_size=6,
).map("".join)
FRONTS = st.lists(
    st.sampled_from(("---", "\n", " ", "a", "\r", "-", "b: c", "\N{EM SPACE}", "---\n")), max_size=9
).map("".join)


@given(TEXTS)
def test_comparisons(text: str) -> None:
    for at in range(len(text)):
        plain = comparisons._plain(text, at)
        assert plain is None or plain == comparisons._compared(text, at)


@given(TEXTS | CLAUSES)
def test_clauses(text: str) -> None:
    plain = wording._plain(text)
    assert plain is None or plain == wording._read(text)


@given(st.lists(CLAUSES, min_size=2, max_size=3), st.sampled_from((" and ", " or ")))
def test_joined_clauses_are_no_single_one(clauses: list[str], word: str) -> None:
    if all(map(wording._plain, clauses)):
        text = word.join(clauses)
        whole = wording._read(text)
        assert whole is None or not whole.texts
        assert re.split(wording._AND if word == " and " else wording._OR, text) == clauses


@given(ANSWERS)
def test_verdicts(answer: str) -> None:
    plain = judges._plain(answer)
    if plain is not None:
        said, reasoning = judges._found(answer)
        assert (plain[0], trim(plain[1])) == (said, trim(reasoning))


@given(FRONTS)
def test_front_matter(text: str) -> None:
    found = re.match(skillfronts._FRONT, text)
    assert skillfronts._span(text) == (None if found is None else found.span(1))


@given(st.text("aZ0-é\n", max_size=6))
def test_ids(text: str) -> None:
    assert skills.is_id(text) == (re.fullmatch(skills.ID, text) is not None)


@given(st.lists(st.sampled_from((".sweny", "a", "", "\n", "a.sweny")), max_size=5).map("/".join))
def test_homes(path: str) -> None:
    found = re.match(r"(?s)(?:(.*)/)?\.sweny/", path)
    assert load.homes_of(path) == (("", found[1]) if found and found[1] else ("",))


@given(st.sampled_from("|>"), st.text("-+1 #a\n", max_size=6))
def test_headers_with_comments(sign: str, rest: str) -> None:
    text = f"k: {sign}{rest}"
    found = re.compile(r"[|>][-+0-9]*#").match(text, 3)
    assert yamltext._has_glued_header(text, 3, len(text)) == (found is not None)


@given(st.text("# a\n\t", max_size=9))
def test_glued_comments(text: str) -> None:
    glued: list[int] = []
    for found in re.finditer(r"#(?<=[^ \t\r\n]#)", text):
        if not glued or glued[-1] != found.start() - 1:
            glued.append(found.start())
    assert yamltext._glued_at(text) == glued
