"""Configs: one YAML file in, one validated record out."""

from .file import load_config, load_variants
from .fingerprint import fingerprint_fields, fingerprint_of
from .model import AgentConfig, LimitsConfig, ProviderConfig, RunConfig, ScoringConfig, SliceConfig
from .variants import ConfigSet, Variant

__all__ = [
    "AgentConfig",
    "ConfigSet",
    "LimitsConfig",
    "ProviderConfig",
    "RunConfig",
    "ScoringConfig",
    "SliceConfig",
    "Variant",
    "fingerprint_fields",
    "fingerprint_of",
    "load_config",
    "load_variants",
]
