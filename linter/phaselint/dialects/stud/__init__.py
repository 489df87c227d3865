"""stud stage definitions and pipelines (reference: stud)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from phaselint.dialects.base import Dialect, Option, deferred
from phaselint.dialects.stud import detect
from phaselint.dialects.stud.owners import NAME, Owners

if TYPE_CHECKING:
    from collections.abc import Mapping

BACKOFF_VALUES = ("none", "fixed", "linear", "exponential")
RESOLUTION_POLICIES = ("retry-later",)
SECRET_NAMES = (
    *("apikey", "api_key", "api-key", "secret", "token", "password", "passwd"),
    *("credential", "private_key"),
)

OPTIONS = (
    Option(
        "semantics",
        "contract",
        "which of the two stage contracts is followed: that which the contract names (JSON stages "
        "the reference's, all others the documented one), or always the same",
        ("contract", "documented", "reference"),
    ),
    Option(
        "join-policy",
        "contract",
        "whether a join is a stage beside the siblings or one of them; `contract` is what the "
        "manifest says, else `separate`",
        ("contract", "separate", "sibling"),
    ),
    Option("backoff-values", BACKOFF_VALUES, "accepted values of `backoff`", kind=list),
    Option(
        "resolution-policies",
        RESOLUTION_POLICIES,
        "accepted values of `resolutionPolicy`",
        kind=list,
    ),
    Option(
        "registered-tools",
        (),
        "registered tools besides the manifest's, or besides the bundled where it names none",
        kind=list,
    ),
    Option("mutating-tools", (), "tools that change something, in place of the known", kind=list),
    Option("secret-names", SECRET_NAMES, "parts of context names that hint at secrets", kind=list),
    Option("stage-globs", (), "markdown files that are stages whatever they hold", kind=list),
    Option("max-stage-executions", 50, "stage executions after which a run ends", kind=int),
    Option(
        "hooks",
        "scripted",
        "who answers for the code of the state machine (gates, asserts): the world of the script, "
        "or the script's `ask` answers, one by one",
        ("scripted", "asked"),
    ),
    Option("refuse-invalid", True, "refuse to start what rule R1 refuses", kind=bool),
)
"""Reference §3.1, §5, §9."""

_PACKAGE = "phaselint.dialects.stud"


def _configured(options: Mapping[str, Any]) -> Dialect:
    """The dialect that takes the markdown files which `stage-globs` lists for stages (§1.1)."""
    listed: Any = detect.unlisted
    if options["stage-globs"]:
        from phaselint.project.globs import compile_globs

        listed = compile_globs(options["stage-globs"])
    known: dict[str, Any] = {"listed": listed, "owners": Owners()}
    return DIALECT._replace(
        detect=partial(detect.detect, **known), claim=partial(detect.claim, **known)
    )


DIALECT = Dialect(
    name=NAME,
    word="stage",
    options=OPTIONS,
    detect=detect.detect,
    claim=detect.claim,
    load=deferred(f"{_PACKAGE}.load", "load"),
    study=deferred(f"{_PACKAGE}.facts", "StudFacts"),
    runtime=deferred(f"{_PACKAGE}.runtime", "StudRuntime"),
    machine=deferred(f"{_PACKAGE}.lower", "lower"),
    open_options={"hooks": "asked", "refuse-invalid": False},
    configured=_configured,
    symbols=deferred(f"{_PACKAGE}.symbols", "symbols"),
    insight=deferred(f"{_PACKAGE}.insight", "StudInsight"),
)
