"""What a team really pays: the lines of a bill, summed by machine type, region and way to buy, and what follows."""
