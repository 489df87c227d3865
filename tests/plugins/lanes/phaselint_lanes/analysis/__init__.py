"""What rules ask of a board."""
