"""How many ask at once, and how long what each of them sends is."""
