"""Turns that ask one thing of what the answer before them was about."""
