"""The prompt of `paperatlas query`: completion by itself, all of it at a pseudo-terminal."""

import os
import re
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from paperatlas.atlas import write_atlas
from paperatlas.cli.prompt import CypherCompleter, schema_lines
from paperatlas.extract.annotations import annotated_extraction
from paperatlas.records import Paper
from paperatlas.schema import EDGE_PROPERTIES, NODE_LABELS


def completions(text: str) -> list[str]:
    found = CypherCompleter().get_completions(Document(text), CompleteEvent(completion_requested=True))
    return [completion.text for completion in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("MATCH (m:Meth", ["Method"]),
        ("MATCH (m:Method|Da", ["Dataset"]),
        ("MATCH ()-[:eval", ["EVALUATES_ON", "EVALUATED_ON"]),
        ("MATCH (p:Paper) RETURN p.disp", ["display_name"]),
        ("MATCH (p:Paper) RET", ["RETURN"]),
        ("unex", ["unexplored"]),
        ("unexplored le", ["least="]),
        (":sch", ["schema"]),
    ],
)
def test_tab_completes(text: str, expected: list[str]) -> None:
    assert completions(text) == expected


def test_schema_names_every_label_and_type() -> None:
    text = "\n".join(schema_lines())
    assert all(f"(:{label})  " in text for label in NODE_LABELS)
    assert all(f"[:{kind}]" in text for kind in EDGE_PROPERTIES)


class Terminal:
    """The prompt in a pseudo-terminal."""

    def __init__(self, folder: Path) -> None:
        import pty

        self.ours, theirs = pty.openpty()
        env = {**os.environ, "HOME": str(folder), "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1", "COLUMNS": "200"}
        command = [sys.executable, "-c", "from paperatlas.cli import main; main()", "query"]
        self.process = subprocess.Popen(
            command, cwd=folder, env=env, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
        )
        os.close(theirs)
        self.seen = ""

    def send(self, text: str) -> None:
        os.write(self.ours, text.encode())

    def wait_for(self, pattern: str) -> str:
        end = time.monotonic() + 60
        while not (found := re.search(pattern, self.seen, re.DOTALL)):
            assert time.monotonic() < end, self.seen
            if select.select([self.ours], [], [], 1)[0]:
                self.seen += re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", os.read(self.ours, 65536).decode(errors="replace"))
        self.seen = self.seen[found.end() :]
        return found[0]

    def close(self) -> int:
        try:
            return self.process.wait(60)
        finally:
            self.process.kill()
            os.close(self.ours)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals of this kind")
def test_prompt_answers_and_goes_on_after_errors(tmp_path: Path) -> None:
    entity = {"name": "BERT", "label": "Method", "kind": None, "role": "uses", "surfaces": ["BERT"]}
    paper = Paper(id="p1", title="On BERT", abstract="We train BERT.")
    write_atlas([annotated_extraction(paper, [entity])], tmp_path / "atlas")
    terminal = Terminal(tmp_path)
    terminal.wait_for("paperatlas>")
    terminal.send("methods limit=5\r")
    terminal.wait_for(r"Method:bert +BERT +1 +0")
    terminal.send("MATCH (m:Methd) RETURN m\r")
    terminal.wait_for(r"paperatlas: the embedded store refuses this query: .*Methd does not exist")
    terminal.send("MATCH p = (a:Method)--(b) WITH NULL AS p RETURN nodes(p)\r")
    terminal.wait_for("the embedded engine itself ended")
    terminal.send(":schema\r")
    terminal.wait_for(r"\(:Paper\)-\[:PUBLISHED_IN\]->\(:Venue\)")
    terminal.send("MATCH (m:Meth")
    terminal.wait_for("Meth")
    terminal.send("\t")
    terminal.wait_for("od")
    terminal.send(") RETURN m.name AS found;\r")
    terminal.wait_for(r"found\s+-----\s+BERT")
    terminal.send("\x1b[A\x1b[A\r")
    terminal.wait_for(r"\(:Paper\)-\[:PUBLISHED_IN\]")
    terminal.send("MATCH (\x03")
    terminal.send(":quit\r")
    assert terminal.close() == 0
    assert "methods limit=5" in next(tmp_path.rglob("query-history")).read_text(encoding="utf-8")


def test_without_a_terminal_the_prompt_is_refused(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from paperatlas.cli import main; main()", "query"]
    done = subprocess.run(command, cwd=tmp_path, input="methods\n", capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "the prompt needs a terminal" in done.stderr
