import resource
import signal
from pathlib import Path

import pytest

from paperatlas.errors import InputError
from paperatlas.folders import replaced_folder

OWNED = frozenset({"report.json", "graph.json"})


@pytest.fixture
def former(tmp_path: Path) -> Path:
    folder = tmp_path / "atlas"
    folder.mkdir()
    for name in ("report.json", "graph.json", "my notes.txt"):
        (folder / name).write_text("former")
    (folder / "figures").mkdir()
    (folder / "figures" / "one.png").write_text("former")
    return folder


def content(folder: Path) -> dict[str, str]:
    return {str(file.relative_to(folder)): file.read_text() for file in sorted(folder.rglob("*")) if file.is_file()}


def test_new_folder_stands_only_at_the_end(tmp_path: Path) -> None:
    with replaced_folder(tmp_path / "deep" / "atlas", owned=OWNED) as folder:
        (folder / "report.json").write_text("new")
        assert not (tmp_path / "deep" / "atlas").exists()
    assert content(tmp_path) == {"deep/atlas/report.json": "new"}


def test_former_files_go_and_other_files_stay(former: Path) -> None:
    with replaced_folder(former, owned=OWNED) as folder:
        (folder / "report.json").write_text("new")
    assert content(former.parent) == {
        "atlas/figures/one.png": "former",
        "atlas/my notes.txt": "former",
        "atlas/report.json": "new",
    }


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_an_error_leaves_everything_as_it_was(former: Path, error: type[BaseException]) -> None:
    before = content(former.parent)
    with pytest.raises(error), replaced_folder(former, owned=OWNED) as folder:
        (folder / "report.json").write_text("new")
        raise error
    assert content(former.parent) == before
    assert list(former.parent.iterdir()) == [former]


def test_a_full_disk_leaves_everything_as_it_was(former: Path) -> None:
    before = content(former.parent)
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limit[1]))
    try:
        with pytest.raises(InputError, match="File too large"), replaced_folder(former, owned=OWNED) as folder:
            (folder / "graph.json").write_bytes(b"x" * 5000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
        signal.signal(signal.SIGXFSZ, handler)
    assert content(former.parent) == before


def test_a_file_of_the_user_that_cannot_move_keeps_the_former_folder(former: Path) -> None:
    before = content(former)
    with pytest.raises(InputError, match="unchanged"), replaced_folder(former, owned=OWNED) as folder:
        (folder / "report.json").write_text("new")
        (folder / "figures").mkdir()
        (folder / "figures" / "in the way").write_text("new")
    assert content(former) == before


def test_a_place_that_cannot_be_written_to_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="name another place"), replaced_folder(tmp_path / "file" / "a", owned=OWNED):
        pass


def test_a_link_to_a_folder_stays_a_link(former: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(former)
    with replaced_folder(tmp_path / "link", owned=OWNED) as folder:
        (folder / "report.json").write_text("new")
    assert (tmp_path / "link").is_symlink()
    assert (former / "report.json").read_text() == "new"
