"""Asks receipt-online all that its own description allows, and what it forbids: test_openapi.py RECEIPT_ONLINE [EXAMPLES [SEED]]

schemathesis makes the requests. Whether a text is a receipt, and which options fit each other, no schema can say. So
one check is left out: that each request which fits the schema is accepted.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ONLINE = os.path.abspath(sys.argv[1])
EXAMPLES, SEED = (sys.argv[2:] + ["30", "1"][len(sys.argv) - 2:])


class OpenAPITests(unittest.TestCase):
    def test_the_server_does_what_it_describes(self):
        server = subprocess.Popen(
            [ONLINE, "serve", "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            address = server.stdout.readline().strip()
            with tempfile.TemporaryDirectory() as folder:
                done = subprocess.run(
                    [pathlib.Path(sys.executable).with_name("schemathesis"), "run", f"{address}api/v1/openapi.json",
                     f"--max-examples={EXAMPLES}", f"--seed={SEED}", "--exclude-checks=positive_data_acceptance", "--no-color"],
                    cwd=folder, capture_output=True, text=True)
        finally:
            server.terminate()
            server.wait(30)
            server.stdout.close()
        self.assertEqual(done.returncode, 0, done.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
