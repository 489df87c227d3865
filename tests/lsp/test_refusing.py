"""Refusals are answers: they are not logged as defects."""

from __future__ import annotations

import logging

import pytest
from pygls.exceptions import JsonRpcInternalError, JsonRpcMethodNotFound

from phaselint.vocabulary.errors import UsageError
from phaselint_lsp.refusing import Refusals, is_answer, refusal

REFUSED = refusal(UsageError("name here doesn't exist"))


@pytest.mark.parametrize(
    ("error", "answers"),
    [
        (REFUSED, True),
        (JsonRpcMethodNotFound(), True),
        (JsonRpcInternalError(), False),
        (ValueError("ours"), False),
        (None, False),
    ],
)
def test_answers_are_told_from_defects(error: Exception | None, answers: bool) -> None:
    assert is_answer(error) == answers
    given = (type(error), error, None) if error is not None else None
    record = logging.LogRecord("x", logging.ERROR, "", 0, "Exception for %r", (1,), given)
    assert Refusals().filter(record) != answers


def test_what_is_taken_back_too_late_is_not_logged() -> None:
    said = 'Cancel notification for unknown message id "%s"'
    assert not Refusals().filter(logging.LogRecord("x", 30, "", 0, said, (1,), None))
