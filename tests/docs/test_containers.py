"""What the Dockerfile and the compose file speak of is there; nothing here needs an engine."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import yaml

import netnew
from netnew.doors.cli.commands import commands
from tests.doors.http.serving import served

ROOT = Path(__file__).resolve().parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
VARIABLES = {row.variable: row for row in netnew.settings_table()}


def test_what_is_copied_is_there_and_is_sent_to_the_engine() -> None:
    copied = [path for line in re.findall(r"^COPY (.+)$", DOCKERFILE, re.M)
              for path in line.split()[:-1]]  # fmt: skip
    sent = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    assert {"pyproject.toml", "src"} <= set(copied)
    for path in copied:
        assert (ROOT / path).exists(), path
        assert f"!{path}" in sent, path
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for needed in (project["readme"], *project["license-files"]):
        assert needed in copied
    (extras,) = re.findall(r'"\.\[([\w,]+)\]"', DOCKERFILE)
    assert set(extras.split(",")) <= set(project["optional-dependencies"])


def test_the_command_and_its_options_are_real() -> None:
    (line,) = re.findall(r"^CMD (\[.+\])$", DOCKERFILE, re.M)
    command, *given = yaml.safe_load(line)
    known = commands().commands[command]
    options = {name for parameter in known.params for name in parameter.opts}
    assert {one for one in given if one.startswith("--")} <= options
    assert "USER netnew" in DOCKERFILE
    assert DOCKERFILE.index("USER netnew") < DOCKERFILE.index("ENTRYPOINT")


def test_the_health_check_tells_a_service_that_answers_from_one_that_does_not(
    tmp_path: Path,
) -> None:
    (line,) = re.findall(r"^HEALTHCHECK .*\n +CMD (\[.+\])$", DOCKERFILE, re.M)
    (port,) = re.findall(r"^EXPOSE (\d+)$", DOCKERFILE, re.M)
    _python, *words = yaml.safe_load(line)

    def code(address: str) -> int:
        asked = [word.replace(f"http://127.0.0.1:{port}", address) for word in words]
        done = subprocess.run([sys.executable, *asked], stderr=subprocess.DEVNULL, check=False)
        return done.returncode

    with served(f"sqlite:///{tmp_path / 'x.db'}") as address:
        assert code(address) == 0
    assert code(address) == 1


def test_every_setting_of_the_containers_is_one_with_a_good_value() -> None:
    environment = COMPOSE["services"]["service"]["environment"]
    given = dict(re.findall(r"^ENV (\w+)=(\S+)$", DOCKERFILE, re.M)) | environment
    assert {"NETNEW_DB", "NETNEW_HOME"} <= set(given)
    assert set(given) <= set(VARIABLES)
    url = re.sub(r"\$\{[^}]*\}", "secret", environment["NETNEW_DB"])
    read = netnew.read_settings(environment={**given, "NETNEW_DB": url})
    assert read.db == url


def test_the_compose_file_holds_together() -> None:
    services, volumes = COMPOSE["services"], COMPOSE["volumes"]
    assert set(services["service"]["depends_on"]) <= set(services)
    for service in services.values():
        for volume in service["volumes"]:
            assert volume.partition(":")[0] in volumes
    (port,) = re.findall(r"^EXPOSE (\d+)$", DOCKERFILE, re.M)
    assert [one.rpartition(":")[2] for one in services["service"]["ports"]] == [port]
    # What is published is reached from this machine alone: a proxy stands before it.
    assert all(one.startswith("127.0.0.1:") for one in services["service"]["ports"])
    database = services["database"]["environment"]
    assert database["POSTGRES_USER"] in services["service"]["environment"]["NETNEW_DB"]
    (stop,) = re.findall(r"^(\d+)s$", services["service"]["stop_grace_period"])
    assert int(stop) > int(services["service"]["environment"]["NETNEW_HTTP_STOP_SECONDS"])
