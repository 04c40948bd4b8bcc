"""One page a kind of view: each draws what is between the headline and the score strip."""
