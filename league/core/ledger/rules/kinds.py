"""The kinds of decisions that the ledger holds, with the words by which a reader looks for them."""

from collections.abc import Mapping

from engine.translatable import said

TOURNAMENTS = said("Tournaments")
PEOPLE = said("Members and roles")
CHARACTERS = said("Characters")
SEASONS = said("Leagues, seasons and divisions")
SHEETS = said("Score sheets")
FILES = said("Files in and out")
PASSPORTS = said("Passports")
MACHINES = said("Tokens, webhooks and bots")
ACCOUNTS = said("Accounts")
MODERATION = said("Moderation")
NIGHTS = said("Game nights")

# A new kind is entered here, under the group by which it is looked for.
GROUPS: Mapping[str, tuple[str, ...]] = {
    PEOPLE: (
        *("member_joined", "role_changed", "member_left", "invited", "invitation_withdrawn"),
        *("joining_changed", "join_link_made", "join_link_changed", "join_link_ended"),
        *("join_asked", "join_decided", "join_withdrawn"),
        "fee_noted",
    ),
    CHARACTERS: (
        *("character_registered", "character_enrolled", "character_renamed", "owner_changed", "career_restarted"),
        *("name_hidden", "programs_changed"),
        *("claim_link_made", "claim_link_withdrawn", "claim_undone", "owner_offered", "owner_offer_ended"),
        "picture_changed",
        *("merge_asked", "merge_ended", "characters_merged", "merge_undone"),
    ),
    SEASONS: (
        *("league_created", "league_changed", "league_closed", "league_opened"),
        *("season_created", "season_changed", "house_rules_set"),
        *("divisions_changed", "division_placed", "teams_set_up", "team_changed", "board_made", "board_changed"),
        *("game_added", "game_changed", "game_retired", "game_brought_back"),
        *("photo_changed", "photo_removed"),
    ),
    NIGHTS: ("night_proposed", "night_agreed", "night_moved", "night_reopened", "night_cancelled", "night_place"),
    SHEETS: (
        *("sheet_submitted", "sheet_confirmed", "sheet_disputed", "sheet_corrected", "game_voided"),
        *("game_named", "play_handed_in", "record_kept", "decisions_sealed"),
    ),
    FILES: (
        *("file_imported", "tournament_imported", "exported"),
        *("hall_recalled", "hall_handed_back", "hall_read", "hall_result_taken", "hall_file_decided"),
    ),
    PASSPORTS: ("key_trusted", "key_distrusted", "passport_offered", "passport_withdrawn", "passport_accepted"),
    MACHINES: (
        *("webhook_added", "webhook_changed", "webhook_removed", "bot_games_ordered"),
        *("token_made", "token_ended"),
    ),
    ACCOUNTS: ("account_changed", "account_closed", "sign_in_changed"),
    MODERATION: ("moderated", "comment_hidden"),
}
KINDS: frozenset[str] = frozenset(kind for kinds in GROUPS.values() for kind in kinds)

# What everybody reads on the pages of the league anyway, and what names nobody.
PUBLIC: frozenset[str] = frozenset(
    (
        *GROUPS[SEASONS],
        *GROUPS[SHEETS],
        *("character_registered", "character_renamed", "career_restarted", "owner_changed"),
        *("characters_merged", "merge_undone"),
        *("file_imported", "tournament_imported"),
    )
)

# What still happens in a league that is closed: it is opened, read, sealed, moderated, and people leave the site.
WHEN_CLOSED: frozenset[str] = frozenset(
    (
        *("league_closed", "league_opened", "exported", "decisions_sealed"),
        *("member_left", "invitation_withdrawn", "claim_link_withdrawn", "owner_offer_ended", "merge_ended"),
        *("photo_removed", "night_place"),
        *("owner_changed", *GROUPS[MODERATION], *GROUPS[ACCOUNTS]),
    )
)
