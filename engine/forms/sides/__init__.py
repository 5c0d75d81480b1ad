"""The same work on each of several machines that were named, or bought in each of two ways."""
