"""What is written for people holds: the page of commands is what the commands say."""

from tests.command_page import PAGE, page


def test_the_page_of_commands_says_what_the_commands_say():
    """After a change of a command: `python -m tests.command_page`."""
    assert PAGE.read_text(encoding="utf-8") == page()
