"""Answer with files to print, on the requested size of paper."""

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _


def paper_size(request: HttpRequest, sizes: Sequence[str]) -> str:
    """Return the paper that was asked for, the first one unless a size is named. Raise Http404."""
    name = request.GET.get("size", sizes[0])
    size = next((size for size in sizes if size.lower() == name.lower()), None)
    if size is None:
        text = _("There is no paper of the size {size}; choose {sizes}.")
        raise Http404(text.format(size=name, sizes=_(" or ").join(sizes)))
    return size


def pdf_file(content: bytes, name: str) -> HttpResponse:
    response = HttpResponse(content, content_type="application/pdf")
    response["Content-Disposition"] = f'attachment; filename="{name}.pdf"'
    return response
