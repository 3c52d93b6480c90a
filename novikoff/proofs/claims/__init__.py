"""The claims, in files by subject; whoever lists the claims finds every file by itself."""
