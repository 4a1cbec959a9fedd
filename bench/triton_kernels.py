"""Kernels of Triton, compiled by tern and by Triton: what can be compared without a GPU, and files to compare the speed on one.

usage: triton_kernels.py BUILD [FOLDER] [--triton-python=PYTHON] [--case=NAME,...] [--corpus=FOLDER] [--json=FILE] [--reuse]

Triton's Python compiles bench/triton/kernels.py for sm_90a, and its folder has ptxas and nvdisasm; tern compiles the same TTIR with the
same options. Both texts are assembled by the same ptxas. FOLDER holds all files then, and can be sent to a machine with a GPU, where
`python3 FOLDER/measure.py` needs NumPy and libcuda only. --reuse takes what Triton has made from FOLDER. --corpus compiles the
kernels of a folder of NAME.ttir, NAME.sm90.ttgir and NAME.json instead, and lists where tern needs more than Triton.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, f"{HERE}/triton")

import cases
import statistics_of

CHIP = "sm_90a"
LIST_TOOLS = "import triton.knobs as k; print(k.nvidia.ptxas.path); print(k.nvidia.nvdisasm.path)"


def find_tools(python):
    found = subprocess.run([python, "-c", LIST_TOOLS], capture_output=True, text=True, check=True).stdout.split()
    return dict(zip(("ptxas", "nvdisasm"), found))


def number_in(text, name):
    found = re.search(r'"?%s"? = (\d+)' % re.escape(name), text)
    return int(found[1]) if found else 0


def compile_tern(build, ttir, options, base):
    """BASE.ptx, and what its launch needs. None, with the message on standard error, if tern refuses."""
    with tempfile.TemporaryDirectory() as stages:
        flags = [f"--{name.replace('_', '-')}={value}" for name, value in options.items()]
        done = subprocess.run([f"{build}/bin/tern-compile", ttir, f"--target=cuda:{CHIP}", *flags, "-o", f"{base}.ptx",
                               f"--dump-executable-intermediates-to={stages}"], capture_output=True, text=True)
        if done.returncode:
            print(done.stderr, file=sys.stderr)
            return None
        with open(f"{stages}/nvvm.mlir") as file:
            head = next(line for line in file if "module attributes" in line)
        shutil.copy(f"{stages}/ttgir.mlir", f"{base}.ttgir")
    with open(f"{base}.ptx") as file:
        name = re.search(r"\.entry (\w+)", file.read())[1]
    return {"name": name, "shared": number_in(head, "ttg.shared"), "threads": 32 * number_in(head, "ttg.total-num-warps"),
            "scratch": number_in(head, "ttg.global_scratch_memory_size")}


def launches_of(case):
    def of_argument(value):
        if isinstance(value, tuple):
            return {"array": value[0], "shape": value[1], "holds": value[2]}
        return {"number": value, "type": "f32" if isinstance(value, float) else "i32"}

    return [{"label": one.label, "grid": one.grid, "bytes": one.bytes, "operations": one.operations,
             "arguments": {name: of_argument(value) for name, value in one.arguments.items()}} for one in case.launches]


def compare_case(args, tools, case):
    base = f"{args.folder}/{case.name}"
    options = {"num_warps": case.num_warps, "num_stages": case.num_stages}
    mine = compile_tern(args.build, f"{base}.ttir", options, f"{base}.tern")
    with open(f"{base}.triton.json") as file:
        theirs = json.load(file)
    facts = {}
    for who, launch in (("tern", mine), ("triton", theirs)):
        if launch:
            facts[who] = statistics_of.read_kernel(tools, f"{base}.{who}.ptx", f"{base}.{who}.cubin") | {"shared": launch["shared"]}
    with open(f"{base}.json", "w") as file:
        json.dump({"name": case.name, "reference": case.reference, "tern": mine, "triton": theirs, "launches": launches_of(case)},
                  file)
    return facts


# --- tables ---

COLUMNS = ["registers", "spill stores", "shared", "instructions", "in the loop", "bar.sync", "wgmma", "wgmma wait", "mma", "cp.async",
           "ldmatrix", "stmatrix", "shuffles"]


def pair(facts, column):
    mine, theirs = (str(facts[who][column]) if who in facts else "-" for who in ("tern", "triton"))
    return mine if mine == theirs else f"{mine} / {theirs}"


def widths_text(facts):
    return "; ".join(f"{what} " + ", ".join(f"{count} of {bits}" for bits, count in sorted(counts.items(), reverse=True))
                     for what, counts in facts["widths"].items())


def print_table(rows):
    print("| kernel | " + " | ".join(COLUMNS) + " |\n" + "| --- " * (len(COLUMNS) + 1) + "|")
    for name, facts in rows.items():
        print(f"| {name} | " + " | ".join(pair(facts, column) for column in COLUMNS) + " |")


def print_details(rows):
    for name, facts in rows.items():
        print(f"\n{name}")
        for who, one in facts.items():
            counts = ", ".join(f"{kind} {one['classes'][kind]}" for kind in statistics_of.CLASS_NAMES if one["classes"][kind])
            print(f"  {who:6} hottest loop: {counts}\n         {widths_text(one)}")


def print_problems(rows):
    """Where tern is behind in what costs most."""
    for name, facts in rows.items():
        if len(facts) < 2:
            continue
        mine, theirs = facts["tern"], facts["triton"]
        words = [f"{what} {mine[what]} / {theirs[what]}" for what in ("spill stores", "shared", "bar.sync") if mine[what] > theirs[what]]
        words += [f"{what} {mine[what]} / {theirs[what]}" for what in ("registers", "in the loop") if mine[what] > 1.1 * theirs[what]]
        if words:
            print(f"{name}: " + ", ".join(words))


def read_arguments():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("build")
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--triton-python", default="python3")
    parser.add_argument("--case")
    parser.add_argument("--corpus")
    parser.add_argument("--json")
    parser.add_argument("--reuse", action="store_true")
    args = parser.parse_args()
    args.folder = args.folder or tempfile.mkdtemp()
    os.makedirs(args.folder, exist_ok=True)
    return args


def main():
    args = read_arguments()
    tools = find_tools(args.triton_python)
    chosen = [case for case in cases.CASES if not args.case or case.name in args.case.split(",")]
    if not args.reuse:
        subprocess.run([args.triton_python, f"{HERE}/triton/compile_peer.py", args.folder, *(case.name for case in chosen)], check=True)
    for name in ("measure.py", "reference.py", "cuda.py"):
        if os.path.exists(f"{HERE}/triton/{name}"): shutil.copy(f"{HERE}/triton/{name}", args.folder)
    rows = {case.name: compare_case(args, tools, case) for case in chosen}
    print_table(rows)
    print_details(rows)
    print("\nbehind:")
    print_problems(rows)
    if args.json:
        with open(args.json, "w") as file:
            json.dump(rows, file)


if __name__ == "__main__":
    main()
