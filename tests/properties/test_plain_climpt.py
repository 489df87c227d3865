"""What is read of an agent without compiling patterns is what the patterns read."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from phaselint.dialects.climpt.reading import fieldchecks
from phaselint.dialects.climpt.running import agentchecks
from phaselint_rules.climpt.data.declaredvariables import is_word
from phaselint_rules.climpt.entry.addresspatterns import is_c3
from phaselint_rules.climpt.validation.retryprompts import why_never

ARABIC = "\N{ARABIC-INDIC DIGIT ONE}"
WORDS = st.text("aZz09-_é\n", max_size=6)
VERSIONS = st.lists(st.sampled_from(("1", "0", ".", ARABIC, "a", "\n", "-")), max_size=7).map(
    "".join
)


@given(WORDS)
def test_names(text: str) -> None:
    named = re.fullmatch(r"[a-z][a-z0-9-]*", text) is not None
    assert fieldchecks.is_word(text) == named
    assert agentchecks._is_name(text) == named
    assert (not fieldchecks.is_name(text, ())) == named


@given(st.sampled_from(("", "-", "--")), WORDS)
def test_flags(start: str, rest: str) -> None:
    text = start + rest
    found = re.fullmatch(r"--[a-z][a-z0-9-]*", text)
    assert (not fieldchecks.is_flag(text, ())) == (found is not None)


@given(VERSIONS | st.just("1.0.12") | st.just(f"1.{ARABIC}.0"))
def test_versions(text: str) -> None:
    ascii_only = re.fullmatch(r"[0-9]+\.[0-9]+\.[0-9]+", text)
    assert (not fieldchecks.is_version(text, ())) == (ascii_only is not None)
    found = re.fullmatch(r"\d+\.\d+\.\d+", text)
    assert agentchecks._is_version(text) == (found is not None)


@given(WORDS)
def test_words_of_addresses_and_variables(text: str) -> None:
    assert is_c3(text) == (re.fullmatch(r"[a-z]+(-[a-z]+)*", text) is not None)
    assert is_word(text) == (re.fullmatch(r"[A-Za-z0-9_]+", text) is not None)


@given(st.lists(st.sampled_from(("exitCode:", " ", "0", "\n", ARABIC, "\x1c", "a")), max_size=5))
def test_statuses(parts: list[str]) -> None:
    word = "".join(parts)
    found = re.fullmatch(r"exitCode:\s*[0-9]+\s*", word)
    assert (why_never(word) == "") == (found is not None)
