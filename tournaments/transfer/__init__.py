"""The tournament file: a whole tournament as one JSON file, written, read and checked.

Reads the database and changes nothing; ``actions.transfer`` stores what was read.
"""
