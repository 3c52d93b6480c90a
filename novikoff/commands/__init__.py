"""The commands, one file each: what it takes, what it does, what it prints."""
