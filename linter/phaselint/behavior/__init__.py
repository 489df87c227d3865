"""What runs of a contract do: policies proved, facts found, and the difference of two versions."""
