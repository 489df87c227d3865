"""What a workflow does when it runs, one answer of the client at a time (reference §5)."""
