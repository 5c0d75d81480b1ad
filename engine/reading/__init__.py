"""Free text -> Reading, and the next turn of a thread."""
