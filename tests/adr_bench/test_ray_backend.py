"""A batch on a local cluster of two nodes, in a process of its own: Ray decides on import where it listens."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from research_agent.adr_bench.batch import Batch
from research_agent.adr_bench.ray_backend import TRIES

pytestmark = pytest.mark.skipif(find_spec("ray") is None, reason="the extra `ray` is not installed")
ROOT = Path(__file__).resolve().parents[2]
LOOPBACK = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0", "RAY_USAGE_STATS_ENABLED": "0"}
"""The first is Ray's own way to keep to 127.0.0.1, whatever the machine is."""

SCRIPT = """
import asyncio, json, os, signal, sys
from pathlib import Path
import ray
from ray.cluster_utils import Cluster
from research_agent.adr_bench.batch import Batch
from research_agent.adr_bench.ray_backend import on_ray
from research_agent.adr_bench.runner import run_batch
from tests.support.bench_systems import SPEC, task
from tests.support.waiting import until

def parent_of(pid):
    return int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1])

def listening():
    "Addresses on which processes of this session listen, as /proc writes them."
    tables = [Path(f"/proc/net/{name}").read_text().splitlines()[1:] for name in ("tcp", "tcp6")]
    lines = [line.split() for table in tables for line in table]
    sockets = {fields[9]: fields[1].split(":")[0] for fields in lines if fields[3] == "0A"}
    found = set()
    for handle in Path("/proc").glob("[0-9]*/fd/*"):
        try:
            if os.getsid(int(handle.parts[2])) == os.getsid(0):
                found.add(sockets.get(os.readlink(handle).removeprefix("socket:[").removesuffix("]")))
        except OSError:
            pass
    return sorted(found - {None})

async def main(folder):
    go = folder.parent / "go"
    tasks = [task("a"), task("held", f"until {go}"), task("bad", "crash"), task("evil", "parent"), task("b")]
    batch = Batch.start(folder, suite="test", tasks=tasks, system=SPEC)
    async with on_ray(cluster.address) as station:
        working = asyncio.create_task(run_batch(batch, concurrency=2, station=station))
        waiting = batch.folder_of("held") / "waiting"
        await until(waiting.exists, seconds=90)
        where = listening()
        worker = int((batch.folder_of("held") / "tries").read_text())
        waiting.unlink()
        os.kill(parent_of(parent_of(worker)), signal.SIGKILL)
        await until(waiting.exists, seconds=90)
        go.touch()
        final = await working
    print(json.dumps({"done": final.done, "failed": final.failed, "listening": where}))

node = {"num_cpus": 1, "node_ip_address": "127.0.0.1"}
cluster = Cluster(initialize_head=True, head_node_args={**node, "include_dashboard": False})
try:
    cluster.add_node(**node)
    asyncio.run(main(Path(sys.argv[1])))
finally:
    cluster.shutdown()
"""


@pytest.mark.slow
def test_a_batch_on_two_nodes_loses_nothing_when_actors_are_killed(tmp_path: Path) -> None:
    folder = tmp_path / "b"
    environment = {**os.environ, **LOOPBACK, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", SCRIPT, str(folder)]
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=300, start_new_session=True, check=False
    )
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    assert (told["done"], told["failed"]) == (3, 2)
    assert told["listening"]
    assert all(address in {"0100007F", "0000000000000000FFFF00000100007F"} for address in told["listening"])
    batch = Batch.open(folder)
    found = batch.latest()
    assert {id: result.kind for id, result in found.items()} == {
        "a": "",
        "held": "",
        "b": "",
        "bad": "crashed",
        "evil": "crashed",
    }
    assert "SIGABRT" in found["bad"].error
    assert f"{TRIES} actors" in found["evil"].error
    tries = {id: len((batch.folder_of(id) / "tries").read_text().splitlines()) for id in found}
    assert tries == {"a": 1, "held": 2, "bad": 1, "evil": TRIES, "b": 1}
