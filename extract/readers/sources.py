"""The text of a file or of standard input, whatever the locale."""

import codecs
import os
import re
import sys
import zlib
from pathlib import Path

from paperatlas.errors import InputError

_FOREIGN = {
    b"%PDF": "a PDF",
    b"PK\x03\x04": "a zip archive or an office file",
    b"\x89PNG": "an image",
    b"\xff\xd8\xff": "an image",
    b"SQLite format 3": "an SQLite database",
    b"PAR1": "a Parquet file",
    b"BZh": "a bzip2 archive",
    b"\xfd7zXZ": "an xz archive",
    b"<!DOCTYPE": "a web page",
    b"<html": "a web page",
    b"\x28\xb5\x2f\xfd": "a zstd archive",
}
_MARKED = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
_CONTROL = bytes(code for code in range(32) if code not in b"\t\n\v\f\r")
WAY_OUT = "give text, JSON, BibTeX, CSV, Markdown with front matter or the ACL Anthology's XML"
_MOST_CONTROL = 0.1
"""Share of control characters above which bytes are no text. A stray NUL in a table is well below."""


def shown(source: Path | str) -> str:
    """Return a source's name as it stands in messages and in `Paper.source`: one line that UTF-8 can hold.

    Examples
    --------
    >>> shown(Path("lists") / "a\\nb.txt"), shown("-")
    ('lists/a?b.txt', '-')
    """
    return re.sub(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]", "?", os.fsencode(source).decode("utf-8", "replace"))


def read_text(
    source: Path | str,
    *,
    wanted: str = "a list of abstracts",
    way_out: str = WAY_OUT,
    may_be_empty: bool = False,
) -> str:
    """Return the text of a file, or of standard input for "-"; line ends become line feeds.

    UTF-8 is expected, UTF-16 and UTF-32 with a byte-order mark are read too, and so is any of them in gzip. `wanted`
    and `way_out` say in errors what should be there.

    Raises
    ------
    InputError
        If there is no such file, it is a folder, can't be opened, is empty where it may not be, or holds no text.
    """
    name = shown(source)
    data = _bytes(source, name)
    if data.startswith(b"\x1f\x8b"):
        data = _unzipped(data, name)
    for magic, kind in _FOREIGN.items():
        if data.startswith(magic):
            raise InputError(f"{name} is {kind}, not {wanted}; {way_out}")
    text = _decoded(data, name, f"{wanted}; {way_out}")
    if not may_be_empty and not text.strip():
        raise InputError(f"{name} is empty; {wanted} was expected")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _bytes(source: Path | str, name: str) -> bytes:
    if str(source) == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(source).read_bytes()
    except FileNotFoundError:
        raise InputError(f"no file {name}; check the path") from None
    except IsADirectoryError:
        raise InputError(f"{name} is a folder; name the files in it, for example {name}/*.txt") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"can't read {name}: {reason}; check the path and its permissions") from error


def _unzipped(data: bytes, name: str) -> bytes:
    parts = []
    while data.startswith(b"\x1f\x8b"):
        member = zlib.decompressobj(wbits=31)
        try:
            parts.append(member.decompress(data))
        except zlib.error as error:
            raise InputError(f"{name} is gzip that can't be unpacked ({error}); get the file again") from error
        if not member.eof:
            raise InputError(f"{name} is gzip that ends too early; get the file again")
        data = member.unused_data
    return b"".join(parts)


def _decoded(data: bytes, name: str, wanted: str) -> str:
    encoding = next((known for mark, known in _MARKED.items() if data.startswith(mark)), "utf-8")
    if encoding.startswith("utf-8") and len(data) - len(data.translate(None, _CONTROL)) > _MOST_CONTROL * len(data):
        raise InputError(f"{name} holds binary data, not {wanted}")
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        found = f"byte 0x{data[error.start]:02x} at offset {error.start}"
        raise InputError(
            f"{name} is not {encoding.removesuffix('-sig').upper()}: {found}; "
            "save it as UTF-8, for example with: iconv -f LATIN1 -t UTF-8"
        ) from error
