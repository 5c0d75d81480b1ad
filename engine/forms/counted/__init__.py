"""Counts and tables of what was named, told above an answer."""
