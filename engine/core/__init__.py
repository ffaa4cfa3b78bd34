"""Hold what every game shares: protocol, chance, actions, records, bots and simulation. Standard library only. Nothing
here reads a clock or draws from a global source of chance."""
