"""Free text to a Reading, and the next turn of a thread."""
