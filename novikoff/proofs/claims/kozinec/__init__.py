"""Steps towards the nearest point of a hull: Kozinec's algorithm and its kin."""
