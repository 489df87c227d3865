"""Where users copy the address of the repository from, and the lines there.

As long as there is no address, each place shows what works with a clone. Whatever else names the
repository takes it from `phaselint.version` when it is made: the metadata of distributions, the
site, the manifest of the extension, the formula, the entries of SchemaStore.
"""

from __future__ import annotations

from typing import NamedTuple

from publishing import ReleaseError


class Names(NamedTuple):
    """What a release is called: owner and name of its repository, the address of its documentation,
    both empty as long as they don't exist, and its version."""

    repository: str
    documentation: str
    version: str


class Place(NamedTuple):
    """One or more lines of a file, without a repository and with one; in `named`, `{repository}`
    and `{version}` are placeholders."""

    file: str
    clone: str
    named: str

    def text(self, names: Names) -> str:
        """The lines under these names."""
        if not names.repository:
            return self.clone
        filled = self.named.replace("{repository}", names.repository)
        return filled.replace("{version}", names.version)


_HOOKS = Place(
    "",
    """\
  - repo: ../phaselint   # your clone of phaselint
    rev: HEAD            # `pre-commit autoupdate` pins it
""",
    """\
  - repo: https://github.com/{repository}
    rev: v{version}
""",
)

PLACES = (
    Place(
        "README.md",
        "Install phaselint in the clone: `pip install '.[lsp]'` "
        "(`[lsp]` adds the language server).",
        "Install phaselint: `pip install 'phaselint[lsp]'` (`[lsp]` adds the language server).",
    ),
    _HOOKS._replace(file="README.md"),
    Place(
        "README.md",
        "      - uses: ./.phaselint   # a submodule: your clone of phaselint\n",
        "      - uses: {repository}@v{version}\n",
    ),
    _HOOKS._replace(file="docs/how-to/pre-commit.md"),
    Place(
        "docs/how-to/github.md",
        "Add phaselint to your repository as a submodule, in a hidden directory, which a lint "
        'skips: `git submodule add "$(git -C ../phaselint remote get-url origin)" .phaselint`, '
        "where `../phaselint` is your clone. This workflow annotates",
        "This workflow annotates",
    ),
    Place(
        "docs/how-to/github.md",
        """\
          persist-credentials: false
          submodules: true
      - uses: ./.phaselint
""",
        """\
          persist-credentials: false
      - uses: {repository}@v{version}
""",
    ),
    Place(
        "docs/how-to/github.md",
        """\
      - uses: actions/checkout@v4
        with:
          submodules: true
      - uses: actions/setup-python@v5
""",
        """\
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
""",
    ),
    Place(
        "docs/how-to/github.md",
        "      - run: pip install ./.phaselint\n",
        "      - run: pip install phaselint=={version}\n",
    ),
    Place(
        "docs/how-to/gitlab.md",
        "Add phaselint to your repository as a submodule, in a hidden directory, which a lint "
        'skips: `git submodule add "$(git -C ../phaselint remote get-url origin)" .phaselint`, '
        "where `../phaselint` is your clone. Add this job",
        "Add this job",
    ),
    Place(
        "docs/how-to/gitlab.md",
        """\
  image: python:3.13-slim
  variables:
    GIT_SUBMODULE_STRATEGY: normal
  before_script:
    - apt-get update && apt-get install --yes --no-install-recommends git
    - pip install ./.phaselint
""",
        """\
  image: python:3.13-slim
  before_script:
    - apt-get update && apt-get install --yes --no-install-recommends git
    - pip install phaselint=={version}
""",
    ),
    Place(
        "docs/how-to/diff.md",
        """\
  with: {fetch-depth: 0, submodules: true}
- uses: ./.phaselint
""",
        """\
  with: {fetch-depth: 0}
- uses: {repository}@v{version}
""",
    ),
    Place(
        "docs/how-to/editors.md",
        """\
For all other editors, install it with the extra `lsp`, in a checkout:

<!-- not run: it installs into your environment -->
```sh
pip install '.[lsp]'
""",
        """\
For all other editors, install it with the extra `lsp`:

<!-- not run: it installs into your environment -->
```sh
pip install 'phaselint[lsp]'
""",
    ),
)


def refilled(file: str, text: str, old: Names, new: Names) -> str:
    """A file under new names.

    Raises:
        ReleaseError: one of its places isn't in it once, as it is under the old names.
    """
    for place in (each for each in PLACES if each.file == file):
        before = place.text(old)
        if text.count(before) != 1:
            line = before.strip().splitlines()[-1]
            raise ReleaseError(
                f"{file}: `{line}` must be there once; correct the file or "
                "tools/publishing/places.py"
            )
        text = text.replace(before, place.text(new))
    return text
