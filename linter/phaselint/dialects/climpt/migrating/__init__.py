"""Agents of release 1.13 as agents of 1.14 (1.14 §9)."""
