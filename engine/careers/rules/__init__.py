"""The rules of Careers, one module per part of the rule book; each imports only those that it stands on."""
