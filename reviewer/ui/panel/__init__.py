"""The right panel: headline, questions, checks, the ledger in short, and what hangs on them."""
