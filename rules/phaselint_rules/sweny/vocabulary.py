"""Words in conditions that read like properties, against all names a workflow knows (§8.2)."""

from __future__ import annotations

import re

from phaselint.dialects.sweny.analysis.conditions import properties
from phaselint.vocabulary.cached_property import cached_property
from phaselint.vocabulary.suggest import distance
from phaselint_rules.sweny.routes.readings import is_value, seen, values_or_booleans

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.sweny.analysis.conditions import Condition
    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Edge

_PROPERTY_LIKE = (
    r"[a-z][a-z0-9]*(?:_[a-z0-9][a-z0-9]*)++|[a-z]{2,}[a-z0-9]*(?:[A-Z][a-z0-9][a-z0-9]*)++"
)

RUNTIME_WORDS = frozenset(
    {
        *("fail_soft", "skipped_reason", "output_required", "max_iterations", "max_steps"),
        *("timeRange", "severityFocus", "serviceFilter", "dryRun", "baseBranch", "prLabels"),
        *("additionalContext", "additionalInstructions", "observabilityProviders"),
        *("betterstackSourceId", "betterstackTableName", "workflow_type", "judge_model"),
    }
)
"""Names of the runtime itself, and of what the command line puts into the run input (§5.1)."""


def is_property_like(word: str) -> bool:
    """Whether a word never occurs in prose: `retry_count`, `retryCount`. Most words of conditions
    are looked at no further than for a sign that they may."""
    odd = "_" in word or not (word.islower() or word.istitle())
    return odd and re.fullmatch(_PROPERTY_LIKE, word) is not None


