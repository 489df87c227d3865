"""What exploration finds in contracts before anything is explained, and what explains it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from laws.bench import checks
from phaselint.executor.proof import STATIC, proof_context
from phaselint.executor.soundness.search import search
from phaselint.linting.explaining import explained
from phaselint.linting.exploration import KINDS
from phaselint.linting.task import DEFAULT_BOUND

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path
    from typing import Any

    from phaselint.executor.proof import ProofContext
    from phaselint.executor.soundness.claim_messages import NetFinding


class Judged(NamedTuple):
    """A claim of the net about a contract, and the rules whose findings explain it."""

    told: NetFinding
    by: tuple[str, ...]
    lab: ProofContext[Any]


def judged(files: Mapping[str, str], bound: int = DEFAULT_BOUND) -> Iterator[Judged]:
    """What the net finds in the contracts among some files."""
    for dialect, most, checked in checks(files, bound=bound, dry_run=True):
        if not getattr(checked.facts, "runs_known", False):
            continue
        assert checked.facts is not None
        lab = proof_context(dialect, checked.facts, most)
        hits = [hit for hit in checked.hits if hit.rule.name not in KINDS]
        found = search(lab)
        claims = (*found.told, *found.obedience.told)
        for told, by in explained(lab, claims, hits, lambda hit: hit.proof or STATIC):
            yield Judged(told, tuple(sorted({hit.rule.name for hit in by})), lab)


def texts_in(folder: Path) -> dict[str, str]:
    """The files below a folder."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return {
        path.relative_to(folder).as_posix(): path.read_text("utf-8", "replace") for path in paths
    }
