"""The addition of photos to a site where the extra `photo` is installed: a table's form is filled in from its sheet."""

from django.apps import AppConfig


class Config(AppConfig):
    name = "league.photo"
    urls_module = "league.photo.urls"
    thinking = ("league.photo.tasks.read_photos",)
    by_the_clock = dict[str, float]()
    periodic = {"league.photo.tasks.forget_old_photos": 3600.0}
    enum_names: dict[str, str] = {}

    def ready(self) -> None:
        from league.accounts.queries import own_data
        from league.core.operations.queries import QUEUES
        from league.photo.queries.photos import SECTIONS, attached, fields_read, keeps, photos_of_game, photos_of_table
        from league.photo.queries.piles import waiting
        from league.photo.services.photos import file_photo, file_photo_of_form, forget_photos_of
        from league.sheets.queries.photos import OF_GAME, OF_TABLE, READ
        from league.signals import form_reported, person_leaving, table_reported
        from league.site.queries import retention

        QUEUES["photos"] = waiting(), "uploaded_at"
        own_data.SECTIONS.extend(SECTIONS)
        own_data.ATTACHMENTS.append(attached)
        retention.MORE.append(keeps)
        READ.append(fields_read)
        OF_TABLE.append(photos_of_table)
        OF_GAME.append(photos_of_game)
        table_reported.connect(file_photo)
        form_reported.connect(file_photo_of_form)
        person_leaving.connect(forget_photos_of)
