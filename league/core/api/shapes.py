"""What the shapes of several resources share."""

from typing import Any

from rest_framework import serializers

Row = serializers.Serializer[Any]
NUMBER = "The number of an entry in its tournament."
