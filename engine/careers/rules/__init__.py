"""The rules of Careers, one module per part of the rule book. Importing `all_rules` registers every decision."""
