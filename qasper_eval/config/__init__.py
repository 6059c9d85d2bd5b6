"""Configs: one YAML file in, one validated record out."""

from .file import load_config, load_suites, load_variants
from .fingerprint import fingerprint_fields, fingerprint_of
from .model import (
    AgentConfig,
    EmbeddingConfig,
    LimitsConfig,
    ProviderConfig,
    RerankConfig,
    RetrievalConfig,
    RunConfig,
    ScoringConfig,
    SliceConfig,
)
from .suites import Suite
from .variants import ConfigSet, Variant

__all__ = [
    "AgentConfig",
    "ConfigSet",
    "EmbeddingConfig",
    "LimitsConfig",
    "ProviderConfig",
    "RerankConfig",
    "RetrievalConfig",
    "RunConfig",
    "ScoringConfig",
    "SliceConfig",
    "Suite",
    "Variant",
    "fingerprint_fields",
    "fingerprint_of",
    "load_config",
    "load_suites",
    "load_variants",
]
