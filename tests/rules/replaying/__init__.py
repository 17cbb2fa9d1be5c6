"""Replays damage traces through the rules service: see ``python -m tests.rules.replay_traces``."""
