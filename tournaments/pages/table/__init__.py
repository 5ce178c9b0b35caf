"""The table's page on phones: the sheet keyed by those who play, without an account."""
