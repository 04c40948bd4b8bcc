"""Idaho: the script in the order of its sheet (`game`), its sums, its counts by hand, and its bot."""
