"""How long machines are on, as a text tells it."""
