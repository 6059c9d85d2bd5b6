"""Configs: one YAML file in, one validated record out."""

from .file import load_config
from .fingerprint import fingerprint_fields, fingerprint_of
from .model import AgentConfig, LimitsConfig, ProviderConfig, RunConfig, ScoringConfig, SliceConfig

__all__ = [
    "AgentConfig",
    "LimitsConfig",
    "ProviderConfig",
    "RunConfig",
    "ScoringConfig",
    "SliceConfig",
    "fingerprint_fields",
    "fingerprint_of",
    "load_config",
]
