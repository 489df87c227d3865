"""The formula by which Homebrew builds phaselint and all that it depends on from their sources."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from publishing.pins import Pin
    from publishing.places import Names

PYTHON = "3.13"
"""The Python of Homebrew that runs phaselint."""

COMPILED = ("regress", "rpds-py")
"""The packages that Rust compiles."""

_FILES = "https://files.pythonhosted.org/packages"
_HEAD = """\
class Phaselint < Formula
  include Language::Python::Virtualenv

  desc "{description}"
  homepage "{homepage}"
  url "{url}"
  sha256 "{sha256}"
  license "Apache-2.0"

  depends_on "rust" => :build # {compiled}
  depends_on "libyaml"
  depends_on "python@{python}"

"""
_RESOURCE = """\
  resource "{name}" do
    url "{url}"
    sha256 "{sha256}"
  end

"""
_TAIL = """\
  def install
    virtualenv_install_with_resources
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/phaselint --version")
    system bin/"phaselint", "init", "--example", "agents"
    system bin/"phaselint", "lint", "--dry-run", "--strict"
  end
end
"""


def formula(names: Names, description: str, sdist: bytes, pins: Iterable[Pin]) -> str:
    """The formula of a release.

    Args:
        names: those of the release; without a repository its home is the page of the index.
        description: the one of the package.
        sdist: the source distribution, whose address on the index follows from its content.
        pins: what is installed with it.
    """
    home = f"github.com/{names.repository}" if names.repository else "pypi.org/project/phaselint/"
    head = _HEAD.format(
        description=description,
        homepage=f"https://{home}",
        url=address(sdist, f"phaselint-{names.version}.tar.gz"),
        sha256=hashlib.sha256(sdist).hexdigest(),
        compiled=", ".join(COMPILED),
        python=PYTHON,
    )
    return head + "".join(_RESOURCE.format(**pin._asdict()) for pin in pins) + _TAIL


def address(content: bytes, name: str) -> str:
    """Where the Python package index keeps a file: at the digest of its content."""
    digest = hashlib.blake2b(content, digest_size=32).hexdigest()
    return f"{_FILES}/{digest[:2]}/{digest[2:4]}/{digest[4:]}/{name}"
