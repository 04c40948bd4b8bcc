"""`python -m appliance` is `tallybox`."""

import sys

from appliance.cli import main

sys.exit(main())
