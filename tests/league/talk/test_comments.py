"""What members say under a game: posted, deleted by who wrote it, hidden by organisers, told to the seated."""

from functools import partial

import pytest
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db import IntegrityError, OperationalError, connection, transaction
from django.test import Client
from django.utils import timezone

from league.clubs.services import close_league, join_league
from league.core.services.quotas import QuotaError
from league.models import GameComment, LedgerEntry, Notice, QuotaUse, Report, SeasonGame
from league.models.organisation import Role
from league.notices.services.outbox import tell_comments
from league.personal.queries.sections import SECTIONS
from league.personal.services.farewell import forget_person
from league.talk.rules import COMMENT_LENGTH, refused_text, tidied
from league.talk.services.moderation import hide_league, report_page
from league.talk.services.remarks import delete_comment, hide_comment, post_comment, show_comment
from tests.factories.pages import form_of, text
from tests.factories.races import at_once, refused
from tests.factories.thursday_club import ThursdayClub, post_game

pytestmark = pytest.mark.django_db
WORDS = "What a last deal!"


@pytest.fixture
def game(thursday: ThursdayClub) -> SeasonGame:
    return SeasonGame.objects.select_related("season__league").get(
        game=post_game(thursday, by="ada", confirm=False)["id"]
    )


def said(thursday: ThursdayClub, game: SeasonGame, name: str = "bo", words: str = WORDS) -> GameComment:
    return post_comment(season_game=game, text=words, by=thursday.users[name])


def page(game: SeasonGame, rest: str = "") -> str:
    return f"/games/{game.game_id}/{rest}"


def signed_in(thursday: ThursdayClub, name: str) -> Client:
    client = Client()
    client.force_login(thursday.users[name])
    return client


def test_a_member_comments_on_the_page_of_a_game(thursday, game):
    client = signed_in(thursday, "vera")
    told = text(client.post(page(game, "comments/"), {"text": f"  {WORDS}\n\n\n\nWell  played. "}, follow=True))
    assert "Your comment stands under the game." in told
    assert GameComment.objects.get().text == f"{WORDS}\n\nWell played."
    assert WORDS in text(Client().get(page(game)))


