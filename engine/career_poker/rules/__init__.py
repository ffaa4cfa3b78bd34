"""The rules of Career Poker: dealing, tricks, the match. Importing `all_rules` registers every decision."""
