"""Speed Scrabble: the script in the order of its sheet (`game`), and its bot."""
