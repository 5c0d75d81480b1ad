"""The price of an instance on a day, and the ways to buy it."""
