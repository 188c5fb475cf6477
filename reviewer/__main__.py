"""`python -m reviewer`."""

from __future__ import annotations

import sys

from reviewer.cli import main

if __name__ == "__main__":
    sys.exit(main())
