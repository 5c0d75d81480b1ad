"""Figures that somebody tells of work that was run already."""
