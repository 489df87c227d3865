"""What follows from a team: names, offers, the graph, and what the rules ask."""
