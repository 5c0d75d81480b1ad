"""What fits where, of several at once: machines, models, slices, or a cache that an engine refused."""