def test_a_comment_is_posted_and_deleted_by_the_forms_of_the_page(thursday, game):
    """As a browser sends them: with the token that stands in the form, or not at all."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(thursday.users["vera"])
    for address in (page(game), page(game, "comments/")):
        sent = form_of(client.get(address), page(game, "comments/"))
        assert client.post(page(game, "comments/"), {**sent, "text": WORDS}).status_code == 302
        deleting = page(game, f"comments/{GameComment.objects.get().pk}/delete/")
        assert client.post(deleting, form_of(client.get(address), deleting)).status_code == 302
        assert not GameComment.objects.exists()


def test_a_stranger_reads_and_does_not_write(thursday, game):
    said(thursday, game)
    assert "Members of the league comment" in text(signed_in(thursday, "xenia").get(page(game)))
    assert signed_in(thursday, "xenia").post(page(game, "comments/"), {"text": WORDS}).status_code == 403
    assert Client().post(page(game, "comments/"), {"text": WORDS}).status_code == 302
    assert GameComment.objects.count() == 1


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("", "Write something"),
        ("x" * (COMMENT_LENGTH + 1), "1,000 at most"),
        ("\n".join("abc" * 20), "40 lines"),
        ("a\u202eb", "can't be shown"),
    ],
)
def test_what_cannot_stand_there_is_refused_in_a_sentence(words, says):
    assert says in refused_text(tidied(words))


def test_a_refused_comment_comes_back_with_its_reason(thursday, game):
    answer = signed_in(thursday, "ada").post(page(game, "comments/"), {"text": "a\u202eb"})
    assert answer.status_code == 422
    assert "be shown" in text(answer)
    assert not GameComment.objects.exists()


def test_markup_is_only_text(thursday, game):
    said(thursday, game, words="<script>alert(1)</script> & <b>bold</b>")
    assert "<script>alert(1)" not in signed_in(thursday, "ada").get(page(game)).content.decode()


def test_who_wrote_it_deletes_it_and_nobody_else_does(thursday, game):
    comment = said(thursday, game)
    assert signed_in(thursday, "otto").post(page(game, f"comments/{comment.pk}/delete/")).status_code == 403
    with pytest.raises(ValidationError, match="yourself"):
        delete_comment(comment=comment, by=thursday.users["otto"])
    signed_in(thursday, "bo").post(page(game, f"comments/{comment.pk}/delete/"))
    assert not GameComment.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_comment_that_is_deleted_twice_at_once_is_gone(thursday, game):
    comment = said(thursday, game)
    twice = [
        partial(signed_in(thursday, "bo").post, page(game, f"comments/{comment.pk}/delete/")) for _press in range(2)
    ]
    assert refused(at_once(*twice)) == [] and not GameComment.objects.exists()


def test_an_organiser_hides_a_comment_with_a_reason_and_shows_it_again(thursday, game):
    comment, otto = said(thursday, game), signed_in(thursday, "otto")
    hide = page(game, f"comments/{comment.pk}/hide/")
    assert otto.post(hide, {"why": ""}).status_code == 422
    otto.post(hide, {"why": "No insults, please."})
    assert WORDS not in text(Client().get(page(game)))
    assert WORDS not in text(signed_in(thursday, "ada").get(page(game, "comments/")))
    assert "No insults, please." in text(signed_in(thursday, "bo").get(page(game)))
    otto.post(hide, {"show": "yes"})
    assert WORDS in text(Client().get(page(game)))


def test_only_organisers_and_the_staff_hide_comments(thursday, game):
    comment = said(thursday, game)
    hide = page(game, f"comments/{comment.pk}/hide/")
    assert [signed_in(thursday, who).post(hide, {"why": "No"}).status_code for who in ("sam", "bo", "xenia")] == [
        403
    ] * 3
    thursday.users["xenia"].is_staff = True
    thursday.users["xenia"].save()
    assert signed_in(thursday, "xenia").post(hide, {"why": "No"}).status_code == 302


def test_in_a_closed_league_the_staff_still_hides_comments_and_nobody_else(thursday, game):
    comment, otto = said(thursday, game), signed_in(thursday, "otto")
    close_league(league=thursday.league, why="We moved.", by=thursday.users["otto"])
    cache.clear()
    assert otto.post(page(game, "comments/"), {"text": "Well"}).status_code == 403
    thursday.users["xenia"].is_staff = True
    thursday.users["xenia"].save()
    hide = page(game, f"comments/{comment.pk}/hide/")
    assert otto.post(hide, {"why": "No"}).status_code == 403
    assert signed_in(thursday, "xenia").post(hide, {"why": "No insults, please."}).status_code == 302
    assert WORDS not in text(Client().get(page(game)))


def test_hiding_alone_stands_in_the_ledger_without_the_words(thursday, game):
    comment = said(thursday, game)
    assert not LedgerEntry.objects.filter(kind="comment_hidden").exists()
    hide_comment(comment=comment, why="No insults", by=thursday.users["otto"])
    show_comment(comment=comment, by=thursday.users["otto"])
    texts = list(LedgerEntry.objects.filter(kind="comment_hidden").order_by("pk").values_list("text", flat=True))
    assert [one.rsplit(" ", 2)[-1] for one in texts] == ["hidden.", "again."]
    assert not any(WORDS in one for one in texts)


def test_of_two_organisers_one_hides_it(thursday, game):
    comment = said(thursday, game)
    hide_comment(comment=comment, why="No", by=thursday.users["otto"])
    with pytest.raises(ValidationError, match="already"):
        hide_comment(comment=comment, why="No", by=thursday.users["otto"])


def test_a_report_names_who_wrote_the_comment(thursday, game):
    comment = said(thursday, game)
    report_page(page=f"/games/{game.game_id}/comments/#comment-{comment.pk}", why="An insult", by=thursday.users["ada"])
    assert Report.objects.get().person == thursday.users["bo"]
    assert "report/?page=" in signed_in(thursday, "ada").get(page(game)).content.decode()


def test_a_day_has_only_so_many(thursday, game):
    said(thursday, game)
    QuotaUse.objects.filter(kind="comments").update(amount=100)
    with pytest.raises(QuotaError, match="100 comments"):
        said(thursday, game)


def test_those_who_sat_there_are_told_once_but_not_who_wrote_it(thursday, game):
    said(thursday, game, "ada")
    assert (tell_comments(), tell_comments()) == (1, 0)
    told = list(Notice.objects.filter(kind="comment").values_list("user__username", flat=True))
    assert "ada" not in told
    assert "bo" in told
    notice = Notice.objects.filter(kind="comment", user=thursday.users["bo"]).get()
    assert notice.subject.startswith("ada comments on Careers, ")
    assert WORDS in notice.text
    assert notice.link == f"/games/{game.game_id}/#comment-{GameComment.objects.get().pk}"


def test_a_database_that_takes_nothing_ends_the_telling_and_the_comment_waits(thursday, game):
    said(thursday, game, "ada")

    def full(execute, sql, params, many, context):
        if 'INTO "league_notice"' in sql:
            raise OperationalError("disk full")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(full), pytest.raises(OperationalError):
        tell_comments()
    assert tell_comments() == 1


def test_what_is_hidden_before_it_is_told_is_told_nobody(thursday, game):
    hide_comment(comment=said(thursday, game, "ada"), why="No", by=thursday.users["otto"])
    tell_comments()
    assert not Notice.objects.filter(kind="comment").exists()


def test_the_page_takes_as_many_queries_for_twenty_comments_as_for_one(thursday, game, client, queries):
    said(thursday, game)
    one = queries(client, page(game))
    for number in range(19):
        said(thursday, game, "ada", f"{number}")
    assert queries(client, page(game)) == one


def test_older_comments_have_a_page_of_their_own(thursday, game):
    for number in range(23):
        said(thursday, game, "ada", f"comment number {number}.")
    told = text(Client().get(page(game)))
    assert "All 23 comments" in told
    assert "comment number 2." not in told
    assert "comment number 2." in text(Client().get(page(game, "comments/")))


def test_somebody_who_leaves_takes_the_account_along_and_leaves_the_label(thursday, game):
    comment = said(thursday, game)
    forget_person(user=thursday.users["bo"], label="Somebody")
    comment.refresh_from_db()
    assert (comment.by, comment.by_label) == (None, "Somebody")
    assert "Somebody" in text(Client().get(page(game)))


def test_ones_own_comments_are_in_ones_own_data(thursday, game):
    said(thursday, game)
    [section] = [one for one in SECTIONS if one.name == "comments"]
    assert [row["text"] for row in section.rows(thursday.users["bo"])] == [WORDS]


def test_nothing_is_said_in_a_closed_league(thursday, game):
    league = game.season.league
    league.closed_at, league.closed_why = timezone.now(), "Over"
    league.save()
    cache.clear()
    with pytest.raises(ValidationError, match="closed"):
        said(thursday, game)
    assert signed_in(thursday, "bo").post(page(game, "comments/"), {"text": WORDS}).status_code == 403
    assert "Your comment" not in text(signed_in(thursday, "bo").get(page(game)))


def test_comments_of_a_hidden_league_are_hidden_from_strangers(thursday, game):
    said(thursday, game)
    hide_league(league=game.season.league, why="Insults", by=thursday.users["otto"])
    cache.clear()
    assert Client().get(page(game, "comments/")).status_code == 404
    assert thursday.client().get(f"/api/v1/games/{game.game_id}/comments/").status_code == 404
    assert WORDS in text(signed_in(thursday, "bo").get(page(game)))


def test_programs_read_post_and_delete_comments(thursday, game):
    url = f"/api/v1/games/{game.game_id}/comments/"
    made = thursday.client("bo").post(url, {"text": WORDS}, format="json")
    assert made.status_code == 201
    assert (made.json()["by"], made.json()["hidden"]) == ("bo", None)
    assert [row["text"] for row in thursday.client().get(url).json()["results"]] == [WORDS]
    assert thursday.client("xenia").post(url, {"text": WORDS}, format="json").status_code == 403
    assert thursday.client("bo").post(url, {"text": "a\u202eb"}, format="json").status_code == 400
    one = f"{url}{made.json()['id']}/"
    assert thursday.client("ada").delete(one).status_code == 403
    assert thursday.client("bo").delete(one).status_code == 204
    assert thursday.client("bo").delete(one).status_code == 404


def test_the_database_holds_whose_it_is_and_why_it_is_hidden(thursday, game):
    comment = said(thursday, game)
    for wrong in ({"by": None}, {"text": ""}, {"hidden_why": "no"}, {"by_label": "Bo"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            GameComment.objects.filter(pk=comment.pk).update(**wrong)


def test_a_member_who_only_watches_may_comment(thursday, game):
    join_league(league=game.season.league, user=thursday.users["xenia"], role=Role.SPECTATOR)
    assert said(thursday, game, "xenia").by == thursday.users["xenia"]
