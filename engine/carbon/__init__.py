"""Energy and grams of a run, and where the grid is cleaner."""
