"""What is charged in all, for a part of a card, for a gigabyte or a teraflop of it, and how many a budget keeps."""
