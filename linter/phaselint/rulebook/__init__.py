"""The documentation of rules: the page of each, and the list of all."""

from __future__ import annotations
