"""What a team does when it runs (reference §5)."""
