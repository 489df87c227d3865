"""The prompt library of a run: which file a step's prompt is read from (reference §1.2, §4.6)."""

from __future__ import annotations

from phaselint.dialects.climpt.running.failure import Failure
from phaselint.project.paths import join, normal
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from phaselint.dialects.climpt.model import ClimptContract, Step

NO_PROMPT = "PR-C3L-002"
DEFAULT_EDITION = "default"


class Library(NamedTuple):
    """Prompt files by project path, below `root`; none if the yml files give no root, and `fault`
    says why.

    `directives` and `layers` are the words of the registry that the user's yml accepts. A library
    that isn't `known` represents files that didn't come with the contract: it has a prompt for
    every step. `system` is none if there is no system prompt.
    """

    texts: Mapping[str, str] = {}
    root: str | None = None
    directives: frozenset[str] = frozenset()
    layers: frozenset[str] = frozenset()
    fault: str = ""
    known: bool = True
    system: str | None = None

    def read(self, c2: str, c3: str, edition: str, adaptation: str) -> str | Failure:
        """The content of a prompt, without its front matter; without a file for the adaptation,
        that of the edition alone."""
        edition = edition or DEFAULT_EDITION
        if not self.known:
            return f"(prompt {c2}/{c3}/{edition})"
        if self.root is None:
            return Failure(NO_PROMPT, self.fault or "the prompt directory isn't known")
        if c2 not in self.directives or c3 not in self.layers:
            return Failure(NO_PROMPT, f"`{c2}` or `{c3}` doesn't match the patterns of the yml")
        names = [f"f_{edition}_{adaptation}.md"] if adaptation else []
        for name in (*names, f"f_{edition}.md"):
            path = normal(join(self.root, f"{c2}/{c3}/{name}"))
            if path is not None and path in self.texts:
                return self.texts[path]
        return Failure(NO_PROMPT, f"template not found: {c2}/{c3}/f_{edition}.md")


def with_files(found: Library, contract: ClimptContract, files: Mapping[str, str]) -> Library:
    """The library of a contract with prompt files that override those of the project."""
    if not files or not found.known or contract.registry is None:
        return found
    return found._replace(texts={**found.texts, **files}, system=_system(contract, files))


def library(contract: ClimptContract) -> Library:
    """The library of a contract."""
    known = "prompts" not in contract.absent_trees
    if not known or contract.registry is None:
        return Library(known=known, system="")
    registry, breakdown = contract.registry, contract.breakdown
    addressed = [(step.c2, step.c3) for step in registry.steps.values()]
    addressed += ((each.c2, each.c3) for each in registry.validation.values())
    directive, layer = _patterns(contract)
    return Library(
        texts={path: text.body for path, text in contract.prompts.items()},
        root=breakdown.root,
        directives=_accepted(directive, {c2 for c2, _ in addressed}),
        layers=_accepted(layer, {c3 for _, c3 in addressed}),
        fault=breakdown.fault,
        system=_system(contract, {}),
    )


def _system(contract: ClimptContract, files: Mapping[str, str]) -> str | None:
    if contract.agent is None:
        return ""
    path = normal(join(contract.folder, contract.agent.system_prompt))
    if path is not None and path in files:
        return files[path]
    return None if contract.system_prompt is None else contract.system_prompt.body


def _accepted(pattern: str | None, words: Iterable[str]) -> frozenset[str]:
    """The words that a pattern matches."""
    from phaselint.patterns.matching import matches

    if pattern is None:
        return frozenset()
    return frozenset(word for word in words if matches(pattern, word))


def _patterns(contract: ClimptContract) -> tuple[str | None, str | None]:
    """The two patterns of the user's yml, which the library reads as YAML."""
    breakdown = contract.breakdown
    document = contract.documents.get(breakdown.user)
    if document is None or not document.readable:
        return breakdown.directive, breakdown.layer
    two = _member(_member(document.value, "params"), "two")
    found = [_member(_member(two, key), "pattern") for key in ("directiveType", "layerType")]
    directive, layer = (each if isinstance(each, str) else None for each in found)
    return directive, layer


def _member(value: Any, key: str) -> Any:
    return value.get(key) if isinstance(value, dict) else None


def prompt_of(library: Library, step: Step, adaptation: str = "") -> str | Failure:
    """The content of a step's prompt; `adaptation` overrides the step's own."""
    return library.read(step.c2, step.c3, step.edition, adaptation or step.adaptation)
