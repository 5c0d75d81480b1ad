"""Whether a workload fits in memory, and what would make it fit."""
