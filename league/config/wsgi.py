import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.config.settings")

application = get_wsgi_application()

from league.accounts.services.start import refuse_unsafe_start  # noqa: E402  (needs Django to be ready)
from league.config.schema import refuse_other_schema  # noqa: E402

refuse_unsafe_start()
refuse_other_schema()
