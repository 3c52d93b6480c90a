"""The check of claims: each gets a verdict, together with the engines that gave it."""
