"""How the models are made; nothing of this is needed at run time."""
