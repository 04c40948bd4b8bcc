"""What the Scrabble-like games share: tiles, board, plays and their scores, loose layouts, game records."""
