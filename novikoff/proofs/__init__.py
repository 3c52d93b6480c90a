"""What is claimed, proved and checked. CONTRIBUTING.md has the map: each folder with what it holds."""
