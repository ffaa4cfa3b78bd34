from typing import Any

from django.contrib.auth import get_user_model
from rest_framework import serializers

from characters.models import NAME_LENGTH
from league.api.inputs.fields import LeagueField


class OwnerField(serializers.SlugRelatedField[Any]):
    default_error_messages = {"does_not_exist": "There is nobody with the user name '{value}'."}

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(slug_field="username", queryset=get_user_model().objects.all(), **kwargs)


class CharacterInput(serializers.Serializer[Any]):
    """A new character. The services judge names, programs and titles; here is only what bounds them."""

    name = serializers.CharField(max_length=NAME_LENGTH)
    edition = serializers.CharField(max_length=40, help_text="Such as `london`.")
    specialty = serializers.CharField(max_length=60, help_text="A degree program of the edition.")
    side_interest = serializers.CharField(max_length=60, help_text="Another degree program.")
    title = serializers.CharField(max_length=80, help_text="The base title, such as `Engineer`.")
    league = LeagueField(required=False, help_text="Its slug; the first league when left out.")
    owner = OwnerField(required=False, help_text="A user name. Organisers may name somebody else; you when left out.")
