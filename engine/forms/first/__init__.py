"""First lines of the very kind that is asked: a size for money, a plan that pays or not, a bill within a budget."""
