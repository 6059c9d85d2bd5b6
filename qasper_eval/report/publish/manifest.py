"""manifest.json: what a published folder holds, sealed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from qasper_eval.errors import PublishedFolderError

from .layout import MANIFEST, canonical_json, sha256, strict_json

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .layout import Files

SCHEMA = 1
SEAL = "self_sha256"
_KEYS = {"qasper_eval", "published", "text", "runs", "supersedes", "name", "schema", "files", SEAL}


def sealed_manifest(facts: Mapping[str, Any], files: Files) -> bytes:
    """Return canonical JSON of ``facts``, the sha256 of each file, and the sha256 of all that without itself."""
    manifest = {**facts, "schema": SCHEMA, "files": {name: sha256(data) for name, data in files.items()}}
    return canonical_json({**manifest, SEAL: sha256(canonical_json(manifest))})


def read_manifest(files: Files) -> dict[str, Any]:
    """Return the manifest without holding the files against it.

    Raises:
        PublishedFolderError: there is none, or it is no manifest of this version.
    """
    if MANIFEST not in files:
        raise PublishedFolderError(f"{MANIFEST}: missing; is this a published folder?")
    try:
        manifest: dict[str, Any] = strict_json(files[MANIFEST])
        kinds = (("files", dict), ("runs", list), ("text", bool), ("name", str), ("schema", int), (SEAL, str))
        wrong = [key for key, kind in kinds if type(manifest[key]) is not kind]
    except (ValueError, KeyError, TypeError):
        raise PublishedFolderError(f"{MANIFEST}: damaged") from None
    runs: list[Any] = [] if "runs" in wrong else manifest["runs"]
    if not runs or any(type(run) is not str for run in runs) or len(set(runs)) < len(runs):
        wrong.append("runs")
    if type(manifest.get("supersedes")) not in (dict, type(None)):
        wrong.append("supersedes")
    if wrong:
        raise PublishedFolderError(f"{MANIFEST}: damaged ({', '.join(wrong)})")
    if manifest["schema"] < 1:
        raise PublishedFolderError(f"{MANIFEST}: damaged (schema)")
    if manifest["schema"] > SCHEMA:
        raise PublishedFolderError(f"{MANIFEST}: written by a later version (schema {manifest['schema']}); upgrade")
    return manifest


def seal_differences(files: Files) -> list[str]:
    """Return how the files differ from their manifest, and the manifest from its own form; empty where they agree."""
    manifest = read_manifest(files)
    found: list[str] = []
    if manifest.keys() != _KEYS:
        found.append(f"{MANIFEST}: {', '.join(sorted(manifest.keys() ^ _KEYS))} is unknown or missing")
    if canonical_json(manifest) != files[MANIFEST]:
        found.append(f"{MANIFEST}: is not canonical JSON (sorted keys, no spaces, one trailing newline)")
    listed: dict[str, str] = manifest["files"]
    seal = manifest.pop(SEAL)
    if sha256(canonical_json(manifest)) != seal:
        found.append(f"{MANIFEST}: {SEAL} is not the sha256 of the rest of it")
    for name in sorted({*files, *listed} - {MANIFEST}):
        if name not in files:
            found.append(f"{name}: missing")
        elif name not in listed:
            found.append(f"{name}: not listed in the manifest")
        elif sha256(files[name]) != listed[name]:
            found.append(f"{name}: changed, its sha256 is not that of the manifest")
    return found
