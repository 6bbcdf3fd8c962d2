"""A real Neo4j for the tests: the one that NEO4J_URI names, else one started from Maven Central's jars.

By hand: `python tests/neo4j/neo4j_test_server.py` starts one and says how to reach it.
"""

import os
import re
import secrets
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

import neo4j

HERE = Path(__file__).parent
POM = HERE / "pom.xml"
VERSION = re.search(r"<neo4j.version>(.+)</neo4j.version>", POM.read_text(encoding="utf-8"))[1]
SETTINGS: Mapping[str, str] = {
    "db.tx_log.preallocate": "false",
    "db.tx_log.rotation.retention_policy": "keep_none",
    "dbms.usage_report.enabled": "false",
}
"""Settings of the database that docker-compose.yml shares with this server."""

_OPENED = [f"--add-opens=java.base/{name}=ALL-UNNAMED" for name in ("java.nio", "java.io", "sun.nio.ch")]


class NoServer(Exception):
    """No Neo4j can be had here; the message says why."""


@dataclass(frozen=True, slots=True)
class Server:
    uri: str
    user: str
    password: str
    http_port: int | None = None


@dataclass(frozen=True, slots=True)
class Installation:
    """A server of our own that is not running, with all its data under `home`."""

    home: Path
    java: str
    lib: Path
    server: Server

    @property
    def environment(self) -> dict[str, str]:
        return {"NEO4J_HOME": str(self.home), "NEO4J_CONF": str(self.home / "conf")}

    @contextmanager
    def running(self, settings: Mapping[str, str] = {}, *, heap: str = "512m") -> Iterator["Running"]:
        """Run it until the end of the block, with further settings for this once."""
        lines = [f"{name}={value}\n" for name, value in settings.items()]
        conf = self.home / "conf" / "neo4j.conf"
        usual = conf.read_text(encoding="utf-8")
        conf.write_text(usual + "".join(lines), encoding="utf-8")
        process = _start(self.home, self.java, self.lib, heap)
        try:
            _wait(self.server, process, self.home)
            yield Running(**asdict(self.server), process=process)
        finally:
            _end(process)
            conf.write_text(usual, encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Running(Server):
    process: subprocess.Popen[bytes] | None = None

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


def stopped_server(home: Path) -> Installation:
    """Set up a server of our own in the folder `home`."""
    java, lib = _java(), _jars()
    home.mkdir(exist_ok=True)
    return Installation(home, java, lib, _prepare(home, java, lib))


def admin_command(server: Installation) -> list[str]:
    """Return the command that neo4j-admin is, for a server of our own."""
    return [
        server.java,
        "-Xmx256m",
        f"-Dbasedir={server.home}",
        "-cp",
        f"{server.lib}/*",
        "org.neo4j.server.startup.Neo4jAdminCommand",
    ]


@contextmanager
def running_server() -> Iterator[Server]:
    if os.environ.get("NEO4J_URI"):
        user, password = os.environ.get("NEO4J_USER", "neo4j"), os.environ.get("NEO4J_PASSWORD", "")
        yield Server(os.environ["NEO4J_URI"], user, password)
        return
    with (
        tempfile.TemporaryDirectory(prefix="paperatlas-neo4j-") as home,
        stopped_server(Path(home)).running() as server,
    ):
        yield server


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(60)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _java() -> str:
    home = os.environ.get("JAVA_HOME")
    java = str(Path(home) / "bin" / "java") if home else shutil.which("java")
    if not java:
        raise NoServer("Neo4j needs Java 17 or 21; no java found (JAVA_HOME, PATH)")
    said = subprocess.run([java, "-version"], capture_output=True, text=True, check=False).stderr
    found = re.search(r'version "(\d+)', said)
    if not found or int(found[1]) not in (17, 21):
        raise NoServer(f"Neo4j {VERSION} needs Java 17 or 21; {java} is {found[1] if found else 'unknown'}")
    return java


def _jars() -> Path:
    cache = Path(os.environ.get("PAPERATLAS_NEO4J_HOME") or HERE.parent.parent / ".neo4j").resolve()
    lib = cache / f"lib-{VERSION}"
    if lib.is_dir():
        return lib
    maven = shutil.which("mvn")
    if not maven:
        raise NoServer(f"the jars of Neo4j {VERSION} are fetched with Maven; no mvn found")
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache) as fresh:
        command = [maven, "-B", "-q", "-f", str(POM), f"-Dlib={fresh}/lib", "package"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise NoServer(f"Maven can't fetch Neo4j {VERSION}: {(done.stdout + done.stderr).strip()[:300]}")
        if not lib.is_dir():  # another run of the tests may have been faster
            (Path(fresh) / "lib").rename(lib)
    return lib


def _prepare(home: Path, java: str, lib: Path) -> Server:
    bolt, http = _free_ports(2)
    settings = {
        **SETTINGS,
        "server.bolt.listen_address": f"127.0.0.1:{bolt}",
        "server.http.listen_address": f"127.0.0.1:{http}",
        "server.memory.pagecache.size": "64m",
    }
    (home / "conf").mkdir()
    lines = [f"{name}={value}\n" for name, value in settings.items()]
    (home / "conf" / "neo4j.conf").write_text("".join(lines), encoding="utf-8")
    password = secrets.token_hex(16)  # a leading hyphen would be read as an option
    admin = [java, "-Xmx256m", f"-Dbasedir={home}", "-cp", f"{lib}/*", "org.neo4j.server.startup.Neo4jAdminCommand"]
    done = subprocess.run(
        [*admin, "dbms", "set-initial-password", password],
        env={**os.environ, "NEO4J_HOME": str(home), "NEO4J_CONF": str(home / "conf")},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise NoServer(f"Neo4j's password can't be set: {done.stderr.strip()[-300:]}")
    return Server(f"bolt://127.0.0.1:{bolt}", "neo4j", password, http)


def _free_ports(count: int) -> list[int]:
    held = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in held]
    for each in held:
        each.close()
    return ports


def _start(home: Path, java: str, lib: Path, heap: str) -> subprocess.Popen[bytes]:
    command = [java, f"-Xms{heap}", f"-Xmx{heap}", "-XX:+UseSerialGC", *_OPENED, "-Dlog4j2.disable.jmx=true"]
    command += ["-cp", f"{lib}/*", "org.neo4j.server.CommunityEntryPoint"]
    command += [f"--home-dir={home}", f"--config-dir={home / 'conf'}"]
    with (home / "console.log").open("wb") as log:
        return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)


def _wait(server: Server, process: subprocess.Popen[bytes], home: Path) -> None:
    deadline = time.monotonic() + 180
    while process.poll() is None and time.monotonic() < deadline:
        try:
            with neo4j.GraphDatabase.driver(server.uri, auth=(server.user, server.password)) as driver:
                driver.verify_connectivity()
                return
        except neo4j.exceptions.ServiceUnavailable:
            time.sleep(0.3)
    raise NoServer(f"Neo4j doesn't start: {(home / 'console.log').read_text(errors='replace')[-500:]}")


def clear(server: Server, *, only_look: bool = False) -> int:
    """Delete all nodes unless told only to look, and return how many there were."""
    with neo4j.GraphDatabase.driver(server.uri, auth=(server.user, server.password)) as driver:
        found = driver.execute_query("MATCH (n) RETURN count(n) AS nodes").records[0]["nodes"]
        if not only_look:
            driver.execute_query("MATCH (n) DETACH DELETE n")
        return found


if __name__ == "__main__":
    with running_server() as started:
        print(f"NEO4J_URI={started.uri} NEO4J_USER={started.user} NEO4J_PASSWORD={started.password}")
        input("Enter stops it. ")
