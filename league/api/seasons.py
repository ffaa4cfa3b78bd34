"""Seasons: which there are, who stands where and why, and who moved on the ladder."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from django_filters import rest_framework as filters
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from characters.models import CareerEvent
from characters.rules import career
from league.api import examples, lookup
from league.api.outputs.seasons import FeedRow, SeasonDetail, SeasonRow, StandingRow, WhyDetail
from league.api.schema import answer
from league.models import Season
