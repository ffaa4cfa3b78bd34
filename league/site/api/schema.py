"""The schema of the API. It is the same for everybody and takes half a second to work out: once in a process."""

from functools import lru_cache
from typing import Any

from django.http import HttpResponse
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.request import Request


class SchemaView(SpectacularAPIView):
    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        renderer, media_type = self.perform_content_negotiation(request, force=True)
        name = f'inline; filename="Corner Office.{renderer.format}"'
        return HttpResponse(document(type(renderer)), content_type=media_type, headers={"Content-Disposition": name})


@lru_cache(maxsize=8)
def document(renderer: Any) -> Any:
    """As this class of renderers writes it, in bytes."""
    generator: Any = SchemaGenerator
    return renderer().render(generator().get_schema(request=None, public=True), renderer_context={})
