"""What a client asks for: its settings, as initialization options or a `phaselint` section."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.linting.request import Request
from phaselint.vocabulary.errors import UsageError
from phaselint.vocabulary.finding import SEVERITIES
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.suggest import unknown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.vocabulary.finding import Severity

KEYS = ("select", "ignore", "extendSelect", "minSeverity", "options", "trace")
EDITOR_KEYS = ("path", "enable", "server", "executable", "interpreter")
"""Settings that are the editor's business, how it starts the server."""


class Settings(NamedTuple):
    """The effective settings; `options` are those of dialects: dialect → option → value."""

    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    min_severity: Severity = "info"
    options: Mapping[str, Mapping[str, Any]] = {}
    trace: str = "off"

    def request(self) -> Request:
        """The same as a request of the command line."""
        return Request(
            select=self.select,
            ignore=self.ignore,
            extend_select=self.extend_select,
            options=self.options,
            min_severity=self.min_severity,
            jobs=1,
            policing=True,
        )


def read_settings(given: Any) -> Settings:
    """Read what a client sends; empty values mean the default.

    Raises:
        UsageError: an unknown setting, or a value of the wrong kind.
    """
    if given is None:
        return Settings()
    values = _mapping("the settings", given)
    if isinstance(values.get("phaselint"), dict):
        values = values["phaselint"]
    for key in values:
        if key not in KEYS and key not in EDITOR_KEYS:
            raise UsageError(unknown("setting", f"{key}", KEYS))
    severity = values.get("minSeverity") or "info"
    if severity not in SEVERITIES:
        raise UsageError(unknown("`minSeverity`", str(severity), SEVERITIES))
    options = _mapping("`options`", values.get("options") or {})
    return Settings(
        select=_words("select", values) or None,
        ignore=_words("ignore", values),
        extend_select=_words("extendSelect", values),
        min_severity=severity,
        options={
            name: {
                option: tuple(value) if isinstance(value, list) else value
                for option, value in _mapping(f"`options.{name}`", chosen or {}).items()
            }
            for name, chosen in options.items()
        },
        trace=_trace(values.get("trace")),
    )


def _trace(value: Any) -> str:
    if isinstance(value, dict):  # as editors have it: trace.server
        value = value.get("server")
    return value if isinstance(value, str) else "off"


def _words(key: str, values: Mapping[str, Any]) -> tuple[str, ...]:
    value = values.get(key)
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        raise UsageError(f"the setting `{key}` must be a list of strings")
    return tuple(word.strip() for word in value if word.strip())


def _mapping(what: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise UsageError(f"{what} must be an object")
    return value
