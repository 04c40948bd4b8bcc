"""Auction Scrabble: the script in its sheet's order (`game`), its longer parts, its sums, its accounts."""
