"""The logic of the page's scripts, run by node's own test runner."""

import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.mark.parametrize("name", sorted(path.name for path in HERE.glob("*.test.mjs")))
def test_script_logic_holds(name):
    node = shutil.which("node")
    if not node:
        pytest.skip("needs node (https://nodejs.org) for the scripts' own tests")
    done = subprocess.run([node, "--test", str(HERE / name)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:]
