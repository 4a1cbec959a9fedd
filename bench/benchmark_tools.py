"""Time per call as the benchmark tools say it: tern-bench beside iree-benchmark-module, in one run.

usage: benchmark_tools.py BUILD IREE_BIN [MODEL...]
Each network of test/models (default: mlp, lenet, lstm, encoder) is compiled by both for this processor and measured by each tool in
turns, by the same command line but for the file, on one thread and on all processors. The reports are read by the same code, which
also says what keys of the one are not in the other.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
ROUNDS = 3
OPTIONS = ["--function=main", "--benchmark_format=json", "--benchmark_repetitions=3", "--benchmark_min_time=0.1s",
           "--benchmark_min_warmup_time=0.05", "--batch_size=1", "--time_unit=us"]
TYPES = {"float32": "f32", "int32": "i32"}


def inputs_of(name):
    """Constant arrays of the network's shapes."""
    with open(f"{ROOT}/test/models/{name}.json", encoding="utf-8") as file:
        description = json.load(file)
    rows = []
    for dims, kind, *_ in description["inputs"]:
        value = "0.25" if kind.startswith("float") else "1"
        rows.append("--input=" + "x".join([*map(str, dims), TYPES[kind]]) + "=" + value)
    return rows


def run(command):
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode:
        sys.exit(f"{' '.join(command)}:\n{result.stderr}")
    return json.loads(result.stdout)


def median_of(report):
    return next(row["real_time"] for row in report["benchmarks"] if row.get("aggregate_name") == "median")


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    build, iree, names = sys.argv[1], sys.argv[2], sys.argv[3:] or ["mlp", "lenet", "lstm", "encoder"]
    processors, missing = len(os.sched_getaffinity(0)), set()
    print(f"{'network':12} {'threads':>7} {'tern us':>10} {'IREE us':>10} {'IREE / tern':>12}")
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            source, ours, theirs = f"{ROOT}/test/models/{name}.mlir", f"{folder}/{name}.tern", f"{folder}/{name}.vmfb"
            subprocess.run([f"{build}/bin/tern-compile", source, "-o", ours], check=True)
            subprocess.run([f"{iree}/iree-compile", source, "--iree-hal-target-backends=llvm-cpu", "--iree-input-type=stablehlo",
                            "--iree-llvmcpu-target-cpu=host", "-o", theirs], check=True, stderr=subprocess.DEVNULL)
            for threads in sorted({1, processors}):
                times, options = ([], []), OPTIONS + inputs_of(name) + [f"--task_topology_group_count={threads}"]
                commands = ([f"{build}/bin/tern-bench", f"--module={ours}", "--device=cpu"],
                            [f"{iree}/iree-benchmark-module", f"--module={theirs}", "--device=local-task"])
                for _ in range(ROUNDS):
                    reports = [run(command + options) for command in commands]
                    for list_of, report in zip(times, reports):
                        list_of.append(median_of(report))
                    for row, of_tern in zip(reports[1]["benchmarks"], reports[0]["benchmarks"]):
                        missing |= row.keys() - of_tern.keys()
                    missing |= {f"context.{key}" for key in reports[1]["context"].keys() - reports[0]["context"].keys()}
                tern, peer = map(statistics.median, times)
                print(f"{name:12} {threads:7} {tern:10.1f} {peer:10.1f} {peer / tern:12.2f}")
    print("keys of IREE's reports that are not in ours:", ", ".join(sorted(missing)) or "none")


main()
