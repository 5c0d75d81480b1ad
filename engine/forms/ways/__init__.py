"""Ways to buy one machine, set against each other."""
