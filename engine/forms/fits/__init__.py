"""What an answer about memory says where more than yes or no is asked: the most, the largest, what traffic takes."""
