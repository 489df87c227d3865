from __future__ import annotations

import re

import pytest

from fresh import AGAIN, picker
from phaselint.project import globs
from phaselint.project.globs import compile_globs, expression


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("session.yaml", "session.yaml"),
        ("session.yaml", "deep/down/session.yaml"),
        ("legacy", "a/legacy/b/c.yaml"),
        ("legacy/", "legacy/c.yaml"),
        ("a/legacy", "a/legacy/c.yaml"),
        ("/a.yaml", "a.yaml"),
        ("./a.yaml", "a.yaml"),
        ("*.yaml", "a/b.yaml"),
        ("a/*.yaml", "a/b.yaml"),
        ("a/**", "a/b/c.yaml"),
        ("**/b", "b"),
        ("**/b", "x/y/b"),
        ("a/**/b", "a/b"),
        ("a/**/b", "a/x/y/b"),
        ("?.yaml", "ä.yaml"),
        ("[ab].yaml", "b.yaml"),
        ("[!ab].yaml", "c.yaml"),
        ("[]].yaml", "].yaml"),
        ("[a-c].yaml", "b.yaml"),
        ("[ä-ö].yaml", "é.yaml"),
        ("[z-a]", "z"),
        ("[[:digit:]].yaml", "7.yaml"),
        ("a/[b/c]/d", "a/c/d"),
        ("a\\[b", "a[b"),
        ("a\\*/b", "a*/b/c"),
        ("a/**/b/**/c", "a/b/x/b/c"),
        ("a.(b)+", "a.(b)+"),
        (".", "anything/at/all"),
        ("a\nb", "a\nb"),
        ("*", "a\nb"),
    ],
)
def test_matches(pattern: str, path: str) -> None:
    assert compile_globs([pattern])(path)


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("session.yaml", "session.yaml.bak"),
        ("legacy", "legacy2/a"),
        ("/a.yaml", "b/a.yaml"),
        ("a/*.yaml", "a/b/c.yaml"),
        ("a/*.yaml", "x/a/b.yaml"),
        ("a?b", "a/b"),
        ("a[!x]b", "a/b"),
        ("[!ab].yaml", "a.yaml"),
        ("a.yaml", "axyaml"),
        ("[z-a]", "a"),
        ("a[b", "a[b"),
        ("a\\", "a\\"),
        ("a\\*", "ab"),
        ("A", "a"),
    ],
)
def test_does_not_match(pattern: str, path: str) -> None:
    assert not compile_globs([pattern])(path)


def test_any_of_several_patterns_is_enough() -> None:
    matches = compile_globs(["a", "b"])
    assert matches("a")
    assert matches("b")
    assert not matches("c")


def test_no_pattern_matches_nothing() -> None:
    assert not compile_globs([])("a")


def test_a_pattern_of_stars_is_read_as_token_by_token(monkeypatch: pytest.MonkeyPatch) -> None:
    draw = picker("globs")
    drawn = ["".join(draw.choices("ab.*/-é", k=draw.randint(1, 9))) for _ in range(2_000)]
    plain = {pattern: expression(pattern) for pattern in drawn}
    monkeypatch.setattr(globs, "_MARKS", frozenset("ab.*/-é"))
    for pattern in drawn:
        assert expression(pattern) == plain[pattern], (pattern, AGAIN)
    assert any("**" in each for each in drawn)
    assert all(each is not None and re.compile(each) for each in plain.values())
