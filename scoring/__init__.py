"""What deals, sheets and tournaments are worth: pure Python on top of the rules package."""
