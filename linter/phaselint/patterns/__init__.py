"""JavaScript regular expressions: what they refuse, what they mean, what they cost.

An expression is a RegExp source without flags as node 20 reads it (sweny.md appendix B).
"""
