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
        from league.core.operations.queries import QUEUES
        from league.personal.queries import own_data, retention
        from league.photo.queries.photos import SECTIONS, attached, fields_read, keeps, photos_of
        from league.photo.queries.piles import waiting
        from league.photo.services.photos import file_photo, forget_photos_of
        from league.signals import person_leaving, table_reported
        from league.tournaments.tables.queries.photos import PHOTOS, READ

        QUEUES["photos"] = waiting(), "uploaded_at"
        own_data.SECTIONS.extend(SECTIONS)
        own_data.ATTACHMENTS.append(attached)
        retention.MORE.append(keeps)
        READ.append(fields_read)
        PHOTOS.append(photos_of)
        table_reported.connect(file_photo)
        person_leaving.connect(forget_photos_of)
