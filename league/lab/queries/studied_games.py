"""The games that a study can be made of: those of a season with a record, practice on the site, and try-outs."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.models import User as Person
from django.urls import reverse

from engine.core.actions import HostAction
from games.models import GameRecord
from league.lab.models import GameStudy
from league.lab.rules.story import digest_of
from league.models import League, SeasonGame, SeasonPlay, TryOut
from league.play.queries.replays import Reel, reel_of_play, reel_of_record
from league.play.queries.tryouts import reel_of_try_out


@dataclass(frozen=True, slots=True)
class StudiedGame:
    """`of`: its column of a study; `named`: its field in a form that plays on (`try_new`). `record`: the digest of what
    was played, "" if it can't be played again. `replay`: where its moments are shown, "" for nowhere. `league`: whose
    organisers may stop a study."""

    of: Mapping[str, int]
    named: tuple[str, int | str]
    record: str
    reel: Reel
    replay: str = ""
    league: League | None = None

    @property
    def own(self) -> list[int]:
        """Return the seats, from 0, of the person who reads the reel."""
        return [seat for seat, sitter in enumerate(self.reel.sitters) if sitter.mine]

    def moment(self, at: int, eyes: int | str) -> str:
        """Return the address of a moment; `eyes` is a seat from 1, or ALL."""
        return f"{self.replay}?at={at}&seat={eyes}" if self.replay else ""


def recorded_game(season_game: SeasonGame) -> StudiedGame | None:
    """Return a game of a season; None without a record."""
    pk = season_game.game_id
    record = GameRecord.objects.filter(game=pk).first()
    if record is None:
        return None
    reel, replay = reel_of_record(season_game, record), reverse("game_replay", args=[pk])
    return StudiedGame({"game_id": pk}, ("game", pk), digest_of(record.text), reel, replay, season_game.season.league)


def practised_game(season_play: SeasonPlay, reader: Person | AnonymousUser) -> StudiedGame:
    pk, reel = season_play.pk, reel_of_play(season_play, reader)
    replay = reverse("play_replay", args=[pk])
    return StudiedGame({"play_id": pk}, ("play", pk), _digest(reel), reel, replay, season_play.season.league)


def tried_game(row: TryOut) -> StudiedGame:
    reel = reel_of_try_out(row)
    return StudiedGame({"try_out_id": row.pk}, ("try_out", row.key), _digest(reel), reel)


def studied_game(study: GameStudy) -> StudiedGame | None:
    """Return the game of a study, as nobody reads it; None if it is forgotten or has lost its record."""
    if study.play_id is not None:
        return practised_game(SeasonPlay.objects.get(pk=study.play_id), AnonymousUser())
    if study.try_out_id is not None:
        row = TryOut.objects.filter(pk=study.try_out_id).first()
        return tried_game(row) if row else None
    return recorded_game(SeasonGame.objects.get(game=study.game_id))


def _digest(reel: Reel) -> str:
    if reel.film is None:
        return ""
    assert reel.film.key is not None
    moves = (move.text if isinstance(move, HostAction) else move for move in reel.film.actions)
    return digest_of("\n".join((reel.film.key.hex(), *moves)))
