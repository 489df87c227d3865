"""The path of a run: discover → sweep → check → judge → result (design §3)."""

from __future__ import annotations
