"""Hints for somebody who plays for the first time, at a decision: what they can do, why they would, and the clauses of
the rule book that say so. Everything follows from the view of their own seat."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.career_compass.cards import CAPTIONS, CARD_IDS, FACES, LEVELS, SKILL_IDS, SKILL_NAMES
from engine.translatable import Translatable, said
from league.play.rules.poker import JOKER, cards_of


@dataclass(frozen=True, slots=True)
class Words:
    """`can`: what one can do; `why`: why one would, a sentence each; `rules`: ids of clauses of the game."""

    can: Translatable
    why: tuple[Translatable, ...]
    rules: tuple[str, ...]


def _words(can: Translatable, why: Translatable, *rules: str) -> Words:
    return Words(can, (why,), rules)


AIMS: dict[str, Words] = {
    "career_compass": _words(
        said("Hold most cards when somebody has no card left."),
        said("Each throw of the die names a skill; the highest level among the top cards takes them all."),
        *("3", "4", "5"),
    ),
    "career_poker": _words(
        said("Get rid of your cards before the others do."),
        said("The first player out is Boss of the next deal, the last is Dishwasher; better positions score more."),
        *("8", "28"),
    ),
    "game_of_the_year": _words(
        said("Go once around the year and have most points at its end."),
        said("Tokens, Holiday Cards and money are points; lead in at least one of the five."),
        *("1", "2"),
    ),
    "office_job": _words(
        said("Climb: the highest rank wins, then points."),
        said("Play a card each turn; meet the criteria of the next rank and you are promoted at once."),
        *("15", "30"),
    ),
    "careers": _words(
        said("Reach what your success formula asks for: money, happiness and fame."),
        said("Jobs on the paths inside pay in different mixes; go where your formula is still short."),
        *("S1", "S7"),
    ),
}

WORDS: dict[str, dict[str, Words]] = {
    "career_compass": {
        "throw": _words(
            said("Throw the die: it names the skill, and everybody reads that level of the top card."),
            said("The highest level takes the top cards of all others; the joker skill decides among equals."),
            *("10", "11", "12"),
        ),
        "read": _words(
            said("With three cards or fewer you may read any of them."),
            said("Read the highest level; if two are equal, the one with the better joker."),
            *("17", "B10", "11"),
        ),
        "give": _words(
            said("You lost this round with three cards or fewer: give away any card, not just the one that was read."),
            said("Keep what is strong on most faces of the die; the joker skill is not a face."),
            *("18", "B13", "19"),
        ),
    },
    "career_poker": {
        "lead": _words(
            said("You lead: play one or more cards of one value."),
            said("Low cards leave the hand on a lead alone, so lead them with all their twins and keep the high ones."),
            *("17", "B3", "8"),
        ),
        "follow": _words(
            said("Play as many cards of a higher value, or pass; after a pass you may still play later in the trick."),
            said("Spend the cheapest set that does it. Pass rather than break a big set: it is worth more on a lead."),
            *("18", "19", "23"),
        ),
        "give_back": _words(
            said("Choose the cards that you give back."),
            said("The lower position gave its highest cards; part with the cards that are hardest to play."),
            *("14", "15"),
        ),
    },
    "game_of_the_year": {
        "page": _words(
            said("Pick one of the two numbers: you move that many days. A coloured page leads to the next such day."),
            said("Red usually helps and blue usually hurts."),
            *("9", "10", "13"),
        ),
        "buy_days": _words(
            said("On a plain day you may buy days, $100 each."),
            said("It is worth it if a red picture is near, or your Lucky Number."),
            *("21", "23", "25"),
        ),
        "push": _words(
            said("You may move this player on for $100 a day."),
            said("Onto a blue picture, or onto your own Lucky Number or birthday: then they pay you $200."),
            *("22", "26", "28"),
        ),
        "vacation": _words(
            said("After a plain day one Holiday Card leads 14 days ahead."),
            said(
                "It is worth points at the end: use it to be first past the end of a quarter, "
                "which brings three tokens."
            ),
            *("33", "30", "1"),
        ),
        "buy_token": _words(
            said("Once a turn you may buy a token of your choice for $500."),
            said("Most of a kind counts: buy the kind in which you lead or nearly do."),
            *("37", "2"),
        ),
        "take_token": _words(
            said("Take a token of a kind of your choice."),
            said("Points win only with the most in at least one category: add to your best kind."),
            *("30", "2"),
        ),
        "pay_token": _words(
            said("You lack the money: one token pays, whatever the debt."),
            said("Give one of the kind in which you will not lead."),
            *("40", "2"),
        ),
        "give_token": _words(
            said("Choose the token that you give away."),
            said("Part with the kind in which you will not lead."),
            *("41", "2"),
        ),
        "shield": _words(
            said("In the month of your birth you need not follow this."),
            said("Stay out of it if it costs you, follow it if it helps."),
            "29",
        ),
        "choose_player": _words(
            said("Choose who this concerns."), said("Hurt the leader, help the last."), *("18", "19")
        ),
        "lucky": _words(
            said("Take a Lucky Number in secret."),
            said("You collect $200 on it, and $200 from everybody who lands there."),
            *("5", "25", "26"),
        ),
    },
    "office_job": {
        "start": _words(
            said("Before you draw you may use what your rank allows."),
            said("Use abilities only in your own turn, at any moment of it."),
            *("12", "7", "8"),
        ),
        "replacement": _words(
            said(
                "Keep the card that you drew, or discard it for the next card of the central deck, which you must keep."
            ),
            said("Change a card whose condition you cannot meet: that part of it would be skipped."),
            *("19", "25"),
        ),
        "play": _words(
            said("Play one card of your hand; it stays face up until your next turn begins."),
            said("Points lift you to the next rank at once. C-Suite Skills stay for the rest of the game."),
            *("20", "21", "15", "22"),
        ),
        "delegate": _words(
            said("A Manager may hand a card to a player of lower rank, once a turn."),
            said("Get rid of a card that would hurt you; it does not use up the card that you play."),
            *("9", "10"),
        ),
        "target": _words(
            said("Choose who the card is for."),
            said("Slow down the player who is about to be promoted, or who ranks highest."),
            *("16", "30"),
        ),
        "discard": _words(
            said("Discard a card."), said("Let go of cards whose condition you cannot meet."), *("25", "14")
        ),
        "pick_up": _words(
            said("Take a card back."), said("Take what brings points soon, or a C-Suite Skill."), *("8", "22")
        ),
    },
    "careers": {
        "formula": _words(
            said("Write your success formula: how much of it is money, happiness and fame."),
            said("An even mix lets you use every path; an extreme one is quick if one company pays it."),
            *("S7", "S8", "S5"),
        ),
        "turn": _words(
            said("Throw the dice, or play an Opportunity card instead; first you may trade and sell."),
            said("Cards lead to the entrance that you want; the dice are for when nothing better is in your hand."),
            *("S10", "S66", "S79"),
        ),
        "move": _words(
            said("Go into the path or stay on the border."),
            said("A completed trip earns an Experience card, and the squares inside pay what your formula asks for."),
            *("S3", "S12", "S14"),
        ),
        "buy": _words(
            said("Buy what this square sells, or leave it."),
            said("Keep enough cash for fees: if you cannot pay, you go bankrupt and lose happiness and fame."),
            *("S38", "S40"),
        ),
        "insurance": _words(
            said("Use a policy against this loss, or bear it."),
            said("A policy covers one loss, whatever its size: save it for a big one."),
            *("S47", "S50"),
        ),
        "renewal": _words(
            said("Renew the used policy for £5,000 on the spot, or go without."),
            said("Without it you have to come by the insurance office again."),
            *("S51", "S53"),
        ),
        "debt": _words(
            said("You owe more than you have: raise the money by bargains, or go bankrupt."),
            said("Bankruptcy takes all happiness, fame, cash and cards; degrees and trips outlast it."),
            *("S39", "S40", "S44"),
        ),
        "holiday": _words(
            said("Stay on Holiday or go on."),
            said("Staying brings 3 hearts; leaving gets you back to the paths."),
            "S109",
        ),
        "ride": _words(
            said("Ride to the next station and throw again, or stay."),
            said("It is quick, and lets you throw once more; stay if you want the squares around this one."),
            *("S57", "S58"),
        ),
        "shortcut": _words(
            said("Take the short way through, or stay on the long one."),
            said("The short way is quicker, and the trip counts all the same."),
            "R50",
        ),
        "gamble": _words(
            said("Gamble or not: you came by dice, so it is your choice."),
            said("Only with money that your formula can spare."),
            *("S60", "S61"),
        ),
        "degree": _words(
            said("Choose a degree in one of nine programs."),
            said("A degree opens its company without the fee, and more of one program raise the salary."),
            *("S18", "S20", "S23"),
        ),
        "bump": _words(
            said("The square is occupied: bump the player who stands there, or bargain."),
            said("A bumped player goes at once and passes no Payday; a fee may be worth more to you."),
            *("S62", "S63", "S65"),
        ),
        "plea": _words(
            said("You are about to be bumped: offer something for peace, or let it happen."),
            said("A turn or two in Unemployment often cost more than a small fee."),
            *("S63", "R67"),
        ),
        "backstab": _words(
            said("You may stab employees of this company in the back, or let it be."),
            said("Each victim loses 12 hearts and their place; it costs you 4 hearts."),
            *("S32", "S34", "S35"),
        ),
        "pay_or_leave": _words(
            said("Pay, or leave."), said("Paying goes on with the trip; only a whole path earns credit for it."), "S12"
        ),
        "give": _words(
            said("Put an offer together: what you give."),
            said(
                "Policies, Experience cards and money can be traded all through a turn, Opportunity cards at its start."
            ),
            *("S79", "S49"),
        ),
        "take": _words(
            said("Say what you ask for it."), said("Ask for what opens the path that your formula needs."), "S79"
        ),
        "sum": _words(
            said("Say how much money goes with it."),
            said("Policies have no fixed price among players, and cards neither."),
            *("S49", "S79"),
        ),
        "answer": _words(
            said("Agree to the offer, refuse, or make another one instead."),
            said("Ask yourself who of you it brings closer to the formula."),
            *("S79", "S63"),
        ),
    },
}


def hint_of(system: str, view: Mapping[str, Any]) -> Words | None:
    """Return the hint for the seat whose view this is, if it decides; None if nothing is known of the decision."""
    words = WORDS.get(system, {}).get(view["prompt"]) if view["legal"] else None
    if words is None:
        return None
    seen = _SEEN.get(system)
    return replace(words, why=(*seen(view), *words.why)) if seen else words


def aim_of(system: str) -> Words | None:
    """Return what the game is about, in a sentence; None for a game without one."""
    return AIMS.get(system)


def _compass(view: Mapping[str, Any]) -> tuple[Translatable, ...]:
    """Return what one's own cards make likely."""
    if view["prompt"] == "throw":
        return _top_card(view)
    about = view["about"]
    cards = about["cards"]
    if view["prompt"] == "read":
        best = max(cards.values(), key=lambda card: (card["level"], card["joker"]))
        skill = SKILL_NAMES[about["skill"]]
        highest = said("Your highest level in {skill} is {level}, on {card}.")
        return (said(highest, skill=skill, level=best["level"], card=best["caption"]),)
    faces = FACES[SKILL_IDS.index(view["joker"])]
    weakest = min(cards, key=lambda card: sum(LEVELS[skill][CARD_IDS.index(card)] for skill in faces))
    return (said("The faces of the die add up to least on {card}.", card=cards[weakest]["caption"]),)


