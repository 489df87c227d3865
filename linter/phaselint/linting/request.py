"""What a user asks of a lint run."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.vocabulary.finding import Severity


class Request(NamedTuple):
    """What the user asked for; see `phaselint lint --help` for each part.

    `overlay` has strings that stand for files: absolute path → content. `settings` are strings of
    the form DIALECT.OPTION=VALUE, `options` the same as values. `exclude` are patterns besides
    those of each configuration, below each project's root as they are. `jobs` is the number of
    processes; 0 leaves it to the amount of work. `executor` names an engine that the user brings
    (see `phaselint.linting.cluster`); empty for none. `cost` asks what runs cost at most, `verbose`
    what was not looked for, `pictures` what there is to see of contracts and findings,
    `coverage` what scripts take of contracts, `policies` policies and nothing else (a dry run asks
    them, too), `policing` policies besides what rules find. `fail_on_refuted` makes
    `refuted-finding` an error.
    """

    paths: tuple[str, ...] = (".",)
    dialect: str = ""
    dry_run: bool = False
    sound: bool = False
    verify: bool = False
    bound: int | None = None
    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    options: Mapping[str, Mapping[str, Any]] = {}
    config_file: str = ""
    isolated: bool = False
    exclude: tuple[str, ...] = ()
    min_severity: Severity = "info"
    baseline: str = ""
    write_baseline: bool = False
    overlay: Mapping[str, bytes] = {}
    jobs: int = 0
    executor: str = ""
    cost: bool = False
    verbose: bool = False
    pictures: bool = False
    coverage: bool = False
    policies: bool = False
    policing: bool = False
    fail_on_refuted: bool = False
