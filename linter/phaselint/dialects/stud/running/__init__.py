"""What a pipeline does when it runs, step by step (reference §5)."""
