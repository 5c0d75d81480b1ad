"""What one turn of a thread does to what was said before it."""
