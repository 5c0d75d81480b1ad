"""A question of which too much was not understood: what is known of the things it names, and how to ask again."""
