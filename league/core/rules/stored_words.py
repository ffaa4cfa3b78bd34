"""Sentences that were stored in English (what the ledger says, why a table stands still), by their patterns: the
special before the general. `told_again` turns a stored text into a sentence that can be translated.

A gap of `NESTED` holds such a text itself, or a word of the site; any other one holds a name, a number or what somebody
typed, and stays."""

from collections.abc import Sequence

from engine.said import Said, retold, said, said_of

NESTED = frozenset({"sentence", "what", "first", "second", "was", "now", "figure"})
ROWS_OF_NAMES = (said("{names} and {last}"),)
AT_A_TABLE = (
    said("Round {round}, table {table} {sentence}"),
    said("is frozen. {sentence}"),
    said("has an objection to its confirmed result. {sentence}"),
    said("has a result, reported by seat {seat} ({name})."),
    said("has another version of its result. {sentence}"),
    said("is confirmed by the organiser."),
    said("is confirmed by the referee."),
    said("is confirmed. {sentence}."),
    said("is decided by the referee: {reason}"),
    said("goes on without {name}: {reason}"),
    said("has {name} after all: {reason}"),
    said("lets another phone speak for seat {seat} ({name})."),
    said("{agreed} of {voters} seats agree"),
    said("Nobody contradicted in time"),
    said("Reported again by seat {seat}"),
    said("Seat {seat} ({name}) says that it is wrong: {reason}"),
    said("Somebody who has no seat here says that it is wrong: {reason}"),
    said("The organiser says that it is wrong: {reason}"),
    said("Seat {seat} ({name}) changed the figures on the page of the game. {sentence}"),
    said("Somebody who has no seat here changed the figures on the page of the game. {sentence}"),
    said("The organiser changed the figures on the page of the game. {sentence}"),
    said("Seat {seat} ({name}) entered other figures on the page of the game."),
    said("Somebody who has no seat here entered other figures on the page of the game."),
    said("The organiser entered other figures on the page of the game."),
    said("They say the same."),
    said("It can't be confirmed: {reason}"),
    said_of(
        2,
        "{what}: {second} says {now}, {first} said {was}. {count} more figure differs.",
        "{what}: {second} says {now}, {first} said {was}. {count} more figures differ.",
        **dict.fromkeys(("what", "second", "now", "first", "was"), "-"),
    ),
    said("{what}: {second} says {now}, {first} said {was}."),
    said("seat {seat} ({name})"),
    said("seat {seat}"),
    said("the version before"),
    said("the new one"),
    said("the sheet"),
    said("{name}'s {figure}"),
)
OF_A_TOURNAMENT = (
    said("{name} was announced."),
    said("Round {round} of {stage} is drawn: {what}. Digest {digest}."),
    said("Round {round} of {stage} is drawn again in part (tables {tables}): {reason} Digest {digest}."),
    said("Round {round} of {stage} is drawn again: {reason} Digest {digest}."),
    said_of(2, "{count:,} table, {without} without a table", "{count:,} tables, {without} without a table", without=1),
    said_of(2, "{count:,} table", "{count:,} tables"),
    said("Round {round} of {stage} is published."),
    said("Round {round} of {stage} has begun: {minutes} minutes."),
    said("Round {round} of {stage} lasts {minutes} minutes now."),
    said("Round {round} of {stage} has ended without table {table}: {reason}"),
    said("Round {round} of {stage} has ended without tables {tables}: {reason}"),
    said("Round {round} of {stage} has ended."),
    said("Round {round}: table {table} is locked."),
    said("Round {round}: table {table} is unlocked."),
    said("Table {table} is open: {names}."),
    said("{stage} begins with {count:,} characters."),
    said("{stage} is over."),
    said_of(2, "{stage} has {count} round now.", "{stage} has {count} rounds now.", stage="-"),
    said("It is played as: {stages}."),
    said("{name} is finished."),
    said("{name} is cancelled: {reason}"),
    said("{name} is registered and waits: all {places} places are taken."),
    said("{name} is registered."),
    said("{count:,} characters are here."),
    said("{count:,} characters are here, to play from the next draw on."),
    said("{names} are here."),
    said("{names} are here, to play from the next draw on."),
    said("{name} is here."),
    said("{name} is here, to play from the next draw on."),
    said("{names} are not here after all."),
    said("{name} is not here after all."),
    said_of(2, "{count:,} character was registered from a file.", "{count:,} characters were registered from a file."),
    said_of(2, "{count:,} character was checked in from a file.", "{count:,} characters were checked in from a file."),
    said("Club and household of {name} were changed."),
    said("{name} withdrew."),
    said("{name} dropped: {reason}"),
    said("{name} is back, on the waiting list."),
    said("{name} is back."),
    said("{name} moved up from the waiting list."),
    said("{name} is warned: {reason}"),
    said("{name} loses {points} points: {reason}"),
    said("The tournament {name} was read from its archive."),
)
OF_A_LEAGUE = (
    said("Game {reference}: version {version} was reported."),
    said("Game {reference}: version {version} was confirmed."),
    said("Game {reference}: version {version} was corrected."),
    said("Game {reference}: version {version} was disputed."),
    said("Game {reference}: version {version} was voided."),
    said("Game {reference} was named."),
    said("A game of {system} was ordered from the bots."),
    said("Handed out as a file: {what}."),
    said("what the hidden groups of a tournament's draws stand for"),
    said("a tournament with households and reasons"),
    said("the entries of a tournament with households"),
    said("all that is stored of an account"),
    said("A join link was made: {what}."),
    said("Who may join without a link: {what}."),
    said("A request to join was accepted."),
    said("A request to join was declined."),
    said("A request to join was withdrawn."),
    said("Somebody asked to join."),
    said("A file of characters was read: {what}."),
    said("A file of results was read: {what}."),
    said("A file of registrations was read: {what}."),
    said("A link to claim {name} was made."),
    said("{name} was claimed by the code on its paper."),
    said("{name} was registered."),
    said("{name} began another career."),
    said("{before} is called {after} now."),
    said("{name} has another picture."),
    said("The picture of {name} was taken away."),
    said("The picture of {name} was hidden: {reason}"),
    said("The picture of {name} is shown again."),
    said("{merged} was merged into {kept}: entered twice."),
    said("The merge of {merged} into {kept} was undone."),
    said("Version {version} of the house rules of {season} was set."),
    said("Version {version} of the board {board} was made."),
    said("The season {season} was made."),
    said("The name or the dates of the season {season} were changed."),
    said("The divisions of {season} are {divisions}."),
    said("The league {league} was founded."),
    said("The name, the time zone or the place of the league {league} was changed."),
    said("{league} was closed: {reason}"),
    said("{league} was opened again."),
    said("An invitation was made: {what}."),
    said("An invitation was withdrawn."),
    said("Somebody became a member: {what}."),
    said("A membership ended: {what}."),
    said("A member's role is another one: {was} before, {now} now."),
)
OF_PEOPLE = (
    said("{name} was offered to another member."),
    said("{name} was passed on to another member."),
    said("The offer of {name} was taken back."),
    said("The offer of {name} was declined."),
    said("The claim of {name} was undone."),
    said("The owner of {name} has left."),
    said("{name} has another owner, as two characters were merged or parted."),
    said("{merged} is to be merged into {kept}, if the owner agrees."),
    said("{merged} is not merged into {kept}."),
    said("A webhook to {host} was added."),
    said("The webhook goes to {host} now."),
    said("The webhook to {host} has a new secret."),
    said("The webhook to {host} is on."),
    said("The webhook to {host} is off."),
    said("The webhook to {host} was removed."),
    said("A passport was brought to the league."),
    said("An offered passport was put away."),
    said("Passports of {league} at {name} are accepted from now on."),
    said("Passports of {league} at {name} are not accepted any more."),
    said("{name} begins with what a passport says."),
    said("{count} characters were placed in the divisions of {season}."),
    said("A comment under game {reference} was hidden."),
    said("A comment under game {reference} is shown again."),
    said("A remark at play {number} was hidden."),
    said("A remark at play {number} is shown again."),
    said("{league} was hidden: {reason}"),
    said("{name} was claimed."),
)
OF_ACCOUNTS = (
    said("A report was dismissed."),
    said("An account was blocked: {reason}"),
    said("A block was lifted."),
    said("Somebody signed up."),
    said("An account has a password now."),
    said("An account has another password."),
    said("An account has another password, by a letter."),
    said("An e-mail address was added to an account."),
    said("An account has another e-mail address."),
    said("An e-mail address was taken from an account."),
    said("A demo account was closed."),
    said("The operator took the second step from an account."),
    said("API tokens were ended: {count}."),
    said("An API token was made that may {scope}."),
    said("An authenticator app was added to an account."),
    said("A passkey was added to an account."),
    said("A new set of recovery codes was added to an account."),
    said("An authenticator app was taken from an account."),
    said("A passkey was taken from an account."),
    said("An account was deleted, as its owner had asked."),
    said("An account is to be deleted, as its owner asks."),
    said("An account is not deleted after all."),
)
PATTERNS = (*AT_A_TABLE, *OF_A_TOURNAMENT, *OF_A_LEAGUE, *OF_PEOPLE, *OF_ACCOUNTS)


def told_again(text: str, more: Sequence[Said] = ()) -> str:
    """Return the stored text as a sentence; unchanged if it matches no pattern, nor one of `more`."""
    sentence = retold(text, (*PATTERNS, *more))
    if not isinstance(sentence, Said):
        return text
    for name, value in sentence.values.items():
        if name in NESTED and isinstance(value, str):
            within = told_again(value, more)
            sentence.values[name] = within if isinstance(within, Said) else _word(value)
        elif name == "names" and isinstance(value, str):
            sentence.values[name] = retold(value, ROWS_OF_NAMES)
    return sentence


def _word(text: str) -> str:
    """Return the word as a label of the site, if it is one."""
    return text if "{" in text or "}" in text else said(text)