def _top_card(view: Mapping[str, Any]) -> tuple[Translatable, ...]:
    if not view["hand"]:
        return ()
    at = CARD_IDS.index(view["hand"][0])
    faces = sorted(view["faces"], key=lambda skill: -LEVELS[SKILL_IDS.index(skill)][at])
    best, worst = faces[0], faces[-1]
    return (
        said(
            "{card} is strong in {skill} ({level}), weak in {other} ({low}).",
            card=CAPTIONS[at],
            skill=SKILL_NAMES[best],
            level=LEVELS[SKILL_IDS.index(best)][at],
            other=SKILL_NAMES[worst],
            low=LEVELS[SKILL_IDS.index(worst)][at],
        ),
    )


def _poker(view: Mapping[str, Any]) -> tuple[Translatable, ...]:
    """Return the lowest whole set, which costs least to play, in words."""
    hand = [card for card in view["hand"] if card != "J"]
    whole = {card: hand.count(card) for card in hand}
    played = [(cards_of(text.partition(" ")[2]), text) for text in view["legal"] if text.startswith("play ")]
    fit = [cards for cards, _text in played if JOKER not in cards and whole.get(cards[0]) == len(cards)]
    if not fit:
        return (said("To follow you would break a set or spend a Joker."),) if view["prompt"] == "follow" else ()
    low = min(fit, key=lambda cards: int(cards[0]))
    return (said("{cards} is the lowest that you can play without breaking a set.", cards=" ".join(low)),)


_SEEN = {"career_compass": _compass, "career_poker": _poker}
