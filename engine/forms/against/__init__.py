"""Cards set against each other: which holds more, which is faster at what, what one lacks, why one is slow."""
