"""Who did something: an account of this site, or a name as an archive of another one has it."""

import pytest

from games.rules.people import columns, plainly, who


@pytest.mark.parametrize(
    ("account", "name", "shown", "plain"),
    [
        ("ada", "", "ada", "ada"),
        (None, "otto", "otto, according to the archive", "otto"),
        ("ada", "otto", "otto, according to the archive", "otto"),
        (None, "", None, None),
    ],
)
def test_a_name_of_an_archive_is_never_taken_for_the_account_of_that_name(account, name, shown, plain):
    row = dict(zip(columns("by"), (account, name), strict=True))
    assert (who(row, "by"), plainly(row, "by")) == (shown, plain)
