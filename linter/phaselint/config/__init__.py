"""The configuration: where its file is, and what it says (design §10).

`phaselint.toml`, or `[tool.phaselint]` in pyproject.toml; the nearest to the contract wins, and
its folder is the project root.
"""

from __future__ import annotations

import os

from phaselint.config.model import FILE, PYPROJECT, Config, Project
from phaselint.project.files import CONFIGURATION_LIMIT, NotReadable, TooLarge, read_regular

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from phaselint.vocabulary.rule import Rule

CEILING = "PHASELINT_CEILING"
"""The variable with absolute paths of folders above which no project is looked for, as
GIT_CEILING_DIRECTORIES has them for git; that of the process of a call of `phaselint mcp`."""


def configure(
    folder: str, rules: Sequence[Rule], *, config_file: str = "", isolated: bool = False
) -> Config:
    """The effective configuration of a folder.

    Args:
        rules: the built-in rules.
        config_file: a file to take instead of the nearest; the project root stays.
        isolated: take no file at all.

    Raises:
        UsageError: the file cannot be read or understood.
    """
    if isolated:
        return Config(root=_root_without_configuration(folder))
    project = find(folder)
    path = config_file or project.config
    if not path:
        return Config(root=project.root)
    from phaselint.config.file import load_config

    return load_config(path, rules)._replace(root=project.root)


def find(folder: str) -> Project:
    """Find the project a folder belongs to.

    The root is the nearest folder, this one included, with a configuration file or `.git`; else
    the folder itself. Raises UsageError for a file that might be the configuration but cannot
    be read.
    """
    start = os.path.abspath(folder)
    for candidate in _upwards(start):
        if project := project_in(candidate):
            return project
    return Project(start, "")


def is_marked(project: Project) -> bool:
    """Whether something marks the root of a project that `find` gave."""
    return bool(project.config) or os.path.lexists(os.path.join(project.root, ".git"))


def home_around(path: str, homes: Collection[str]) -> str:
    """The folder that contains the nearest folder of one of these names, which is the path or is
    around it; empty where there is none. The path is absolute."""
    for candidate in _upwards(path):
        if os.path.basename(candidate) in homes:
            return os.path.dirname(candidate)
    return ""


def project_in(folder: str) -> Project | None:
    """The project whose root is this very folder, if it is marked as one; see `find`."""
    config = _config_in(folder)
    if config or os.path.lexists(os.path.join(folder, ".git")):
        return Project(folder, config)
    return None


def rules_for(
    config: Config, rules: Sequence[Rule], dialects: Collection[str] = ()
) -> Sequence[Rule]:
    """The effective rules of a configuration; see `phaselint.config.file.rules_in_force`."""
    if not config.path:
        return rules
    from phaselint.config.file import rules_in_force

    return rules_in_force(config, rules, dialects)


def _config_in(folder: str) -> str:
    """The configuration file in a folder, if any."""
    path = os.path.join(folder, FILE)
    if _is_there(path):
        return path
    path = os.path.join(folder, PYPROJECT)
    if not _is_there(path):
        return ""
    if not _mentions_us(path):  # spares most projects the import of the parser
        return ""
    from phaselint.config.file import concerns_us

    return path if concerns_us(path) else ""


def _is_there(path: str) -> bool:
    """Whether there is something that should be a file; a pipe, or a dangling link, is
    not passed over: whoever reads it says what it is."""
    return os.path.lexists(path) and not os.path.isdir(path)


def _mentions_us(path: str) -> bool:
    """Whether to look closer at a pyproject.toml, if only to say that it cannot be read."""
    try:
        return b"phaselint" in read_regular(path, CONFIGURATION_LIMIT)
    except (FileNotFoundError, NotReadable, TooLarge):
        return True


def _root_without_configuration(folder: str) -> str:
    """The project root where files are not looked into: their presence is enough."""
    start = os.path.abspath(folder)
    for candidate in _upwards(start):
        if any(os.path.lexists(os.path.join(candidate, name)) for name in (FILE, ".git")):
            return candidate
    return start


def _upwards(folder: str) -> Iterator[str]:
    ceilings = os.environ.get(CEILING, "").split(os.pathsep)
    while True:
        yield folder
        parent = os.path.dirname(folder)
        if parent == folder or folder in ceilings:
            return
        folder = parent
