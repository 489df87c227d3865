"""Comparisons that are read without the patterns are read as by them."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from phaselint.dialects.sweny.analysis import comparisons

WORDS = (
    "is", "are", "was", "isn't", "not", "no", "non", "none", "non-empty", "nonempty", "in", "among",
    "one", "of", "any", "either", "equal", "set", "to", "exactly", "different", "from", "other",
    "than", "exists", "null", "empty", "present", "yet", "already", "and", "or", "the", "tests",
    "fix", "'fix'", '"fix"', "fix_it", "50%", "3", ",", ";", ".", "=", "==", "!=", "≥", "(", "[a]",
    "waſ", "iſ", "Is", "İs",
)  # fmt: skip
TEXTS = st.builds(
    "{}{}".format,
    st.sampled_from(("", " ", " is ", " is\t", "is ", '" is ')),
    st.lists(st.sampled_from([word + end for word in WORDS for end in (" ", "")]), max_size=5).map(
        "".join
    ),
)


@given(TEXTS)
def test_a_plain_comparison_is_what_the_patterns_make_of_it(text: str) -> None:
    found = comparisons.compare(text, 0)
    operator = re.match(comparisons._OPERATOR, text)
    assert (found is None) == (operator is None)
    if found is not None:
        assert found == comparisons._compared(text, 0)
