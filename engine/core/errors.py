"""Name what can go wrong, each as a ValueError whose text is a sentence a player can act on. A function that raises one
of these has left every game state unchanged."""


class EngineError(ValueError):
    """The root of everything that the engine refuses."""


class IllegalAction(EngineError):
    """The action is not open to the seat that decides now."""


class UnknownAction(IllegalAction):
    """The text or number names no action of this game at all."""


class GameOver(IllegalAction):
    """The game has ended; it takes no more actions."""


class BadSeats(EngineError):
    """The number or the set-up of the seats does not fit the game."""


class BadOptions(EngineError):
    """An option is unknown or has a value outside its range."""


class BadBot(EngineError):
    """A bot chose what is not open to it, or failed; the text names the bot and its seat."""


class BrokenOff(EngineError):
    """A game was broken off before its end, because the caller's `go_on` said so."""


class BadRecord(EngineError):
    """A game record does not replay to what it claims."""


class OldRules(BadRecord):
    """A record or a saved game was played by rules that are no longer known, or not yet."""


class BadData(EngineError):
    """A data file of a board or a deck has a wrong or missing entry."""


class UnknownSystem(EngineError):
    """No game system is registered under this name."""


class UnknownBot(EngineError):
    """No bot is known under this name, or it does not take these parameters."""
