"""Times kernels of tern and of Triton in turns on the GPU that is here, and compares results with NumPy's in f64.

usage: measure.py [FOLDER] [--case=NAME,...] [--rounds=N] [--ptx] [--libcuda=FILE] [--json=FILE]

FOLDER (default: this file's) is what bench/triton_kernels.py has made; nothing but Python, NumPy and libcuda is needed. --ptx: the
driver compiles tern's PTX, as tern-run does; otherwise both are machine code by the same ptxas.
"""

import argparse
import ctypes
import glob
import json
import math
import os
import statistics
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import cuda
import reference

BATCH_MS = 4  # of launches between two events


class Launch:
    """The arguments of a launch, on the device and here."""

    def __init__(self, driver, launch):
        random = np.random.default_rng(5)
        self.driver, self.launch, self.addresses, self.raw, self.elements, self.outputs = driver, launch, {}, {}, {}, []
        for name, value in launch["arguments"].items():
            if "number" in value:
                self.raw[name] = value["number"]
                continue
            is_output = value["holds"] == "output"
            array = cuda.empty(value["array"], value["shape"]) if is_output else reference.make(
                value["array"], value["shape"], value["holds"], random)
            self.raw[name], self.elements[name] = array, value["array"]
            self.addresses[name] = driver.allocate(array.nbytes)
            if is_output:
                self.outputs.append(name)
            else:
                driver.upload(self.addresses[name], array)

    def values(self, facts):
        """What a kernel takes: arguments, and the memory of its own that Triton's kernels may have."""
        values = []
        for name, value in self.launch["arguments"].items():
            if name in self.addresses:
                values.append(ctypes.c_uint64(self.addresses[name]))
            else:
                values.append((ctypes.c_float if value["type"] == "f32" else ctypes.c_int32)(value["number"]))
        if facts["scratch"] and "scratch" not in self.addresses:
            self.addresses["scratch"] = self.driver.allocate(facts["scratch"] * math.prod(self.launch["grid"]))
        return values + [ctypes.c_uint64(self.addresses.get("scratch", 0)), ctypes.c_uint64(0)]

    def worst_error(self, right):
        worst = 0
        for name, (where, numbers) in right.items():
            self.driver.download(self.addresses[name], self.raw[name])
            worst = max(worst, reference.worst_error(self.elements[name], self.raw[name][where], numbers))
        return worst

    def free(self):
        for address in self.addresses.values():
            self.driver.free(address)


def right_of(case, launch):
    arguments = reference.Arguments(launch.raw, launch.elements)
    with np.errstate(over="ignore"):
        return getattr(reference, case["reference"])(arguments)


def measure(driver, case, kernels, launch, rounds):
    """{who: (how far off, microseconds of one launch)}"""
    right, graphs, results = right_of(case, launch), {}, {}
    for who, function in kernels.items():
        facts = case[who]
        for name in launch.outputs:
            driver.fill(launch.addresses[name], 0xFF, launch.raw[name].nbytes)

        def graph(count):
            return driver.graph(function, launch.launch["grid"], facts["threads"], facts["shared"], launch.values(facts), count)

        once = graph(1)
        driver.run(once)
        error = launch.worst_error(right)
        least = min(driver.run(once) for _ in range(3))
        driver.destroy(once)
        count = max(1, min(200, int(BATCH_MS / max(least, 1e-3))))
        graphs[who] = (graph(count), count, [])
        results[who] = error
    for _ in range(rounds):
        for made, count, times in graphs.values():
            times.append(driver.run(made) * 1000 / count)
    for made, _, _ in graphs.values():
        driver.destroy(made)
    return {who: (results[who], statistics.median(graphs[who][2])) for who in kernels}


def load_kernels(driver, folder, case, takes_ptx):
    kernels = {}
    for who in ("tern", "triton"):
        if not case[who]:
            continue
        kind = "ptx" if takes_ptx and who == "tern" else "cubin"
        with open(f"{folder}/{case['name']}.{who}.{kind}", "rb") as file:
            kernels[who] = driver.load(file.read() + b"\0", case[who]["name"], case[who]["shared"])
    return kernels


def rate(launch, microseconds):
    if launch["operations"]:
        return f"{launch['operations'] / microseconds / 1e6:.0f} Top/s"
    return f"{launch['bytes'] / microseconds / 1e3:.0f} GB/s"


def print_row(case, launch, found):
    cells = [case["name"], launch["label"]]
    for who in ("tern", "triton"):
        cells.append(f"{found[who][1]:.1f} us, {rate(launch, found[who][1])}" if who in found else "")
    cells.append(f"{found['triton'][1] / found['tern'][1]:.2f}" if len(found) == 2 else "")
    cells.append(", ".join(f"{who} is wrong ({error:.3g} times what is allowed)" for who, (error, _) in found.items() if error > 1))
    print("| " + " | ".join(cells) + " |", flush=True)


def read_arguments():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("folder", nargs="?", default=HERE)
    parser.add_argument("--case")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--ptx", action="store_true")
    parser.add_argument("--libcuda", default="libcuda.so.1")
    parser.add_argument("--json")
    return parser.parse_args()


def main():
    args, ratios, rows, is_right = read_arguments(), [], [], True
    driver = cuda.Driver(args.libcuda)
    print(f"{driver.name}, medians of {args.rounds} rounds\n\n| kernel | size | tern | Triton | times as fast | |\n| --- " + "| --- " * 5 + "|")
    for path in sorted(glob.glob(f"{args.folder}/*.json")):
        with open(path) as file:
            case = json.load(file)
        if "launches" not in case or (args.case and case["name"] not in args.case.split(",")):
            continue
        kernels = load_kernels(driver, args.folder, case, args.ptx)
        for launch in case["launches"]:
            prepared = Launch(driver, launch)
            found = measure(driver, case, kernels, prepared, args.rounds)
            prepared.free()
            print_row(case, launch, found)
            is_right &= "tern" in found and found["tern"][0] <= 1
            rows.append({"case": case["name"], "label": launch["label"], "found": found})
            if len(found) == 2:
                ratios.append(found["triton"][1] / found["tern"][1])
    if ratios:
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        print(f"\ngeometric mean {mean:.3f}; {sum(ratio < 0.95 for ratio in ratios)} of {len(ratios)} slower than 0.95")
    if args.json:
        with open(args.json, "w") as file:
            json.dump(rows, file)
    sys.exit(0 if is_right else 1)


if __name__ == "__main__":
    main()
