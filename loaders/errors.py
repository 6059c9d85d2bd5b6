"""The one error a loader raises."""


class DatasetError(Exception):
    """A dataset cannot be loaded; the message says what, where and what to do, in one line."""
