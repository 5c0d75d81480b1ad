"""Whether it fits."""
