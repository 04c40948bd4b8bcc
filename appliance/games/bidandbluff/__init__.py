"""Bid & Bluff: the script in the order of its sheet (`game`), ways along the board, its sums, its sheet."""
