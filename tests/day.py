"""The day all goldens are of."""

from datetime import date

DAY = date(2026, 11, 21)
FOUNDING = "repeated Llama fine-tune, PyTorch, tight region capacity"
