"""The cards that a question names, with their figures, and which of them to take for a kind of work."""
