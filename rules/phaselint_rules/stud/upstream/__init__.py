"""Rules about what stages read of others."""
