"""What rules, graphs and editors ask about a workflow (reference §7)."""
