"""Findings that are not shown: comments, configuration entries, the baseline (design §10)."""
