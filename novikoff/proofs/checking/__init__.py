"""What gives every claim its verdict, and says who gave it."""
