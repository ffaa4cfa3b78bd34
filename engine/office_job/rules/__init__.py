"""Apply the rules of Office Job, one module per part of the rule sheet."""
