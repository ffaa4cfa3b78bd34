"""Apply the rules of Careers, one module per part of the rule book; each module imports only modules below it."""
