"""Moving contracts from one release of their format to the next: plan, lint, write."""
