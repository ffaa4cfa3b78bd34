"""The people of an archive. An archive proves nothing about accounts of this site, so their names stay text. Only the
importer's own name stands for an account, unless the site that wrote the archive had that name from another archive."""

from collections.abc import Collection

from django.contrib.auth.models import User


class People:
    def __init__(self, importer: User | None, archived: Collection[str] = ()) -> None:
        name = importer.get_username() if importer is not None else None
        self._importer, self._name = importer, None if name in archived else name

    def account(self, name: str | None) -> User | None:
        """Return the importer's account if the name is the importer's, else None."""
        return self._importer if name and name == self._name else None

    def fields(self, column: str, name: str | None) -> dict[str, User | str | None]:
        """Return the values of the account column and of the text column beside it."""
        account = self.account(name)
        return {column: account, f"{column}_name": "" if account else name or ""}
