"""Rules about branches over results."""
