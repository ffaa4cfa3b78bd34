"""The steps of a film stand in what was told of a turn."""

from engine import new_game
from league.play.rules.film import film_of


def say(sentence):
    return sentence.named(("Ada", "Bo", "Cleo", "Dev"))


def film(game, action, reader=None):
    seat = game.actor
    return seat, film_of(game.told(game.play_aloud(action), reader), say)


def test_cards_are_laid_and_go_to_who_takes_the_trick():
    game = new_game("career_poker", 4, rng_seed=1)
    lead = game.legal[0].text
    leader, steps = film(game, lead)
    assert steps == [["lays", leader, lead.removeprefix("play ")]]
    passes = [film(game, "pass")[1] for _seat in range(3)]
    assert passes == [[], [], [["takes", leader]]]


def test_dice_fall_before_a_piece_walks():
    game = new_game("careers", 3, rng_seed=1)
    while game.legal[0].text != "roll":
        game.play(game.legal[-1].text)
    mover, steps = film(game, "roll")
    dice = steps[0]
    assert dice[0] == "dice" and steps[1] == ["walks", mover, sum(dice[1:])]


def test_everybody_reads_and_one_takes_the_cards():
    game = new_game("career_compass", 3, rng_seed=1)
    _seat, steps = film(game, "throw", reader=0)
    assert [step[0] for step in steps] == ["throws", "reads", "reads", "reads", "takes"]
    levels = {seat: level for _reads, seat, level in steps[1:4]}
    assert steps[4] == ["takes", max(levels, key=levels.__getitem__)]
