"""Runs a dispatch with threads pinned to the processors that there are.

usage: run_pinned.py TERN_RUN SOURCE
"""

import os
import subprocess
import sys

tool, source = sys.argv[1:]
processors = sorted(os.sched_getaffinity(0))
everything = ",".join(map(str, reversed(processors)))


def run(*options):
    return subprocess.run([tool, source, "--input=32x24xf32=0.1", "--input=24x16xf32=0.3", *options], capture_output=True, text=True)


expected = run("--threads=1")
assert expected.returncode == 0 and "32x16xf32" in expected.stdout, expected


def check(place, *options):
    done = run(*options)
    print("the same on" if (done.returncode, done.stdout) == (0, expected.stdout) else f"{done} on", place)


check("all processors", f"--cpu-ids={everything}")
check("one processor", f"--task_topology_cpu_ids={everything}", "--task_topology_group_count=1")
# Systems without nodes do not list them.
has_nodes = os.path.exists("/sys/devices/system/node/online")
check("NUMA nodes", *(["--numa-nodes=all", "--threads=1"] if has_nodes else []))
for options in ([f"--cpu-ids={everything}", f"--threads={len(processors) + 1}"], [f"--cpu-ids={everything},{processors[0]}"]):
    print("refused:", run(*options).stderr, end="")
