from collections.abc import Callable
from pathlib import Path

import pytest

from paperatlas.extract.readers import read_papers
from paperatlas.records import Reading


@pytest.fixture
def read(tmp_path: Path) -> Callable[..., Reading]:
    def read_bytes(content: str | bytes, **options: str) -> Reading:
        path = tmp_path / "list"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return read_papers([path], **options)

    return read_bytes
