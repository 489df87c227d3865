"""Rules about routes between nodes and their conditions."""
