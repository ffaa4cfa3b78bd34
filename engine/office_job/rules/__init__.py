"""The rules of Office Job, one module per part of the rule sheet. Importing `all_rules` registers every decision."""
