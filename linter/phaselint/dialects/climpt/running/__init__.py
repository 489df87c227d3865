"""What an agent does when it runs: the small-step semantics (reference §3.1, §4)."""
