"""Runs the script of a job of GitLab's in the current folder: run_gitlab_job.py FILE JOB

Prints the path of the JUnit report that the job leaves; ends as the script ends.
"""

import subprocess
import sys

import yaml

from report import expect_equal


def main(path, name):
    with open(path, encoding="utf-8") as file:
        job = yaml.safe_load(file)[name]
    expect_equal(job["artifacts"]["when"], "always", "when artifacts are kept")
    print(job["artifacts"]["reports"]["junit"], flush=True)
    # A runner joins the lines, and stops at the first failure.
    script = "set -eo pipefail\n" + "\n".join(job["script"])
    sys.exit(subprocess.run(["bash", "-c", script], stdout=sys.stderr, check=False).returncode)


main(*sys.argv[1:])
