"""How the figures of the benchmarks come into the README."""

from __future__ import annotations

from pathlib import Path

from benchmarks.run import BEGIN, END, HEAD, README, Figure, figures, table, updated

TEXT = f"before\n{BEGIN}{HEAD}{table([Figure('old', '1.00 x', 'corpus')])}{END}after\n"


def test_figures_are_lines_with_a_name() -> None:
    printed = "2 sets, 15 files\n2 sets: 1.50 x parsing\na: b: 3\n"
    assert list(figures("corpus", printed)) == [
        Figure("2 sets", "1.50 x parsing", "corpus"),
        Figure("a", "b: 3", "corpus"),
    ]


def test_a_row_has_the_goal_of_its_figure() -> None:
    row = "| --version | 1.90 x python -c pass | 2.0 | `bench_startup.py` |\n"
    assert table([Figure("--version", "1.90 x python -c pass", "startup")]) == row


def test_figures_of_a_script_replace_those_it_had() -> None:
    text = updated(TEXT, [Figure("new", "2.00 x", "corpus")])
    assert text == TEXT.replace("old", "new").replace("1.00", "2.00")


def test_figures_of_scripts_that_were_not_run_stay() -> None:
    text = updated(TEXT, [Figure("new", "2.00 x", "startup")])
    new, old = (
        table([Figure("new", "2.00 x", "startup")]),
        table([Figure("old", "1.00 x", "corpus")]),
    )
    assert text == f"before\n{BEGIN}{HEAD}{old}{new}{END}after\n"


def test_the_readme_has_a_place_for_them() -> None:
    text = Path(README).read_text("utf-8")
    assert updated(text, []) == text
