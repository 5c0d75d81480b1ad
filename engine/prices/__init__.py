"""The price of a thing on a day, and the ways to buy it."""
