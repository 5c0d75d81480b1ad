"""Which observed price changes are real, and which are glitches."""
