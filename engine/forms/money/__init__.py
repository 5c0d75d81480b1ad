"""Questions about money: things, ways to buy, places and an amount, and what is asked of them."""
