"""Amounts of computing that a text tells."""
