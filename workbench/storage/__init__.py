"""Files that are never half written, the folders they lie in, and the family of errors."""
