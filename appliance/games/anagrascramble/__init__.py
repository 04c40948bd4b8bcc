"""AnagraScramble: the script in the order of its sheet (`game`), its card, its sums and its score sheet."""
