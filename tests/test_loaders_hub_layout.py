"""Which files of a repository hold a split, in the layouts that repositories have."""

from __future__ import annotations

import pytest

from loaders import DatasetError
from loaders.hub_layout import select_split, splits_of

REPO = "allenai/qasper"


@pytest.mark.parametrize(
    ("files", "found"),
    [
        (["data/validation-00000-of-00001.parquet"], ["data/validation-00000-of-00001.parquet"]),
        (
            ["data/validation-00000-of-00001-0f1e2d3c4b5a6978.parquet"],
            ["data/validation-00000-of-00001-0f1e2d3c4b5a6978.parquet"],
        ),
        (["qasper/validation/0000.parquet"], ["qasper/validation/0000.parquet"]),
        (["validation.parquet", "train.parquet"], ["validation.parquet"]),
        (["validation/a.parquet"], ["validation/a.parquet"]),
        (["dev.parquet"], ["dev.parquet"]),
        (["dev.parquet", "validation.parquet"], ["validation.parquet"]),
        (["data/validation.json", "data/train-00000-of-00001.parquet"], []),
        (
            ["data/validation_extra.parquet", "data/myvalidation.parquet", "qasper/partial-validation/0000.parquet"],
            [],
        ),
        ([], []),
    ],
)
def test_a_split_is_found_by_its_name(files: list[str], found: list[str]) -> None:
    """The usual layouts; a name that only contains the split is another one."""
    assert list(select_split(files, "validation", REPO)) == found


def test_shards_are_ordered_by_number() -> None:
    """2 comes before 10, padded or not."""
    names = [f"qasper/train/{number}.parquet" for number in range(12)]
    assert list(select_split(sorted(names), "train", REPO)) == names
    padded = [f"data/train-{number:05d}-of-00012.parquet" for number in range(12)]
    assert list(select_split(reversed(padded), "train", REPO)) == padded


def test_a_missing_shard_is_an_error() -> None:
    """A dataset cut in half must not load as a smaller one."""
    with pytest.raises(
        DatasetError, match=r"holds 1 of the 2 files that data/test-00000-of-00002\.parquet belongs to"
    ):
        select_split(["data/test-00000-of-00002.parquet"], "test", REPO)


def test_the_usual_folder_wins_and_others_are_an_error() -> None:
    """The repository's own name, then data, default and the top; two strangers cannot be told apart."""
    both = ["data/test.parquet", "qasper/test.parquet", "test.parquet"]
    assert select_split(both, "test", REPO) == ("qasper/test.parquet",)
    assert select_split(both, "test", "org/other") == ("data/test.parquet",)
    assert select_split(["x/test.parquet", "default/test/0.parquet"], "test", REPO) == ("default/test/0.parquet",)
    with pytest.raises(DatasetError, match=r"several folders \(a, b\)"):
        select_split(["b/test.parquet", "a/test/0.parquet"], "test", REPO)


def test_one_folder_with_both_layouts_is_not_read_twice() -> None:
    """Files beside a folder of the same split hold the same rows."""
    both = ["data/test/0000.parquet", "data/test-00000-of-00001.parquet"]
    assert select_split(both, "test", REPO) == ("data/test-00000-of-00001.parquet",)


def test_what_is_there_is_listed() -> None:
    """For the line that says which splits exist."""
    files = ["README.md", "data/dev.parquet", "data/train-0.parquet", "qasper.py"]
    assert splits_of(files) == ("train", "validation")
    assert splits_of(["qasper.py"]) == ()