class Vocabulary:
    """All names that a workflow knows, worked out when the first odd word asks for them."""

    def __init__(self, facts: SwenyFacts) -> None:
        self._facts = facts
        self._open: dict[str, bool] = {}

    def undeclared(self, edge: Edge, condition: Condition) -> list[str]:
        """The words of a condition that read like a property but aren't declared anywhere.

        Empty where data that are not declared may be seen: an earlier node without properties
        or with an open object among them, or a run input that is not declared.
        """
        found = dict.fromkeys(
            word.text
            for word in condition.words
            if is_property_like(word.text) and not condition.text.startswith("(", word.end)
        )
        words = [word for word in found if word not in RUNTIME_WORDS]
        if not words:
            return self._misspelled(edge, condition)
        if self._facts.declared_inputs is None or self._sees_open(edge.source):
            return [w for w in words if not self._known(w, edge.source) and self._slip(w, edge)]
        return [word for word in words if not self._known(word, edge.source)]

    def _misspelled(self, edge: Edge, condition: Condition) -> list[str]:
        """The plain words of a condition that are compared with a declared value of a property and
        differ from its name by one letter, or by two in a long name."""
        compared = {
            each.fields[0]: each.comparison.values
            for each in condition.bare
            if len(each.fields) == 1 and each.comparison.values
        }
        return [
            word
            for word, values in compared.items()
            if not self._known(word, edge.source)
            and any(
                _is_typo(word, name) and all(is_value(each.text, declared) for each in values)
                for name, declared in self._valued(edge.source)
            )
        ]

    def _valued(self, source: str) -> Iterator[tuple[str, tuple[Any, ...]]]:
        """The properties with finitely many values that are declared up to a node."""
        for node in self._facts.nodes.values():
            if node.sound and seen(self._facts, source, node.id):
                for name in node.properties:
                    values = values_or_booleans(node, (name,))
                    if values:
                        yield name, values

    def _slip(self, word: str, edge: Edge) -> bool:
        """Whether a word is a slip of a property that is declared where it is judged."""
        names = {
            name
            for name, owners in self._declaring.items()
            if any(seen(self._facts, edge.source, each) for each in owners)
        }
        return any(_alike(word, name) for name in names)

    def _known(self, word: str, source: str) -> bool:
        if word in self._everywhere:
            return True
        return any(seen(self._facts, source, name) for name in self._declaring.get(word, ()))

    def _sees_open(self, source: str) -> bool:
        known = self._open.get(source)
        if known is None:
            known = any(seen(self._facts, source, name) for name in self._open_nodes)
            self._open[source] = known
        return known

    @cached_property
    def properties(self) -> tuple[str, ...]:
        """The declared properties of all nodes, each name once."""
        nodes = self._facts.nodes.values()
        return tuple(dict.fromkeys(name for node in nodes for name in node.properties))

    @cached_property
    def _open_nodes(self) -> tuple[str, ...]:
        return tuple(
            node.id
            for node in self._facts.nodes.values()
            if not node.sound or not node.properties or _is_open(node.output)
        )

    @cached_property
    def _declaring(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for node in self._facts.nodes.values():
            for name in set(properties(node.output)):
                found.setdefault(name, []).append(node.id)
        return {name: tuple(nodes) for name, nodes in found.items()}

    @cached_property
    def _everywhere(self) -> frozenset[str]:
        facts = self._facts
        nodes = facts.nodes.values()
        return frozenset(
            (
                *(facts.declared_inputs or ()),
                *facts.nodes,
                *facts.known_tools,
                *facts.agent_tools,
                *facts.contract.registry,
                *facts.workflow.skills,
                *facts.declared_values,
                *(evaluator.name for node in nodes for evaluator in node.evals),
                *(skill for node in nodes for skill in node.skills),
            )
        )


def _alike(word: str, name: str) -> bool:
    """Whether two names differ in one part only, and these have a stem in common or are a letter
    or two apart."""
    ours, theirs = _parts(word), _parts(name)
    if "".join(ours) == "".join(theirs):
        return True
    apart = [(a, b) for a, b in zip(ours, theirs, strict=False) if a != b]
    if len(ours) != len(theirs) or len(apart) != 1 or len(ours) < 2:
        return False
    shorter, longer = sorted(apart[0], key=len)
    if any(pair == {shorter, longer} for pair in _CONTRARY):
        return False
    if len(shorter) >= 4 and longer.startswith(shorter):
        return True
    limit = 3 if len(shorter) >= 5 else 2
    return len(shorter) >= 4 and distance(shorter, longer, limit) < limit


def _is_typo(word: str, name: str) -> bool:
    """Whether a word differs from a name by one letter, or by two in a long name; a different
    ending doesn't count as a typo."""
    word, name = word.lower(), name.lower()
    shorter, longer = sorted((word, name), key=len)
    if len(shorter) < 5 or word[0] != name[0] or longer.startswith(shorter):
        return False
    limit = 3 if len(shorter) >= 9 else 2
    return distance(shorter, longer, limit) < limit


def _parts(name: str) -> list[str]:
    return [part.lower() for part in re.findall(r"[A-Z]?[a-z]+|[A-Z]+|\d+", name)]


_CONTRARY = (
    {"after", "before"},
    {"first", "last"},
    {"lower", "upper"},
    {"input", "output"},
    {"read", "write"},
    {"accepted", "rejected"},
    {"closed", "opened"},
    {"failed", "passed"},
    {"start", "stop"},
    {"valid", "invalid"},
)
"""Pairs of similar names with different meanings."""


def _is_open(schema: Any) -> bool:
    """Whether a schema has an object below its root of which not all properties are written."""
    left = [each for each in _below(schema) if isinstance(each, dict)]
    while left:
        part = left.pop()
        kind = part.get("type")
        if kind is None and not part.keys() & {"enum", "const"}:
            return True
        if (kind == "object" and not part.get("properties")) or (
            kind == "array" and not isinstance(part.get("items"), dict)
        ):
            return True
        left.extend(each for each in _below(part) if isinstance(each, dict))
    return False


def _below(schema: dict[str, Any]) -> list[Any]:
    declared = schema.get("properties")
    below = list(declared.values()) if isinstance(declared, dict) else []
    return [*below, schema["items"]] if "items" in schema else below
