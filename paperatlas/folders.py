"""Folders that are replaced whole or not at all."""

import ctypes
import secrets
import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from paperatlas.errors import InputError


@contextmanager
def replaced_folder(path: Path, *, owned: Collection[str]) -> Iterator[Path]:
    """Give an empty folder that takes the place of `path` at the end; after an error `path` is as it was.

    Of a folder that stands at `path` the names in `owned` go at the end; all else in it is kept. The new folder is made
    beside `path`, as one system call changes their places.

    Raises
    ------
    InputError
        When a file can't be written or the folders can't change places.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> path = Path(mkdtemp()) / "new"
    >>> with replaced_folder(path, owned={"one.txt"}) as folder:
    ...     print((folder / "one.txt").write_text("1"), path.exists())
    1 False
    >>> [file.name for file in path.iterdir()]
    ['one.txt']
    """
    path = path.resolve()
    fresh = new_sibling(path)
    try:
        yield fresh
        _put_in_place(fresh, path, owned)
    except OSError as error:
        raise InputError(f"can't write {path}: {error.strerror}; what stood there is unchanged") from error
    finally:
        _remove(fresh, owned)


def new_sibling(path: Path) -> Path:
    """Make an empty folder beside `path`, and the folders above it where they are missing."""
    sibling = path.with_name(f".{path.name}-{secrets.token_hex(4)}")
    try:
        sibling.mkdir(parents=True)
    except OSError as error:
        raise InputError(f"can't write into {path.parent}: {error.strerror}; name another place with -o") from error
    return sibling


def _put_in_place(fresh: Path, path: Path, owned: Collection[str]) -> None:
    if not path.exists():
        fresh.rename(path)
        return
    _exchange(fresh, path)
    moved: list[str] = []
    try:
        for name in [entry.name for entry in fresh.iterdir() if entry.name not in owned]:
            (fresh / name).rename(path / name)
            moved.append(name)
    except BaseException:
        for name in moved:
            (path / name).rename(fresh / name)
        _exchange(fresh, path)
        raise


def _remove(folder: Path, owned: Collection[str]) -> None:
    """Remove a folder and the files of ours in it; whatever else it may hold keeps it alive."""
    with suppress(OSError):
        for name in owned:
            (folder / name).unlink(missing_ok=True)
        folder.rmdir()


def _exchange(one: Path, other: Path) -> None:
    """Let two folders change places: in one step where the system can, else in three with a way back."""
    if sys.platform == "linux" and _exchange_at_once(one, other):
        return
    aside = one.with_name(f"{one.name}-former")
    other.rename(aside)
    try:
        one.rename(other)
    except BaseException:
        aside.rename(other)
        raise
    aside.rename(one)


def _exchange_at_once(one: Path, other: Path) -> bool:
    working_folder, exchange = -100, 2  # AT_FDCWD and RENAME_EXCHANGE of the Linux headers
    rename = getattr(ctypes.CDLL(None), "renameat2", None)
    return rename is not None and rename(working_folder, bytes(one), working_folder, bytes(other), exchange) == 0
