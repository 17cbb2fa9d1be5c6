"""A battle written down as text: what the table does, and beneath it what the rules make of it."""
