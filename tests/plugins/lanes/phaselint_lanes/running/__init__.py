"""What happens to a card."""
