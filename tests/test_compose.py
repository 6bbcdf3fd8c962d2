import json
import re
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest
import yaml
from neo4j_test_server import SETTINGS, VERSION

FILE = Path(__file__).parent.parent / "docker-compose.yml"
OWN_TO_A_MACHINE = re.compile(r"server\.memory\.|server\.directories\.|.*listen_address|.*advertised_address")


@pytest.fixture(scope="module")
def compose() -> dict:
    return yaml.safe_load(FILE.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def service(compose: dict) -> dict:
    return compose["services"]["neo4j"]


def test_compose_file_holds_to_the_specification(compose: dict) -> None:
    schema = files("check_jsonschema") / "builtin_schemas" / "vendor" / "compose-spec.json"
    jsonschema.Draft7Validator(json.loads(schema.read_text(encoding="utf-8"))).validate(compose)


def test_compose_server_is_of_the_tested_version(service: dict) -> None:
    assert service["image"] == f"neo4j:{VERSION}-community"


def test_compose_database_settings_are_the_tested_ones(service: dict) -> None:
    settings = {_setting(name): value for name, value in service["environment"].items() if name != "NEO4J_AUTH"}
    assert {name: value for name, value in settings.items() if not OWN_TO_A_MACHINE.match(name)} == SETTINGS
    assert "server.memory.heap.max_size" in settings


def test_compose_password_comes_from_the_environment_and_is_required(service: dict) -> None:
    assert re.fullmatch(r"neo4j/\$\{NEO4J_PASSWORD:\?.+\}", service["environment"]["NEO4J_AUTH"])


def test_compose_ports_are_open_to_this_machine_alone(service: dict) -> None:
    assert [port.rpartition(":")[0] for port in service["ports"]] == ["127.0.0.1:7474", "127.0.0.1:7687"]


def test_compose_data_outlives_the_container(compose: dict, service: dict) -> None:
    assert {volume.partition(":")[0] for volume in service["volumes"]} == set(compose["volumes"])
    assert "data:/data" in service["volumes"]


def test_compose_server_tells_when_it_is_ready(service: dict) -> None:
    assert "RETURN 1" in service["healthcheck"]["test"][-1]


def _setting(variable: str) -> str:
    """The image's rule: one underscore is a dot, two are an underscore."""
    return variable.removeprefix("NEO4J_").replace("__", "\0").replace("_", ".").replace("\0", "_")
