"""What is found in the Markdown of a page."""

from __future__ import annotations

import pytest

from handbook.reading import anchors, blocks, headings, links, of_forge, of_site
from handbook.writing import code, fenced, prose, table

PAGE = """\
# Title

See [one](a.md#b), ![two](b.svg) and <https://example.org/c>; not `[three](c.md)`.

<!-- [four](d.md)
# Comment -->

## `code` & [a link](e.md)

```md
# No heading
[five](f.md)
```

* a list

    ~~~sh
    echo hello
      echo more
    ~~~

<a id="own"></a>

## Title

[six]: g.md
"""


def test_links_outside_of_code_and_comments() -> None:
    targets = ["a.md#b", "b.svg", "https://example.org/c", "e.md", "g.md"]
    assert [link.target for link in links(PAGE)] == targets
    assert [link.line for link in links(PAGE)] == [3, 3, 3, 8, 26]


def test_headings_outside_of_code_and_comments() -> None:
    found = [(each.level, each.text) for each in headings(PAGE)]
    assert found == [(1, "Title"), (2, "`code` & [a link](e.md)"), (2, "Title")]


def test_anchors_are_those_of_headings_and_elements() -> None:
    assert anchors(PAGE, of_site) == {"title", "code-a-link", "own", "title_1"}
    assert anchors(PAGE, of_forge) == {"title", "code--a-link", "own", "title_1"}


def test_blocks_lose_the_indent_of_their_fence() -> None:
    markdown, shell = blocks(PAGE)
    assert (markdown.language, markdown.line) == ("md", 10)
    assert (shell.language, shell.text) == ("sh", "echo hello\n  echo more\n")
    assert shell.before == "* a list"


@pytest.mark.parametrize("text", ["plain", "```\ncode\n```", "````", "a `b` c\n"])
def test_a_fenced_text_is_one_block(text: str) -> None:
    [found] = blocks(f"{fenced(text, 'text')}\nafter\n")
    assert found.text.rstrip() == text.rstrip()


@pytest.mark.parametrize(
    ("text", "shown"),
    [("a", "`a`"), ("a`b", "``a`b``"), ("`", "`` ` ``"), ("\x1b[31m", "`\\x1b[31m`"), ("", "")],
)
def test_code_in_a_line(text: str, shown: str) -> None:
    assert code(text) == shown


def test_prose_has_no_markup_of_html() -> None:
    assert prose("from <name> to `<name>`, a < b") == "from &lt;name> to `<name>`, a &lt; b"


def test_cells_of_a_table_keep_their_bars() -> None:
    assert list(table(("a", "b"), [("x|y", r"`1 \| 2`")])) == [
        "| a | b |\n",
        "| --- | --- |\n",
        "| x\\|y | `1 \\| 2` |\n",
    ]
