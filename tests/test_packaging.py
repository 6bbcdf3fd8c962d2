import ast
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
import zipfile
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
FOLDERS = ("paperatlas", "extract", "graph", "viz", "queries", "seeds")


def tracked(*folders: str) -> list[str]:
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *folders]
    files = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    return sorted(file for file in files if file and (ROOT / file).exists())


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel made from the sdist made from a copy of the checkout, and that sdist, in one folder."""
    source = tmp_path_factory.mktemp("source")
    for file in tracked(*FOLDERS, "pyproject.toml", "README.md", "LICENSE"):
        (source / file).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / file).is_symlink():
            (source / file).symlink_to((ROOT / file).readlink())
        else:
            (source / file).write_bytes((ROOT / file).read_bytes())
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(source / "dist"), str(source)]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    return source / "dist"


def test_the_wheel_holds_every_file_of_the_package(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    held = set(zipfile.ZipFile(wheel).namelist())
    wanted = {file if file.startswith("paperatlas/") else f"paperatlas/{file}" for file in tracked(*FOLDERS)}
    links = {f"paperatlas/{folder}" for folder in FOLDERS}
    assert wanted - links - held == set()
    assert {name.partition("/")[0] for name in held} == {
        "paperatlas",
        f"paperatlas-{PROJECT['project']['version']}.dist-info",
    }
    assert any(name.endswith("licenses/LICENSE") for name in held)


def test_the_sdist_holds_no_link(built: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        assert [member.name for member in archive if member.issym()] == []


def test_the_wheel_runs_the_demo_outside_the_checkout(built: Path, tmp_path: Path) -> None:
    """The dependencies are those of this environment; .ci/run installs them afresh."""
    venv.create(tmp_path / "venv", with_pip=False)
    paths = {"base": str(tmp_path / "venv"), "platbase": str(tmp_path / "venv")}
    purelib = Path(sysconfig.get_path("purelib", "venv" if os.name != "nt" else "nt", paths))
    (wheel,) = built.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(purelib)
    (purelib / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    command = [
        tmp_path / "venv" / "bin" / "python",
        "-I",
        "-c",
        "from paperatlas.cli import main; main()",
        "demo",
        "--no-open",
    ]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=os.environ | {"LC_ALL": "C"})
    assert (run.returncode, run.stderr) == (0, "")
    assert "read 57: 57 used, 0 skipped, 0 failed" in run.stdout
    assert (tmp_path / "paperatlas-demo" / "index.html").stat().st_size > 10_000


def imported_packages(file: Path) -> set[str]:
    nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    return {name.partition(".")[0] for name in names}


def test_every_import_is_a_declared_dependency() -> None:
    homes = packages_distributions()
    extras = PROJECT["project"]["optional-dependencies"].values()
    wanted = [*PROJECT["project"]["dependencies"], *(text for extra in extras for text in extra)]
    declared = {Requirement(text).name.lower().replace("-", "_") for text in wanted}
    files = [ROOT / file for file in tracked(*FOLDERS) if file.endswith(".py")]
    foreign = set().union(*map(imported_packages, files)) - set(sys.stdlib_module_names) - {"paperatlas"}
    assert {homes[name][0].lower().replace("-", "_") for name in foreign} <= declared


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_the_lock_pins_every_dependency_with_hashes_and_names_no_host(lock: str) -> None:
    text = (ROOT / lock).read_text(encoding="utf-8")
    pins = dict(re.findall(r"^([a-z0-9-]+)==([^\s;]+)", text, re.MULTILINE))
    wanted = [Requirement(text) for text in PROJECT["project"]["dependencies"]]
    if lock == "requirements-dev.lock":
        groups = PROJECT["dependency-groups"]
        wanted += [Requirement(text) for text in groups["test"] + groups["dev"] if isinstance(text, str)]
    assert [need.name for need in wanted if not need.specifier.contains(pins[need.name.lower()])] == []
    assert len(re.findall(r"^[a-z].*==", text, re.MULTILINE)) <= text.count("--hash=sha256:")
    assert "://" not in text


def test_both_locks_agree() -> None:
    pins = [
        set(re.findall(r"^[a-z0-9-]+==\S+", (ROOT / lock).read_text(encoding="utf-8"), re.MULTILINE))
        for lock in ("requirements.lock", "requirements-dev.lock")
    ]
    assert pins[0] <= pins[1]


def test_the_version_is_told_once() -> None:
    import paperatlas

    assert PROJECT["project"]["version"] == paperatlas.__version__
    assert f"## [{paperatlas.__version__}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
