"""What the forms about memory and about cost are made of: their values, the sums, and what is said of them."""
