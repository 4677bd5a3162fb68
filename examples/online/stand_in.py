"""Runs the stand-in for Apple's servers while a program needs it."""

import json
import pathlib
import subprocess
import urllib.request

CUSTOMERS = pathlib.Path(__file__).resolve().parent / "customers"


class StandIn:
    def __init__(self, program, *options):
        self.call = [program, "serve", "--listen", "127.0.0.1:0", "--stand-in", CUSTOMERS, *options]

    def __enter__(self):
        self.process = subprocess.Popen(
            self.call, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        # It prints its address when it is ready.
        self.address = self.process.stdout.readline().strip().rstrip("/")
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(10)
        self.process.stdout.close()

    def get(self, path):
        return self.ask("GET", path, None)

    def post(self, path, body):
        return self.ask("POST", path, json.dumps(body).encode())

    def ask(self, method, path, data):
        request = urllib.request.Request(
            f"{self.address}/stand-in/{path}", data, {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request, timeout=30) as response:
            return json.load(response)
