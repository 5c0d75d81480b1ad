"""What somebody measured on one machine, taken to a load: cards, machines, dollars of each item, on that and others."""
