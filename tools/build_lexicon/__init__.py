"""Makes the text of appliance/lexicon/data anew from free packages: `python -m tools.build_lexicon`."""
