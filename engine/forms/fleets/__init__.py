"""What somebody measured on one machine, taken to a load: cards, machines, dollars of an item, on others."""
