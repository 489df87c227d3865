"""Every finding of the corpora that has a run has a film that ends where the run does."""

from __future__ import annotations

import os

import pytest

from conformance.labels import CORPUS, needs_corpus
from films import seen, wrong

FOLDERS = (
    "vesanor",
    "sweny",
    "stud",
    "climpt/agents",
    "climpt/mutants",
    "climpt-1.14/agents",
    "climpt-1.14/mutants",
    "agents",
    "langgraph",
)


@needs_corpus
@pytest.mark.parametrize("folder", FOLDERS)
def test_films_end_where_witnesses_do(folder: str) -> None:
    result = seen(os.path.join(CORPUS, folder))
    assert result.drawings
    assert [*wrong(result)] == []
