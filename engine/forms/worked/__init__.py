"""Sums over what the asker told, worked out by units."""
