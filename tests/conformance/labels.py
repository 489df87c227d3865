"""The labelled corpora: where they are, and what phaselint finds in an entry of one.

The environment variable PHASELINT_CORPUS names the folder. Labels use the catalogue names of the
dialect references.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import phaselint
from rules.catalogue import ALIASES

if TYPE_CHECKING:
    from phaselint.vocabulary.diagnostic import Diagnostic

CORPUS = os.environ.get("PHASELINT_CORPUS", "")

needs_corpus = pytest.mark.skipif(not CORPUS, reason="PHASELINT_CORPUS names no corpus")


def read(*path: str) -> Any:
    """A file of the corpus; nothing where there is no corpus."""
    found = Path(CORPUS, *path)
    return json.loads(found.read_text("utf-8")) if CORPUS and found.exists() else {}


def ours(dialect: str, label: dict[str, Any], *keys: str) -> frozenset[str]:
    """The rules that some keys of a label list, by the names of the product."""
    names = (name for key in keys for name in label.get(key) or ())
    return frozenset(ALIASES[dialect].get(name, name) for name in names)


@cache
def findings_of(dialect: str, path: str) -> tuple[Diagnostic, ...]:
    """The findings of an entry, below the dialect's folder, all rules selected and proved."""
    paths = (os.path.join(CORPUS, dialect, path),)
    result = phaselint.lint(paths, dialect=dialect, dry_run=True, select=("ALL",), isolated=True)
    return result.findings


def names_at(dialect: str, path: str, *levels: str) -> set[str]:
    """The rules that report something of some severities."""
    return {finding.name for finding in findings_of(dialect, path) if finding.level in levels}


def found_twice(dialect: str, path: str) -> list[Any]:
    """What a rule reports more than once at one place."""
    found = findings_of(dialect, path)
    places = Counter((each.name, each.place.file, each.place.range) for each in found)
    return [place for place, count in places.items() if count > 1]


def doubts(dialect: str, path: str) -> list[Diagnostic]:
    """Findings that are refuted, not judged at all, or unproved without a reason; failures of
    phaselint itself."""

    def sound(finding: Diagnostic) -> bool:
        proof = finding.proof
        if proof is None or finding.name == "internal-error":
            return False
        return proof.status in ("proved", "static") or (
            proof.status == "unproved" and bool(proof.reason)
        )

    return [finding for finding in findings_of(dialect, path) if not sound(finding)]
