"""What a unit of work costs where nobody said how much of it there is: on a choice of machines, between two chips."""
