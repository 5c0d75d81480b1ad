"""The fitted model of training speed."""
