"""The words that every part shares: findings, rules, messages, and the records they are made of."""

from __future__ import annotations
