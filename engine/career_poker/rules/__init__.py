"""Apply the rules of Career Poker: dealing, tricks, the match."""
