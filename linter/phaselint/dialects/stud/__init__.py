"""stud stage definitions and pipelines (reference: stud)."""

from __future__ import annotations

from phaselint.dialects.base import Dialect
from phaselint.dialects.stud import detect
from phaselint.dialects.stud.options import OPTIONS
from phaselint.vocabulary.deferred import deferred

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

_PACKAGE = "phaselint.dialects.stud"


def _configured(options: Mapping[str, Any]) -> Dialect:
    """The dialect that takes the markdown files which `stage-globs` lists for stages (§1.1)."""
    found, claimed = detect.under(options["stage-globs"])
    return DIALECT._replace(detect=found, claim=claimed)


DIALECT = Dialect(
    name=detect.NAME,
    word="stage",
    options=OPTIONS,
    detect=detect.detect,
    claim=detect.claim,
    root=detect.root,
    load=deferred(f"{_PACKAGE}.reading.load", "load"),
    study=deferred(f"{_PACKAGE}.analysis.facts", "StudFacts"),
    runtime=deferred(f"{_PACKAGE}.running.runtime", "StudRuntime"),
    machine=deferred(f"{_PACKAGE}.analysis.lower", "lower"),
    open_options={"hooks": "asked", "refuse-invalid": False},
    configured=_configured,
    symbols=deferred(f"{_PACKAGE}.symbols", "symbols"),
    sketch=deferred(f"{_PACKAGE}.analysis.diagram_data", "sketch"),
    insight=deferred(f"{_PACKAGE}.hover", "StudInsight"),
    setup=deferred(f"{_PACKAGE}.scaffolding", "setup"),
    workspaces=("**/*.stud.{yaml,yml,json}",),
)
