"""What there is to see of a contract: its graph, what findings mark in it, and runs as films.

Everything here is plain records that name each other by index, so they pass between
processes, and viewers know nothing of dialects.
"""
