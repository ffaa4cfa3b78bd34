"""Brings in every module that registers a decision."""

from engine.career_poker.rules import exchange, tricks

MODULES = (exchange, tricks)
