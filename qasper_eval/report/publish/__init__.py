"""Published folders: what `publish` writes once, and how it is read back."""
