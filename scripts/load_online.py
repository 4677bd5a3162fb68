#!/usr/bin/env python3
"""Measures receipt-online under load, beside the command line on the same receipt and cores.

    scripts/load_online.py RECEIPT_ONLINE RECEIPT [ROUNDS]

Rates depend on what else the machine does, so each round measures all kinds one after the other, and compares the
processor time that a receipt takes. Needs wrk and curl.
"""

import asyncio
import os
import pathlib
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
ONLINE, RECEIPT = (os.path.abspath(path) for path in sys.argv[1:3])
ROUNDS = int(sys.argv[3]) if len(sys.argv) > 3 else 5
LINE = (ROOT / "Fixtures/sandbox-subscription.b64").read_bytes().replace(b"\n", b"") + b"\n"
ROWS = 50_000
HELD, SLOW = 4000, 1000


class Server:
    def __init__(self):
        self.process = subprocess.Popen(
            [ONLINE, "serve", "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.address = self.process.stdout.readline().strip()
        self.port = int(self.address.rstrip("/").rpartition(":")[2])

    def seconds(self):
        """The processor time that it has taken."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def mebibytes(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024


def wrk(server, folder, seconds, path="api/v1/check"):
    """Requests a second, the number of them, and what went wrong."""
    script = folder / "request.lua"
    script.write_text(
        "" if path == "healthz" else f'wrk.method = "POST"\nwrk.body = "{LINE.decode().strip()}"\n')
    said = subprocess.run(
        ["wrk", "-t1", "-c16", f"-d{seconds}", "-s", script, f"{server.address}{path}"],
        capture_output=True, text=True, check=True).stdout
    count = int(re.search(r"(\d+) requests in", said)[1])
    faults = re.findall(r"(?:Non-2xx|Socket errors).*", said)
    return float(re.search(r"Requests/sec:\s+([\d.]+)", said)[1]), count, faults


def commandline(file):
    """Rows a second, and the processor time for a row."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run([RECEIPT, "check", "--lines", "--format=ndjson", file], stdout=subprocess.DEVNULL, check=True)
    took, after = time.monotonic() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    return ROWS / took, (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / ROWS


def stream(server, file):
    """The same for two streams of rows at once: a stream has one thread."""
    before, started = server.seconds(), time.monotonic()
    clients = [subprocess.Popen(
        ["curl", "-sS", "-T", file, "-X", "POST", "-H", "Content-Type: application/x-ndjson", "-H", "Expect:",
         f"{server.address}api/v1/check"], stdout=subprocess.DEVNULL) for _ in range(2)]
    for client in clients:
        if client.wait() != 0:
            sys.exit("curl failed")
    took = time.monotonic() - started
    return 2 * ROWS / took, (server.seconds() - before) / (2 * ROWS)


def single(server, folder, path="api/v1/check"):
    before = server.seconds()
    rate, count, faults = wrk(server, folder, 5, path)
    if faults:
        sys.exit(f"wrk: {faults}")
    return rate, (server.seconds() - before) / count


async def held(server, stop, counts):
    """Connections that ask now and then, and others that send a byte a second."""
    async def patient():
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        counts["open"] += 1
        while not stop.is_set():
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
            answer = await reader.readuntil(b"ok\n")
            counts["answered" if answer.startswith(b"HTTP/1.1 200") else "refused"] += 1
            await asyncio.sleep(10)
        writer.close()

    async def slow():
        while not stop.is_set():
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            counts["slow"] += 1
            try:
                while not stop.is_set() and not reader.at_eof():
                    writer.write(b"G")
                    await writer.drain()
                    await asyncio.sleep(1)
            except OSError:
                pass
            counts["slow"] -= 1
            writer.close()

    await asyncio.gather(*[patient() for _ in range(HELD)], *[slow() for _ in range(SLOW)])


async def crowd(server, folder):
    counts, stop = dict.fromkeys(["open", "answered", "refused", "slow"], 0), asyncio.Event()
    task = asyncio.create_task(held(server, stop, counts))
    while counts["open"] < HELD and not task.done():
        await asyncio.sleep(0.2)
    rate, count, faults = await asyncio.to_thread(wrk, server, folder, 20)
    print(f"{counts['open']} connections held and {counts['slow']} slow ones: {rate:.0f} checks a second beside them, "
          f"{counts['answered']} other answers, {counts['refused']} refused, faults: {faults or 'none'}")
    stop.set()
    await task


def main():
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    with tempfile.TemporaryDirectory() as name:
        folder, server = pathlib.Path(name), Server()
        file = folder / "rows.ndjson"
        file.write_bytes(LINE * ROWS)
        print(f"idle: {server.mebibytes():.0f} MiB")
        ratios = []
        for _ in range(ROUNDS):
            tool, one, rows = commandline(file), single(server, folder), stream(server, file)
            # The same requests without a check: what HTTP itself leaves.
            bare = single(server, folder, "healthz")
            ratios.append(
                (one[0] / tool[0], tool[1] / one[1], rows[0] / tool[0], tool[1] / rows[1], bare[0] / tool[0]))
            print(f"check --lines {tool[0]:.0f}/s {tool[1] * 1e6:.0f} µs; requests {one[0]:.0f}/s {one[1] * 1e6:.0f} µs; "
                  f"streams {rows[0]:.0f}/s {rows[1] * 1e6:.0f} µs; {server.mebibytes():.0f} MiB")
        for words, values in zip(
                ["rate of requests", "the same by processor time", "rate of streams", "the same by processor time",
                 "rate of requests without a check"],
                zip(*ratios)):
            print(f"{words}: {statistics.median(values):.2f} of check --lines ({min(values):.2f} to {max(values):.2f})")
        sizes, total = [server.mebibytes()], 0
        while total < 100_000:
            total += wrk(server, folder, 2)[1]
            sizes.append(server.mebibytes())
        print(f"after {total} more requests: " + ", ".join(f"{size:.0f}" for size in sizes) + " MiB")
        asyncio.run(crowd(server, folder))
        # What a crowd took is given back a second after it has gone.
        time.sleep(3)
        print(f"after the crowd: {server.mebibytes():.0f} MiB")
        server.process.terminate()
        sys.exit(server.process.wait())


if __name__ == "__main__":
    main()
