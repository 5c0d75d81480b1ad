"""The first line tells the quantity that was asked for: what is wanted, what a line tells, and what works it out."""
