from django.apps import apps
from django.urls import include, path, re_path
from drf_spectacular.views import SpectacularSwaggerSplitView

from league.accounts.api import tokens
from league.core.api import errors
from league.core.ledger import api as heads
from league.notices import api as webhooks
from league.people.api import characters, claims, seasons
from league.people.api.passports import PassportView
from league.play.api import attendance, hours, plays, replay, seats
from league.results.api import corrections, decisions, games
from league.site.api.schema import SchemaView
from league.standings import api as standings
from league.talk import api as talk
from league.tournaments.desk.api import rounds, tournaments
from league.tournaments.entries.api import entries
from league.tournaments.tables import api as tables
from league.tournaments.teams import api as teams

ENTRY = "tournaments/<str:slug>/entries/<int:number>/"
ROUND = "tournaments/<str:slug>/rounds/<int:stage>/<int:number>/"
TABLE = f"{ROUND}tables/<int:table>/"

urlpatterns = [
    path("token/", tokens.TokenView.as_view(), name="api-token"),
    path("characters/", characters.CharacterList.as_view(), name="api-characters"),
    path("characters/<str:slug>/", characters.CharacterView.as_view(), name="api-character"),
    path("characters/<str:slug>/career/", characters.CareerView.as_view(), name="api-career"),
    path("characters/<str:slug>/claims/", claims.ClaimLinkList.as_view()),
    path("characters/<str:slug>/claims/<int:link_id>/withdraw/", claims.WithdrawClaimLink.as_view()),
    path("characters/<str:slug>/claims/<int:link_id>/undo/", claims.UndoClaim.as_view()),
    path("claims/", claims.FollowClaimLink.as_view()),
    path("characters/<str:slug>/passport/", PassportView.as_view(), name="api-passport"),
    path("characters/<str:slug>/restart/", characters.RestartView.as_view(), name="api-restart"),
    path("games/", games.GameList.as_view(), name="api-games"),
    path("games/<int:game_id>/", games.GameView.as_view(), name="api-game"),
    path("games/<int:game_id>/name/", games.NameView.as_view(), name="api-game-name"),
    path("games/<int:game_id>/comments/", talk.CommentList.as_view(), name="api-comments"),
    path("games/<int:game_id>/comments/<int:comment_id>/", talk.CommentView.as_view(), name="api-comment"),
    path("games/<int:game_id>/confirm/", decisions.ConfirmView.as_view(), name="api-confirm"),
    path("games/<int:game_id>/dispute/", decisions.DisputeView.as_view(), name="api-dispute"),
    path("games/<int:game_id>/correct/", corrections.CorrectView.as_view(), name="api-correct"),
    path("games/<int:game_id>/void/", decisions.VoidView.as_view(), name="api-void"),
    path("heads/", heads.HeadList.as_view(), name="api-heads"),
    path("leagues/<str:slug>/records/", standings.RecordList.as_view(), name="api-records"),
    path("leagues/<str:slug>/webhooks/", webhooks.WebhookList.as_view(), name="api-webhooks"),
    path("leagues/<str:slug>/webhooks/<int:webhook_id>/", webhooks.WebhookView.as_view(), name="api-webhook"),
    path("plays/", plays.PlayList.as_view(), name="api-plays"),
    path("plays/hours/", hours.HoursView.as_view(), name="api-play-hours"),
    path("plays/<int:play_id>/", plays.PlayView.as_view(), name="api-play"),
    path("plays/<int:play_id>/sit/", seats.SitView.as_view(), name="api-play-sit"),
    path("plays/<int:play_id>/leave/", seats.LeaveView.as_view(), name="api-play-leave"),
    path("plays/<int:play_id>/start/", seats.StartView.as_view(), name="api-play-start"),
    path("plays/<int:play_id>/again/", seats.AgainView.as_view(), name="api-play-again"),
    path("plays/<int:play_id>/salt/", seats.SaltView.as_view()),
    path("plays/<int:play_id>/say/", plays.SayView.as_view(), name="api-play-say"),
    path("plays/<int:play_id>/turns/", plays.TurnList.as_view(), name="api-play-turns"),
    path("plays/<int:play_id>/back/", attendance.BackView.as_view(), name="api-play-back"),
    path("plays/<int:play_id>/rewind/", attendance.RewindView.as_view(), name="api-play-rewind"),
    path("plays/<int:play_id>/stay/", attendance.StayView.as_view(), name="api-play-stay"),
    path("plays/<int:play_id>/resign/", attendance.ResignView.as_view(), name="api-play-resign"),
    path("plays/<int:play_id>/return/", attendance.ReturnView.as_view(), name="api-play-return"),
    path("plays/<int:play_id>/replace/", attendance.ReplaceView.as_view(), name="api-play-replace"),
    path("plays/<int:play_id>/pause/", attendance.PauseView.as_view(), name="api-play-pause"),
    path("plays/<int:play_id>/ask/", attendance.AskView.as_view(), name="api-play-ask"),
    path("plays/<int:play_id>/holiday/", attendance.HolidayView.as_view(), name="api-play-holiday"),
    path("plays/<int:play_id>/wants/", attendance.WantsView.as_view(), name="api-play-wants"),
    path("plays/<int:play_id>/replay/", replay.ReplayView.as_view(), name="api-play-replay"),
    path("plays/<int:play_id>/record/", plays.RecordView.as_view(), name="api-play-record"),
    path("ratings/", standings.RatingRows.as_view(), name="api-ratings"),
    path("seasons/", seasons.SeasonList.as_view(), name="api-seasons"),
    path("seasons/<str:slug>/", seasons.SeasonView.as_view(), name="api-season"),
    path("seasons/<str:slug>/standings/", seasons.StandingsView.as_view(), name="api-standings"),
    path("seasons/<str:slug>/teams/", teams.SeasonTeamsView.as_view(), name="api-season-teams"),
    path("seasons/<str:slug>/promotions/", seasons.PromotionFeed.as_view(), name="api-promotions"),
    path("tournaments/", tournaments.TournamentList.as_view(), name="api-tournaments"),
    path("tournaments/<str:slug>/", tournaments.TournamentView.as_view(), name="api-tournament"),
    path("tournaments/<str:slug>/edit/", tournaments.EditTournamentView.as_view()),
    path("tournaments/<str:slug>/cancel/", tournaments.CancelView.as_view()),
    path("tournaments/<str:slug>/start/", tournaments.StartView.as_view()),
    path("tournaments/<str:slug>/draw/", rounds.NextDrawView.as_view()),
    path("tournaments/<str:slug>/end-stage/", tournaments.EndStageView.as_view()),
    path("tournaments/<str:slug>/finish/", tournaments.FinishView.as_view()),
    path("tournaments/<str:slug>/events/", tournaments.EventList.as_view()),
    path("tournaments/<str:slug>/stages/<int:number>/standings/", tournaments.StageStandingsView.as_view()),
    path("tournaments/<str:slug>/teams/", teams.TournamentTeamsView.as_view(), name="api-tournament-teams"),
    path("tournaments/<str:slug>/check-in/", entries.CheckInView.as_view()),
    path("tournaments/<str:slug>/kept-apart/", entries.KeepApartView.as_view()),
    path("tournaments/<str:slug>/entries/", entries.EntryList.as_view()),
    path(ENTRY, entries.EntryView.as_view()),
    path(f"{ENTRY}check-in/", entries.CheckInEntryView.as_view()),
    path(f"{ENTRY}undo-check-in/", entries.UndoCheckInView.as_view()),
    path(f"{ENTRY}withdraw/", entries.WithdrawView.as_view()),
    path(f"{ENTRY}drop/", entries.DropView.as_view()),
    path(f"{ENTRY}reinstate/", entries.ReinstateView.as_view()),
    path("tournaments/<str:slug>/draws/", rounds.DrawList.as_view()),
    path("tournaments/<str:slug>/draws/<int:number>/", rounds.DrawView.as_view()),
    path("tournaments/<str:slug>/rounds/", rounds.RoundList.as_view()),
    path(ROUND, rounds.RoundView.as_view()),
    path(f"{ROUND}publish/", rounds.PublishView.as_view()),
    path(f"{ROUND}start/", rounds.StartRoundView.as_view()),
    path(f"{ROUND}pause/", rounds.PauseView.as_view()),
    path(f"{ROUND}resume/", rounds.ResumeView.as_view()),
    path(f"{ROUND}extend/", rounds.ExtendView.as_view()),
    path(f"{ROUND}end/", rounds.EndRoundView.as_view()),
    path(f"{ROUND}redraw/", rounds.RedrawView.as_view()),
    path(f"{ROUND}swap/", rounds.SwapView.as_view()),
    path(TABLE, tables.TableView.as_view()),
    path(f"{TABLE}report/", tables.ReportView.as_view()),
    path(f"{TABLE}confirm/", tables.ConfirmTableView.as_view()),
    path(f"{TABLE}contradict/", tables.ContradictView.as_view()),
    path(f"{TABLE}rule/", tables.RuleView.as_view()),
    path(f"{TABLE}play/", tables.PlayHereView.as_view()),
    path(f"{TABLE}play/stop/", tables.StopPlayView.as_view()),
    path(f"{TABLE}extra-time/", tables.ExtraTimeView.as_view()),
    path(f"{TABLE}lock/", tables.LockView.as_view()),
    path(f"{TABLE}unlock/", tables.UnlockView.as_view()),
    path(f"{TABLE}seats/<int:seat>/absent/", tables.AbsentView.as_view()),
    path(f"{TABLE}seats/<int:seat>/present/", tables.PresentView.as_view()),
    path("tournaments/<str:slug>/rulings/", tables.RulingList.as_view()),
    path("tournaments/<str:slug>/rulings/<int:ruling_id>/rescind/", tables.RescindView.as_view()),
    *(path("", include(app.api_urls_module)) for app in apps.get_app_configs() if hasattr(app, "api_urls_module")),
    path("schema/", SchemaView.as_view(), name="api-schema"),
    # A page: nothing but GET, because its renderer has nothing to say about the page itself.
    path("docs/", SpectacularSwaggerSplitView.as_view(url_name="api-schema", metadata_class=None), name="api-docs"),
    # Everything else is unknown in the shape of all refusals; an address without its last slash is led there first.
    re_path(r"^[\s\S]*/$", errors.UnknownView.as_view()),
]
