"""What the rules ask about a contract set (reference §5); never imports `running`."""
