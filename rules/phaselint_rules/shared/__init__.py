"""Rules that hold for every contract, whatever its dialect."""
