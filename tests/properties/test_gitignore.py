"""Ignore files mean to us what they mean to git, and to pathspec where it agrees with git.

Git is the truth: what differs between the two is not looked at with pathspec.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from itertools import accumulate
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pathspec import GitIgnoreSpec

from phaselint.project.disk import DiskReader
from phaselint.project.gitignore import compile_patterns
from phaselint.project.reader import walk

if TYPE_CHECKING:
    from pathlib import Path

GIT = shutil.which("git") or ""
FOLDERS = ("", "a", "a/b", "a/b/a", "ab", "ab/z", "z", "z/a b", "é", "é/a")
NAMES = ("aa", "ba", "a.b", "b ", "a\t", "-", "]", "[", "^", "!a", "#a", "\\", "B", "0", "a:", "ü")
FILES = [f"{folder}/{name}" if folder else name for folder in FOLDERS for name in NAMES]
EVERYTHING = (*FOLDERS[1:], *FILES)
RULES = (".gitignore", "a/.gitignore", "a/b/.gitignore", ".git/info/exclude")

LITERALS = ("a", "b", "aa", "ab", "a.b", "z", "B", "0", "é", "ü", " ", "#", "!", "^", "-", "]", ":")
WILD = ("*", "*", "?", "**/", "/**", "**", "[", "[a-c]", "[!a]", "[^b]", "[a/b]", "[+-0]", "[\\]]")
CLASSES = ("[:", "[[:alpha:]]", "[[:punct:][:space:]]", "[[:none:]]")
OTHER = ("/", "/", "/", "\\", "\\/", "\t", "\r", "\0")
LINES = st.builds(
    lambda negation, parts, end: negation + "".join(parts) + end,
    st.sampled_from(["", "", "", "!"]),
    st.lists(st.sampled_from(LITERALS + WILD + CLASSES + OTHER), min_size=1, max_size=6),
    st.sampled_from(["", "", "", "/", " ", "\r"]),
    # Git before 2.52 took two stars after plain text for those that stand for folders.
).filter(lambda line: not re.search(r"[^/*!]\*\*", line))
TEXTS = st.lists(LINES, max_size=4).map("\n".join)

SIMPLE_SEGMENTS = st.text("ab*?", min_size=1, max_size=3).filter(lambda text: "**" not in text)
SIMPLE_LINES = st.builds(
    lambda start, segments, last, end: start + "/".join([*segments, last]) + end,
    st.sampled_from(["", "/"]),
    st.lists(SIMPLE_SEGMENTS | st.just("**"), max_size=2),
    SIMPLE_SEGMENTS,
    st.sampled_from(["", "/"]),
)
PATHS = st.lists(st.text("ab", min_size=1, max_size=2), min_size=1, max_size=4)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with many names in a few folders."""
    root = tmp_path_factory.mktemp("tree")
    (root / ".git" / "info").mkdir(parents=True)
    for folder in FOLDERS[1:]:
        (root / folder).mkdir()
    for file in FILES:
        (root / file).touch()
    git(root, "init", "--quiet")
    return root


def git(root: Path, *arguments: str, text: bytes = b"") -> bytes:
    """Run git without any setting of the user or the machine; its output."""
    ended = subprocess.run(
        [GIT, "-c", "core.ignoreCase=false", "-c", f"core.excludesFile={os.devnull}", *arguments],
        cwd=root,
        env={"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"},
        input=text,
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert ended.returncode in (0, 1), ended.stderr
    return ended.stdout


@pytest.mark.skipif(not GIT, reason="git is not installed")
@settings(max_examples=60)
@given(texts=st.lists(TEXTS, min_size=1, max_size=len(RULES)))
def test_git_shows_the_same_files(tree: Path, texts: list[str]) -> None:
    for index, name in enumerate(RULES):
        (tree / name).write_bytes(texts[index].encode() if index < len(texts) else b"")
    asked = "\0".join(EVERYTHING).encode()
    answer = git(tree, "check-ignore", "--no-index", "--stdin", "-z", text=asked)
    reader = DiskReader(str(tree))
    shown = {
        f"{folder}/{name}" if folder else name
        for folder in walk(reader)
        for name in (*reader.names(folder), *reader.folders(folder))
    }
    assert shown == set(EVERYTHING).difference(answer.decode().split("\0"))


@settings(max_examples=80)
@given(lines=st.lists(SIMPLE_LINES, max_size=3), path=PATHS)
def test_pathspec_ignores_the_same_files(lines: list[str], path: list[str]) -> None:
    patterns = compile_patterns("\n".join(lines).encode())
    *folders, whole = accumulate(path, "{}/{}".format)
    ours = patterns is not None and (
        any(patterns.verdict(folder, folder=True) for folder in folders)
        or patterns.verdict(whole, folder=False)
    )
    assert bool(ours) == GitIgnoreSpec.from_lines(lines).match_file(whole)
