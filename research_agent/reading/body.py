"""A response's body: decoded as it arrives, and never more of it than the limit."""

from __future__ import annotations

import zlib
from collections.abc import AsyncIterator

from research_agent.errors import ReadError

ENCODINGS = "gzip, deflate"
"""What is asked for. Brotli and zstd are left out: their decoders here cannot be told to stop at a size."""


async def read_body(parts: AsyncIterator[bytes], encoding: str, limit: int, address: str) -> bytes:
    """The decoded body.

    Raises:
        ReadError: kind ``too_large`` as soon as the decoded bytes pass ``limit``, ``damaged`` for a broken
            compression, ``unsupported`` for another encoding.
    """
    decoder = _decoder(encoding.strip().lower(), address)
    body = bytearray()
    async for part in parts:
        try:
            for piece in decoder.feed(part, limit):
                body += piece
                if len(body) > limit:
                    raise too_large(address, limit)
        except zlib.error as error:
            raise ReadError(
                f"{address} arrived damaged: its {encoding} compression is broken ({error}).",
                kind="damaged",
                next_step="Try again later.",
                retryable=True,
            ) from error
    return bytes(body)


def too_large(address: str, limit: int) -> ReadError:
    return ReadError(
        f"{address} is larger than {limit:,} bytes.",
        kind="too_large",
        next_step="Raise RESEARCH_FETCH_MAX_BYTES if it should be read.",
    )


class _Plain:
    def feed(self, data: bytes, limit: int) -> list[bytes]:
        return [data]


class _Zlib:
    """gzip (of one or more members), zlib and raw deflate, at most 64 KiB a step: a bomb is noticed step by step."""

    def __init__(self, wbits: int) -> None:
        self._wbits = wbits
        self._decoder = zlib.decompressobj(wbits)
        self._fresh = True

    def feed(self, data: bytes, limit: int) -> list[bytes]:
        pieces: list[bytes] = []
        total = 0
        while data and total <= limit:
            piece = self._step(data)
            total += len(piece)
            pieces.append(piece)
            data = self._decoder.unconsumed_tail
            if self._decoder.eof:
                data = self._decoder.unused_data
                if not data.startswith(b"\x1f\x8b"):  # padding after the last member is ignored
                    break
                self._decoder = zlib.decompressobj(self._wbits)
        return pieces

    def _step(self, data: bytes) -> bytes:
        try:
            piece = self._decoder.decompress(data, 65536)
        except zlib.error:
            if not self._fresh or self._wbits != 47:
                raise
            # "deflate" without the zlib header, as some servers send it.
            self._decoder = zlib.decompressobj(-zlib.MAX_WBITS)
            piece = self._decoder.decompress(data, 65536)
        self._fresh = False
        return piece


def _decoder(encoding: str, address: str) -> _Plain | _Zlib:
    if encoding in ("", "identity", "none"):
        return _Plain()
    if encoding in ("gzip", "x-gzip", "deflate"):
        return _Zlib(47)
    raise ReadError(
        f"{address} was sent in the encoding {encoding}, which was not asked for and is not read.",
        kind="unsupported",
        next_step="Save the page and give it with --documents.",
    )
