"""What is read again after an edit, held against reading all of it."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from fuzz.mutators import ODDITIES
from phaselint.dialects.sweny.reading.yamltext import refused
from phaselint.document.positions import Places
from phaselint.document.reader import read
from phaselint.document.rereading import reread

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.document import Document

FIXTURES = Path(__file__).parents[2] / "fixtures"
ROOTS = tuple(filter(None, (str(FIXTURES), os.environ.get("PHASELINT_CORPUS", ""))))
LONGEST = 5_000
"""Characters of the texts that are edited."""

ROUNDS = 2_000
WORDS = (
    *"x:-,[]{}#&*!|>'\"% \n\t?",
    *("  ", "- ", ": ", "-\n", "|+\n", ">-\n", "\n\n", "# no\n", "---\n", "...\n", "<<: "),
    *("key:\n", "key: 1\n", "    deep: 1\n", "&a ", "*a", "!!str ", "é", *ODDITIES),
)

TEXT = """\
# a workflow
name: w
nodes:
  one:
    instruction: |
      Go.

      Stop.

  # the other
  two:
    skills: [a,
      b]
    list:
    - x: 1
      y: 'a
        b'
    - z
    empty:
entry: one
"""


def texts() -> list[str]:
    """The YAML of the files in fixtures and corpora."""
    paths = (path for root in ROOTS for path in sorted(Path(root).rglob("*.y*ml")))
    found = (path.read_bytes() for path in paths if path.is_file())
    return [data.decode() for data in found if len(data) < LONGEST and _is_text(data)]


def _is_text(data: bytes) -> bool:
    try:
        return bool(data.decode())
    except UnicodeDecodeError:
        return False


def edited(text: str, rng: Random) -> str:
    """A text after an edit: a word more, characters or lines less, in another place or deeper."""
    at = rng.randrange(len(text) + 1)
    lines = text.splitlines(keepends=True) or [""]
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    return rng.choice(
        (
            text[:at] + rng.choice(WORDS) + text[at:],
            text[:at] + text[at + rng.randrange(1, 4) :],
            text[:at] + text[rng.randrange(len(text) + 1) :][: rng.randrange(60)] + text[at:],
            "".join((*lines[:one], *lines[one + 1 :])),
            "".join((*lines[:one], lines[other], *lines[one:])),
            "".join((*lines[:one], "  ", *lines[one:])),
            "".join((*lines[:one], lines[one][rng.randrange(3) :], *lines[one + 1 :])),
        )
    )


def all_of(document: Document) -> tuple[Any, ...]:
    """All that there is to know of a document."""
    starts = tuple(map(document.line_start, range(1, document.line_count + 1)))
    said = (repr(document.value), document.text, document.problems, document.bom, starts)
    places = document.positions
    if places is None:
        return said
    marks, names, skipped, aliases, base = places._record
    extents = places.extents if isinstance(places, Places) else None
    return (*said, marks, list(names), sorted(skipped), dict(aliases), base, extents)


def sequences() -> Iterator[tuple[Document, str]]:
    """Documents, each with the text that it is edited to."""
    rng, known = Random(11), texts()
    for _ in range(ROUNDS // 8):
        before = read("a.yaml", rng.choice(known).encode())
        for _ in range(8):
            text = edited(before.text, rng)
            yield before, text
            after = reread(before, text.encode("utf-8", "surrogatepass"))
            before = after if after.readable else before


def test_nothing_of_it_is_another_document() -> None:
    spliced = 0
    for before, text in sequences():
        before.entrywise(refused)
        data = text.encode("utf-8", "surrogatepass")
        again, whole = reread(before, data), read("a.yaml", data)
        assert all_of(again) == all_of(whole), (before.text, text)
        if whole.readable:
            assert again.entrywise(refused) == refused(whole), (before.text, text)
        spliced += again._edit is not None
    assert spliced > ROUNDS // 5


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Stop.", "Stop now."),
        ("Stop.\n\n", "Stop.\n\n\n\n"),
        ("b]", "b, c]"),
        ("y: 'a", "y: 'aa"),
        ("empty:", "empty: 1\n    full: {a: [1]}"),
        ("name: w", "name: w\nid: 7"),
        ("entry: one", "entry: two"),
        ("    - z\n", "    - z\n    - {z: 1}\n"),
    ],
)
def test_all_other_values_are_the_same_objects(old: str, new: str) -> None:
    before = read("a.yaml", TEXT.encode())
    after = reread(before, TEXT.replace(old, new).encode())
    assert all_of(after) == all_of(read("a.yaml", after.text.encode()))
    kept = [name for name in ("one", "two") if after.value["nodes"][name] is _node(before, name)]
    assert len(kept) == (2 if after.value["nodes"] is before.value["nodes"] else 1)


def _node(document: Document, name: str) -> Any:
    return document.value["nodes"][name]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    - z", "  - z"),  # it ends the node
        ("empty:", "empty: &a 1"),
        ("empty:", "name: [1"),
        ("empty:", "skills: 2"),  # a key that is there
        ("  two:", "  one:"),
        ("      b]", "b]"),  # this may be deeper or not
        ("    empty:\n", "...\n"),
        ("    empty:\n", "---\n"),
        ("    empty:\n", "    ? empty\n"),
        ("    empty:\n", '    "empty":\n'),
        ("entry: one\n", "entry: one"),
        ("entry: one\n", "entry: \u2028one\n"),
    ],
)
def test_what_reaches_further_is_read_with_all_the_rest(old: str, new: str) -> None:
    before = read("a.yaml", TEXT.encode())
    data = TEXT.replace(old, new).encode()
    assert all_of(reread(before, data)) == all_of(read("a.yaml", data))


def test_one_that_is_not_plain_is_read_whole() -> None:
    for text in ("%YAML 1.2\n---\na: 1\nb: 1\n", "a: &x 1\nb: *x\n", "a: 1\na: 2\nb: 1\n"):
        before, data = read("a.yaml", text.encode()), text.replace("b:", "c:").encode()
        again = reread(before, data)
        assert again._edit is None
        assert all_of(again) == all_of(read("a.yaml", data))


@pytest.mark.parametrize("text", ["a: 1\n?", "a: 1\n?\n", "a:\n  b: 1\n  ?\nc: 2\n"])
def test_a_key_that_is_missing_goes_with_its_line(text: str) -> None:
    before, data = read("a.yaml", text.encode()), text.replace("?", "").encode()
    assert all_of(reread(before, data)) == all_of(read("a.yaml", data))


def test_a_pair_between_brackets_is_no_entry_of_a_block() -> None:
    text = "a: [\nb: c]\nd: {x: [\ne: 1], y:\nf}\ng: 1\n"
    before = read("a.yaml", text.encode())
    for key in "bcdefg":
        data = text.replace(f"{key}:", f"{key * 2}:").encode()
        assert all_of(reread(before, data)) == all_of(read("a.yaml", data))


def test_the_same_text_is_the_same_document() -> None:
    before = read("a.yaml", TEXT.encode())
    assert reread(before, TEXT.encode()) is before


def test_collections_are_measured_again_only_where_others_begin() -> None:
    before = read("a.yaml", TEXT.encode())
    word, item = ("Stop.", "Stop!"), ("- z", "- [z]")
    places = [reread(before, TEXT.replace(*each).encode()).positions for each in (word, item)]
    old = before.positions
    assert isinstance(old, Places)
    assert [isinstance(p, Places) and p.extents is old.extents for p in places] == [True, False]


def test_a_question_of_entries_is_asked_of_the_edited_one_alone() -> None:
    asked: list[str] = []

    def shouting(document: Document) -> str | None:
        asked.append(document.text)
        return "loud" if "!" in document.text else None

    before = read("a.yaml", TEXT.encode())
    quiet = reread(before, TEXT.replace("Stop", "Halt").encode())
    assert quiet.entrywise(shouting) is None  # nobody has asked before
    again = reread(quiet, TEXT.replace("Stop", "Wait").encode())
    assert (again.entrywise(shouting), again.entrywise(shouting)) == (None, None)
    loud = reread(again, TEXT.replace("Stop", "Wait!").encode())
    assert loud.entrywise(shouting) == "loud"
    pieces = [len(text.splitlines()) for text in asked]
    assert pieces == [20, 6, 6, 20]
