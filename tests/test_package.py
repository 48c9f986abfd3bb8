"""What an installed copy is: small, light to import, and in nobody's way."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.support.shared_data import ROOT

ENVIRONMENT = dict(os.environ)
"""As the tests were started: installing needs the user's own pip configuration."""

MOST_DISTRIBUTIONS = 82
MOST_MEGABYTES = 260
HEAVY = ("langgraph", "openai", "trafilatura", "tantivy", "ddgs", "pypdfium2")

LOADED = f"""
import json, sys
{{}}
print(json.dumps(sorted({{{{name.split(".")[0] for name in sys.modules}}}} & set({HEAVY!r}))))
"""


def pinned(name: str) -> list[Requirement]:
    """The requirements of a lock file that apply to this machine."""
    lines = re.findall(r"^([A-Za-z0-9][^\\\n]*?)\s*\\?$", (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE)
    parsed = [Requirement(line) for line in lines]
    return [one for one in parsed if one.marker is None or one.marker.evaluate()]


def loaded_by(code: str) -> list[str]:
    done = subprocess.run([sys.executable, "-c", LOADED.format(code)], capture_output=True, text=True, check=True)
    heavy: list[str] = json.loads(done.stdout.splitlines()[-1])
    return heavy


def test_importing_the_package_loads_nothing_heavy() -> None:
    assert loaded_by("import research_agent") == []


def test_help_loads_nothing_heavy() -> None:
    code = "sys.argv[1:] = ['--help']\nfrom research_agent.cli.main import run\ntry: run()\nexcept SystemExit: pass"
    assert loaded_by(code) == []


def test_the_base_install_has_few_distributions() -> None:
    assert len(pinned("requirements.txt")) + 1 <= MOST_DISTRIBUTIONS


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt", "requirements-build.txt"])
def test_every_requirement_is_pinned_with_hashes_and_no_host_is_named(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    entries = re.split(r"\n(?=[A-Za-z0-9])", text)[1:]
    assert entries
    assert all("==" in entry and "--hash=sha256:" in entry for entry in entries)
    assert "://" not in text
    assert "--index" not in text


def test_the_lock_has_all_direct_dependencies() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    versions = {one.name: str(one.specifier).removeprefix("==") for one in pinned("requirements.txt")}
    for line in project["dependencies"]:
        wanted = Requirement(line)
        locked = versions.get(wanted.name.lower().replace("_", "-"))
        assert locked is not None, f"{wanted.name} is not in requirements.txt: run `make lock`"
        assert wanted.specifier.contains(locked), f"{wanted.name} {locked} does not fit {wanted.specifier}: `make lock`"


def test_the_development_lock_agrees_with_the_base_lock() -> None:
    development = {one.name: one.specifier for one in pinned("requirements-dev.txt")}
    assert {one.name: one.specifier for one in pinned("requirements.txt")}.items() <= development.items()


# ---------------------------------------------------------------- the wheel, in an empty environment


def run_quietly(*command: str | Path, **options: object) -> str:
    done = subprocess.run(
        [str(part) for part in command],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        **options,
    )  # type: ignore[call-overload]
    assert done.returncode == 0, f"{command} exited {done.returncode}:\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}"
    return str(done.stdout)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    run_quietly(
        *(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"),
        *("--wheel-dir", folder, ROOT),
        env=ENVIRONMENT,
    )
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """An environment with nothing but pip, the locked requirements and the wheel."""
    environment = tmp_path_factory.mktemp("installed") / "venv"
    run_quietly(sys.executable, "-m", "venv", environment, env=ENVIRONMENT)
    pip = (environment / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    run_quietly(*pip, "--require-hashes", "-r", ROOT / "requirements.txt", env=ENVIRONMENT)
    run_quietly(*pip, "--no-deps", wheel, env=ENVIRONMENT)
    yield environment
    shutil.rmtree(environment)  # pytest would keep it for three sessions


@pytest.mark.slow
def test_the_wheel_holds_the_package_and_no_other_top_level_name(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"research_agent"}
    assert {"research_agent/py.typed", "research_agent/judges/__init__.py"} <= set(names)
    assert any(name.startswith("research_agent/prompts/") and name.endswith(".j2") for name in names)
    for language in ("zh", "en"):
        assert any(name.startswith(f"research_agent/adr_bench/data/{language}/") for name in names)
    assert any(name.endswith("/licenses/LICENSE") for name in names)


@pytest.mark.slow
def test_the_installation_is_small(installed: Path) -> None:
    listed = json.loads(run_quietly(installed / "bin" / "python", "-m", "pip", "list", "--format=json"))
    names = {one["name"] for one in listed} - {"pip", "setuptools"}
    assert len(names) <= MOST_DISTRIBUTIONS
    (site,) = installed.glob("lib/python*/site-packages")
    own = [
        path for path in site.iterdir() if not re.match(r"(pip|setuptools|pkg_resources|_distutils_hack)\b", path.name)
    ]
    size = sum(file.stat().st_size for path in own for file in [path, *path.rglob("*")] if file.is_file())
    assert size / 1e6 <= MOST_MEGABYTES


@pytest.mark.slow
def test_an_installed_copy_answers_a_question(installed: Path, tmp_path: Path) -> None:
    research = installed / "bin" / "research"
    assert "QUESTION" in run_quietly(research, "--help", cwd=tmp_path)
    run_quietly(
        *(research, "How high is Mount Everest?", "--documents", ROOT / "examples" / "documents"),
        *("--engine", "extractive", "--output", tmp_path / "runs", "--quiet"),
        cwd=tmp_path,
    )
    (run,) = (tmp_path / "runs").iterdir()
    assert {"run.json", "report.md", "report.html", "report.json"} <= {path.name for path in run.iterdir()}
    run_quietly(research, "verify", run, cwd=tmp_path)


@pytest.mark.slow
def test_an_installed_copy_finds_its_prompts(installed: Path, tmp_path: Path) -> None:
    code = (
        "from importlib.resources import files\n"
        "print(sum(path.name.endswith('.j2') for path in files('research_agent').joinpath('prompts').iterdir()))"
    )
    assert int(run_quietly(installed / "bin" / "python", "-c", code, cwd=tmp_path)) > 0
