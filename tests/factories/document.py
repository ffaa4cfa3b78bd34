"""The schema of the API as one document, made once for all who read it."""

from drf_spectacular.generators import SchemaGenerator

DOCUMENT = SchemaGenerator().get_schema(public=True)
