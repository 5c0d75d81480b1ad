"""The shape of a question, whatever it is about, and what it names; and which of that a line of an answer tells."""
