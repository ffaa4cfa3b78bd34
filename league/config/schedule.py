"""Tasks that workers run on their own: the ones that look for waiting rows, and the ones due from time to time."""

from typing import NamedTuple


class Lane(NamedTuple):
    """Tasks that one thread of a worker does in turn, so that no task of another lane waits for them. A queue has one
    or more lanes, and a worker those of the queues that it listens to."""

    name: str
    queue: str
    tasks: tuple[str, ...]


BOTS_AT_TABLES = "league.play.tasks.take_waiting_turns"
THINKING = "thinking"
LANES = (  # and, in the settings, what apps that may be left out have worked out
    # Somebody at the table waits for them, so nothing else is done here. Two, so that a bot that thinks long keeps no
    # other table waiting.
    Lane("tables", "playing", (BOTS_AT_TABLES,)),
    Lane("tables", "playing", (BOTS_AT_TABLES,)),
    Lane(THINKING, "thinking", ("league.play.tasks.play_ordered_games",)),
    Lane(
        "results",
        "celery",
        (
            "league.tasks.settle_tables",
            "games.tasks.review_waiting_games",
            "league.play.tasks.end_clocks_of_plays",
            "league.tasks.chain_waiting_entries",
            "league.tasks.tell_waiting_events",
            "league.tasks.tell_waiting_careers",
            "league.tasks.tell_waiting_comments",
        ),
    ),
    # Of many games; nobody waits for it, and it may take half a minute.
    Lane("summaries", "thinking", ("league.tasks.summarise_many_games", "league.site.tasks.prove_waiting_portions")),
    # Somebody waits for what it brings, so no file is read here. Others may answer slowly, each within a bound.
    Lane(
        "post",
        "celery",
        (
            "league.tasks.tell_turns_of_plays",
            "league.tasks.send_waiting_mail",
            "league.tasks.send_waiting_pushes",
            "league.tasks.send_waiting_webhooks",
        ),
    ),
    # What may take a while, because it is much.
    Lane(
        "errands",
        "celery",
        (
            "league.tasks.update_waiting_ratings",
            "league.accounts.tasks.make_waiting_own_data",
            "league.core.tasks.run_waiting_imports",
            "league.tasks.add_up_changes_of_results",
            "league.core.tasks.run_due_tasks",
        ),
    ),
)

# Tasks of lanes that nothing wakes before their time: seconds between two calls.
BY_THE_CLOCK = {
    "league.core.tasks.run_due_tasks": 10.0,
    "league.tasks.summarise_many_games": 10.0,
    "league.tasks.add_up_changes_of_results": 60.0,
}
# What is done every so many seconds since it was done last, which the database knows (league.core.services.periodic).
PERIODIC = {
    "league.tasks.find_unrated_games": 300.0,
    "league.tasks.tell_of_nights": 300.0,
    "league.tasks.send_due_heads": 600.0,
    "league.tasks.write_weekly_digests": 600.0,
    "league.tasks.see_to_accounts": 600.0,
    "league.tasks.make_hourly_head": 3600.0,
    "league.accounts.tasks.forget_old_own_data": 3600.0,
    "league.tasks.forget_old_notices": 3600.0,
    **dict.fromkeys(("league.play.tasks.close_forgotten_plays", "league.play.tasks.forget_try_outs"), 3600.0),
    "league.core.tasks.forget_old_traffic": 86400.0 / 4,
    "league.tasks.forget_old_head_files": 86400.0,
}
IN_A_HALL = {"league.tournaments.hall.tasks.send_what_is_new": 20.0}
KEEPS_COPIES = Lane("copies", "celery", ("league.tournaments.hall.tasks.keep_copy",))
COPIES = {"league.tournaments.hall.tasks.keep_copy": 2.0}
