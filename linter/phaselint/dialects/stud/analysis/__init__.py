"""What rules ask about a contract without running it (reference §6)."""
