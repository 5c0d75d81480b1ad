"""Words that stand for something else: a notebook for its cards, four bits for QLoRA."""
