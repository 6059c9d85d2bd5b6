"""Providers: who answers a request, how fast it may be asked, and what it costs."""

from qasper_eval.providers.call_record import CallRecord
from qasper_eval.providers.memo import clear_memo
from qasper_eval.providers.opening import open_provider
from qasper_eval.providers.provider import Provider
from qasper_eval.providers.session import Session
from qasper_eval.providers.settings import ProviderSettings

__all__ = ["CallRecord", "Provider", "ProviderSettings", "Session", "clear_memo", "open_provider"]
