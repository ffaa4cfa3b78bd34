"""Brings in every module that registers a decision or a phase."""

from engine.office_job.rules import choices, effects, plays, turns

MODULES = (choices, effects, plays, turns)
