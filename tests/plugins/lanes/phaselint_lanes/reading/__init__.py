"""Documents to boards."""
