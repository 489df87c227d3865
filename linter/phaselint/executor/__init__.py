"""Driving a runtime: scripts, traces, exhaustive exploration and proof (design §5, §8)."""
