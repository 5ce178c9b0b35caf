"""Every change to the database: one function each, atomic, checked and logged."""
