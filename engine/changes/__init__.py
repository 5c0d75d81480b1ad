"""What happened to a price, and what only looks like it."""
