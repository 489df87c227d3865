"""What rules ask of a graph, by reading it."""
