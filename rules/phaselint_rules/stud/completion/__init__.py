"""Rules about completion tools and their schemas."""
