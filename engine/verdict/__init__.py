"""What to say, and why."""
