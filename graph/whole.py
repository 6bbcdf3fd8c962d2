"""Files that are written whole or not at all."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from paperatlas.errors import InputError


@contextmanager
def written_whole(*paths: Path) -> Iterator[tuple[Path, ...]]:
    """Give temporary paths beside `paths` that take their places at the end; after an error nothing has changed.

    Folders that are missing are made.

    Raises
    ------
    InputError
        If a file can't be written.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> path = Path(mkdtemp()) / "new" / "one.txt"
    >>> with written_whole(path) as (fresh,):
    ...     print(fresh.write_text("1"), path.exists())
    1 False
    >>> path.read_text()
    '1'
    """
    fresh = tuple(path.with_name(f".{path.name}-{secrets.token_hex(4)}") for path in paths)
    try:
        for path in paths:
            path.parent.mkdir(parents=True, exist_ok=True)
        yield fresh
        for new, path in zip(fresh, paths, strict=True):
            new.replace(path)
    except OSError as error:
        raise InputError(f"can't write {paths[0]}: {error.strerror or error}; name another place") from error
    finally:
        with suppress(OSError):
            for new in fresh:
                new.unlink(missing_ok=True)
