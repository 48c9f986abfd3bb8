"""A batch on a Ray cluster: the same supervisor, with stations that are actors on other machines.

    async with on_ray("head:6379") as station:
        await run_batch(batch, concurrency=16, station=station)

Each station is one actor, which keeps worker processes of its own as a local station does: a task that crashes, hangs
or grows is a failed task there too. What dies with its node or its actor is another matter: the order is given to a new
actor, up to ``TRIES`` times, and goes on in the workspace that the first one left. The batch's folder must be on a file
system that all nodes share, under the same path; results are written by the supervisor alone.

Ray (the extra ``ray``) is imported here only, when it is asked for. Its usage statistics are switched off.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from research_agent.adr_bench.batch import machine_folder
from research_agent.adr_bench.runner.orders import Hello, Isolation, Order, Outcome
from research_agent.adr_bench.runner.origin import Origin
from research_agent.adr_bench.runner.process import PATIENCE
from research_agent.adr_bench.runner.stations import Equipment, LocalStation, Station, StationOf
from research_agent.adr_bench.systems.base import SystemSpec, build
from research_agent.codec import dump, load
from research_agent.errors import ConfigError

TRIES = 3
"""Actors that one task may lose before it is a failed one: it may be the task that kills them."""


@asynccontextmanager
async def on_ray(address: str, *, cpus_each: float = 1.0) -> AsyncIterator[StationOf]:
    """Stations on a cluster, for ``run_batch``; the connection is closed in the end.

    Args:
        address: of a running cluster: ``host:6379``, or ``auto`` on one of its nodes.
        cpus_each: what a station asks of its node.

    Raises:
        ConfigError: kind ``missing_extra``: Ray is not installed; ``no_cluster``: it cannot be reached.
    """
    ray = _ray()
    own = not ray.is_initialized()
    if own:
        try:
            await asyncio.to_thread(_connect, ray, address)
        except (ConnectionError, OSError, RuntimeError, ValueError) as error:
            raise ConfigError(
                f"There is no Ray cluster at {address}: {error}",
                kind="no_cluster",
                next_step="Start one with `ray start`.",
            ) from error
    try:
        yield lambda equipment: RayStation(equipment, ray, cpus_each)
    finally:
        if own:
            await asyncio.to_thread(ray.shutdown)


def _ray() -> Any:
    try:
        import ray
    except ImportError as error:
        raise ConfigError(
            "Ray is not installed.", kind="missing_extra", next_step="Install research-agent-cited[ray]."
        ) from error
    return ray


def _connect(ray: Any, address: str) -> None:
    quiet_usage()
    ray.init(address=address, log_to_driver=False, configure_logging=False)


def quiet_usage() -> None:
    """Keep Ray processes that are started from here from sending usage statistics (RAY_USAGE_STATS_ENABLED=0)."""
    from ray._common.usage import usage_lib

    usage_lib.set_usage_stats_enabled_via_env_var(False)


class RayStation:
    """A station that is an actor somewhere on the cluster; a new one where one was lost."""

    def __init__(self, equipment: Equipment, ray: Any, cpus: float) -> None:
        self._equipment = equipment
        self._ray = ray
        self._cpus = cpus
        self._actor: Any = None

    async def perform(self, order: Order) -> Outcome:
        sent = json.dumps(dump(order))
        for _ in range(TRIES):
            try:
                return load(Outcome, json.loads(await self._ready().perform.remote(sent)))
            except self._ray.exceptions.RayActorError as error:
                lost = str(error).strip().splitlines()[-1][:300]
                self._actor = None
        spent = self._equipment.system.spent(Path(order.workspace))
        words = f"{TRIES} actors that worked on it were lost: {lost}"
        return Outcome(status="failed", kind="crashed", error=words, usage=spent)

    async def aclose(self) -> None:
        if self._actor is None:
            return
        actor, self._actor = self._actor, None
        with suppress(self._ray.exceptions.RayActorError, TimeoutError):
            async with asyncio.timeout(2 * PATIENCE):
                await actor.aclose.remote()
        self._ray.kill(actor)

    def _ready(self) -> Any:
        if self._actor is None:
            remote = self._ray.remote(num_cpus=self._cpus, max_restarts=0)(RemoteStation)
            given = (json.dumps(dump(self._equipment.hello)), json.dumps(dump(self._equipment.isolation)))
            self._actor = remote.remote(*given)
        return self._actor


class RemoteStation:
    """What the actor runs: a local station of its node. Takes and gives JSON."""

    def __init__(self, hello: str, isolation: str) -> None:
        told = load(Hello, json.loads(hello))
        shared = machine_folder(Path(told.shared).parent)
        shared.mkdir(parents=True, exist_ok=True)
        told = replace(told, shared=str(shared))
        spec = SystemSpec(name=told.system, options=told.options, private=told.private)
        self._origin = Origin(told)
        self._station: Station = LocalStation(
            Equipment(
                hello=told,
                origin=self._origin,
                isolation=load(Isolation, json.loads(isolation)),
                system=build(spec, shared),
            )
        )

    async def perform(self, order: str) -> str:
        return json.dumps(dump(await self._station.perform(load(Order, json.loads(order)))))

    async def aclose(self) -> None:
        await self._station.aclose()
        await self._origin.aclose()
