"""Runs a command once for each of its allocations, or for RUNS of them spread over all, and lets that one fail.

usage: fail_allocations.py LIBRARY RUNS OUTPUT COMMAND...

However it ends, it says why, and nothing is left half done: a run that fails leaves no OUTPUT, and one that is right leaves the
same as ever. Prints how runs ended, each way once.
"""

import os
import pathlib
import signal
import subprocess
import sys


def run(library, output, command, failing=None):
    environment = {**os.environ, "LD_PRELOAD": library}
    environment.pop("FAIL_ALLOCATION", None)
    if failing is not None:
        environment["FAIL_ALLOCATION"] = str(failing)
    output.unlink(missing_ok=True)
    result = subprocess.run(command, env=environment, capture_output=True, timeout=60, text=True, errors="replace")
    left = output.read_bytes() if output.exists() else None
    return result.returncode, result.stderr, (result.stdout, left)


def main():
    library, runs, output, *command = sys.argv[1:]
    output = pathlib.Path(output)
    status, errors, expected = run(library, output, command)
    if status != 0:
        sys.exit(f"the command fails by itself: {errors}")
    count = int(errors.split()[-1])
    ways = set()
    for failing in range(1, count + 1, max(1, count // int(runs))):
        status, errors, left = run(library, output, command, failing)
        told = errors.strip().splitlines()[-1] if errors.strip() else "nothing"
        if status == 0 and left == expected:
            ways.add("does without")
        elif status == 1 and left[1] is None and "memory" in errors:
            ways.add("gives a status")
        elif status == -signal.SIGABRT and left[1] is None and "tern: out of memory (" in errors:
            ways.add("ends with a message")
        else:
            sys.exit(f"allocation {failing} of {count}: status {status}, told: {told}, output left: {left[1] is not None}")
    print("\n".join(sorted(ways)))


if __name__ == "__main__":
    main()
