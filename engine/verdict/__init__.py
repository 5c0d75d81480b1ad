"""What to recommend, why, and what would change it."""
