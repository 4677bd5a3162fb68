"""As an app that became free: who bought it before keeps everything. Its server asks verifyReceipt at both addresses.

Usage: two_addresses.py [RECEIPT-ONLINE]
"""

import json
import pathlib
import sys
import urllib.request

from stand_in import StandIn

FIRST_FREE_VERSION = (1, 3)


def verify(address, receipt):
    """Posts a receipt to production, and to the sandbox if production answers 21007."""
    for environment in ["production", "sandbox"]:
        # With Apple: https://buy.itunes.apple.com and https://sandbox.itunes.apple.com.
        request = urllib.request.Request(
            f"{address}/{environment}/verifyReceipt",
            json.dumps({"receipt-data": receipt}).encode(),
            {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=30) as response:
            answer = json.load(response)
        print(f"{environment}: status {answer['status']}")
        if answer["status"] != 21007:
            return answer
    raise AssertionError("the sandbox never answers 21007")


def main(program):
    with StandIn(program) as apple:
        for name, expected in [("ben", True), ("ada", False)]:
            answer = verify(apple.address, apple.get(f"customers/{name}/receipt")["receipt-data"])
            assert answer["status"] == 0
            # In the sandbox this is always "1.0" at Apple's; the stand-in says what the SPEC says.
            first = answer["receipt"]["original_application_version"]
            paid = tuple(int(part) for part in first.split(".")) < FIRST_FREE_VERSION
            print(f"{name} began with version {first}: {'keeps everything' if paid else 'buys what is sold'}")
            assert paid == expected


if __name__ == "__main__":
    usual = pathlib.Path(__file__).resolve().parents[2] / ".build/release/receipt-online"
    main(sys.argv[1] if len(sys.argv) > 1 else usual)
