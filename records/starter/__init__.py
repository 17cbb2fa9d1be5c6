"""The starter 'Mechs: a catalogue that is there before anybody has imported a file.

`cards.py` reads our own short notation (the TOML files in ``units/``), `builder.py` lays the cards out by the
construction rules and makes each a :class:`records.rules.unit.Unit`.
"""
