import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.config.settings")

application = get_wsgi_application()

from league.config.schema import refuse_other_schema  # noqa: E402  # needs the settings

refuse_other_schema()
