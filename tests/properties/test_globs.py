"""Path patterns mean what they mean in .gitignore, with pathspec as the judge."""

from __future__ import annotations

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pathspec import GitIgnoreSpec

from phaselint.project.globs import compile_globs

SEGMENTS = st.text("ab*?", min_size=1, max_size=3).filter(lambda text: "**" not in text)
PATTERNS = st.builds(
    lambda start, segments, end: start + "/".join(segments) + end,
    st.sampled_from(["", "/"]),
    st.lists(SEGMENTS | st.just("**"), min_size=1, max_size=3),
    st.sampled_from(["", "/"]),
)
PATHS = st.lists(st.text("ab", min_size=1, max_size=2), min_size=1, max_size=4).map("/".join)


@settings(max_examples=90)
@given(pattern=PATTERNS, path=PATHS)
def test_patterns_mean_what_they_mean_to_git(pattern: str, path: str) -> None:
    assume("**" not in pattern.strip("/").split("/")[-1:])  # see the test below
    # A trailing slash restricts git to folders, which a path alone does not tell apart.
    expected = GitIgnoreSpec.from_lines([pattern.rstrip("/")]).match_file(path)
    assert compile_globs([pattern])(path) == expected


@settings(max_examples=100)
@given(folder=PATHS, path=PATHS)
def test_two_stars_at_the_end_match_everything_below(folder: str, path: str) -> None:
    matches = compile_globs([f"{folder}/**"])
    assert matches(f"{folder}/{path}")
    assert matches(path) == path.startswith(f"{folder}/")
