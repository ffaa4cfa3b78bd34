"""The schema of the API. It is the same for everybody, in English, and takes half a second to work out: once in a
process."""

from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.utils.translation import override
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.request import Request

WRITERS: dict[str, Any] = {renderer.format: renderer for renderer in (OpenApiJsonRenderer, OpenApiYamlRenderer)}


class SchemaView(SpectacularAPIView):
    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        renderer, media_type = self.perform_content_negotiation(request, force=True)
        name = f'inline; filename="Corner Office.{renderer.format}"'
        return HttpResponse(document(renderer.format), content_type=media_type, headers={"Content-Disposition": name})


@cache
def document(form: str) -> bytes:
    """Return the schema in this form; `form`: one of WRITERS."""
    generator: Any = SchemaGenerator
    with override(settings.LANGUAGE_CODE):
        written: bytes = WRITERS[form]().render(generator().get_schema(request=None, public=True), renderer_context={})
    return written
