"""Kernels of Triton, compiled by tern and by Triton: what can be compared without a GPU, and files to compare the speed on one.

usage: triton_kernels.py BUILD [FOLDER] [--triton-python=PYTHON] [--case=NAME,...] [--corpus=FOLDER] [--json=FILE] [--reuse]

Triton's Python compiles bench/triton/kernels.py for sm_90a, and its folder has ptxas and nvdisasm; tern compiles the same TTIR with the
same options. Both texts are assembled by the same ptxas. FOLDER holds all files then, and can be sent to a machine with a GPU, where
`python3 FOLDER/measure.py` needs NumPy and libcuda only. --reuse takes what Triton has made from FOLDER. --corpus compiles the
kernels of a folder of NAME.ttir, NAME.sm90.ttgir and NAME.json instead, and lists where tern needs more than Triton.
"""

import argparse
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

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


def compare(args, tools, name, options):
    """What a launch of each needs, and {who: numbers}."""
    base = f"{args.folder}/{name}"
    launches, facts = {"tern": compile_tern(args.build, f"{base}.ttir", options, f"{base}.tern"), "triton": None}, {}
    if os.path.exists(f"{base}.triton.json"):
        with open(f"{base}.triton.json") as file:
            launches["triton"] = json.load(file)
    for who, launch in launches.items():
        if launch:
            facts[who] = statistics_of.read_kernel(tools, f"{base}.{who}.ptx", f"{base}.{who}.cubin") | {"shared": launch["shared"]}
    return launches, facts


def compare_case(args, tools, case):
    launches, facts = compare(args, tools, case.name, {"num_warps": case.num_warps, "num_stages": case.num_stages})
    with open(f"{args.folder}/{case.name}.json", "w") as file:
        json.dump({"name": case.name, "reference": case.reference, **launches, "launches": launches_of(case)}, file)
    return facts


# --- kernels of others ---


def copy_corpus(args):
    """{name: options} of the kernels in the corpus, whose texts are in FOLDER then."""
    options = {}
    for path in sorted(glob.glob(f"{args.corpus}/*.json")):
        name = os.path.basename(path)[:-len(".json")]
        if (args.case and name not in args.case.split(",")) or not os.path.exists(f"{args.corpus}/{name}.ttir"):
            continue
        with open(path) as file:
            options[name] = json.load(file)["opts"]
        shutil.copy(f"{args.corpus}/{name}.ttir", args.folder)
        with open(f"{args.folder}/{name}.options.json", "w") as file:
            json.dump(options[name], file)
    return options


def compare_corpus(args, tools):
    options = copy_corpus(args)
    if not args.reuse:
        subprocess.run([args.triton_python, f"{HERE}/triton/compile_peer.py", args.folder, "--texts", *options], check=True)
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda item: (item[0], compare(args, tools, *item)[1]), options.items()))
    return {name: facts for name, facts in found if len(facts) == 2}


def print_totals(rows):
    def count(is_such):
        return sum(is_such(facts["tern"], facts["triton"]) for facts in rows.values())

    print(f"{len(rows)} kernels")
    for what in ("registers", "spill stores", "shared", "instructions", "in the loop", "bar.sync"):
        more, less = (count(lambda mine, theirs, s=sign: s * mine[what] > s * theirs[what]) for sign in (1, -1))
        sums = [sum(facts[who][what] for facts in rows.values()) for who in ("tern", "triton")]
        print(f"{what}: tern more {more}, less {less}; in all {sums[0]} / {sums[1]}")


# --- tables ---

COLUMNS = ["registers", "spill stores", "shared", "instructions", "in the loop", "bar.sync", "wgmma", "wgmma wait", "wgmma begins",
           "mma", "cp.async", "ldmatrix", "stmatrix", "shuffles"]
MORE_IS_WORSE = ["spill stores", "shared", "bar.sync", "wgmma begins"]


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
        words = [f"{what} {mine[what]} / {theirs[what]}" for what in MORE_IS_WORSE if mine[what] > theirs[what]]
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


def compare_cases(args, tools):
    chosen = [case for case in cases.CASES if not args.case or case.name in args.case.split(",")]
    if not args.reuse:
        subprocess.run([args.triton_python, f"{HERE}/triton/compile_peer.py", args.folder, *(case.name for case in chosen)], check=True)
    for name in ("measure.py", "reference.py", "cuda.py"):
        shutil.copy(f"{HERE}/triton/{name}", args.folder)
    return {case.name: compare_case(args, tools, case) for case in chosen}


def main():
    args = read_arguments()
    tools = find_tools(args.triton_python)
    rows = compare_corpus(args, tools) if args.corpus else compare_cases(args, tools)
    if args.corpus:
        print_totals(rows)
    else:
        print_table(rows)
        print_details(rows)
    print("\nbehind:")
    print_problems(rows)
    if args.json:
        with open(args.json, "w") as file:
            json.dump(rows, file)


if __name__ == "__main__":
    main()
