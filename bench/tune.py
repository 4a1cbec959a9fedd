"""Finds tiles for products of matrices that are faster here than those that tern chooses, and keeps them in a tuning file.

usage: tune.py BUILD WHAT... --output TUNING.txt [--threads N] [--samples 9] [--margin 0.03] [--seconds 0.03]

WHAT is M,N,K[,ELEMENT], a product of f32 (or bf16, or i8), or a FILE.mlir whose products are tuned, each alone. Candidates take turns
with the default; an entry is kept if it is faster by the margin, by the medians of two rounds. What TUNING.txt has of other products
stays; entries are sorted. Threads are as many as there are processors: what is best for one may leave nothing to others.
docs/performance.md describes the file.
"""

import argparse
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

import numpy as np

sys.dont_write_bytecode = True
from cpu_workers import BENCH, ROOT, Failure, Worker, processors  # noqa: E402

RESULTS = {"f32": "f32", "bf16": "f32", "i8": "i32"}
# Of numbers from -1 to 1.
BYTES = {"f64": lambda x: x.tobytes(), "f32": lambda x: x.astype(np.float32).tobytes(), "f16": lambda x: x.astype(np.float16).tobytes(),
         "bf16": lambda x: (x.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16).tobytes(),
         "i8": lambda x: (x * 127).astype(np.int8).tobytes(), "i32": lambda x: (x * 127).astype(np.int32).tobytes()}
# Rows are a multiple of the register tile's: 6, or 32 where the processor multiplies tiles.
ROWS = {False: (48, 66, 96, 132, 192, 258), True: (32, 64, 96, 128, 192, 256)}
COLUMNS = (64, 128, 256, 512, 1024)
BLOCKS = (65536, 131072)
REMARK = re.compile(r"remark: tuning: (.*); ")
KEY = re.compile(r"contraction (\w+),(\w+),(\w+) (\w+),(\w+)->(\w+)((?: [\w-]+=\d+)*)$")


def tensor(letters, sizes, element):
    return f"tensor<{''.join(f'{sizes[c]}x' for c in letters)}{element}>"


def product_text(left, right, result, sizes, elements):
    """A program that is one product; how operands lie is said by letters of einsum."""
    a, b, r = (tensor(*part) for part in ((left, sizes, elements[0]), (right, sizes, elements[1]), (result, sizes, elements[2])))
    batch = f"batching_dims = [{left.index('b')}] x [{right.index('b')}], " if "b" in left else ""
    return (f"func.func @main(%a: {a}, %b: {b}) -> {r} {{\n"
            f"  %0 = stablehlo.dot_general %a, %b, {batch}contracting_dims = [{left.index('k')}] x [{right.index('k')}] : ({a}, {b}) -> {r}\n"
            f"  return %0 : {r}\n}}\n")


class Tuner:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.build = pathlib.Path(options.build).resolve()
        self.source, self.tuning = folder / "product.mlir", folder / "tuning.txt"
        program = folder / "cpu_tern"
        subprocess.run(["gcc", "-std=gnu17", "-O2", BENCH / "cpu_tern.c", BENCH / "cpu_worker.c", "-o", program, f"-I{ROOT}/include",
                        f"-L{self.build}/lib", "-ltern", "-lternrt", f"-Wl,-rpath,{self.build}/lib"], check=True)
        self.command, self.cpus = [program, options.threads], processors(options.threads)

    def compile(self, source, module, values=None):
        """Compiles; gives what the products in it are called in tuning files."""
        command = [self.build / "bin/tern-compile", source, "-o", module, "--explain=full"]
        if values:
            self.tuning.write_text(f"{values}\n", encoding="utf-8")
            command.append(f"--tuning-file={self.tuning}")
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"tune.py: {done.stderr}")
        return REMARK.findall(done.stderr)

    def keys(self, what):
        """Keys of what was asked for."""
        parts = what.split(",")
        if what.endswith(".mlir"):
            return self.compile(what, self.folder / "whole.tern")
        if len(parts) not in (3, 4) or not all(p.isdecimal() for p in parts[:3]) or (parts[3:] or ["f32"])[0] not in RESULTS:
            sys.exit(f"tune.py: '{what}' is neither M,N,K[,f32|bf16|i8] nor a file of MLIR")
        element = (parts[3:] or ["f32"])[0]
        sizes = dict(zip("mnk", map(int, parts[:3])))
        self.source.write_text(product_text("mk", "kn", "mn", sizes, (element, element, RESULTS[element])), encoding="utf-8")
        return self.compile(self.source, self.folder / "whole.tern")

    def load(self, name, module, inputs):
        worker = Worker(self.command, self.cpus, {})
        worker.ask(f"load program {module} main {' '.join(inputs)}")
        worker.ask("time 0.001")
        self.workers[name] = worker

    def measure(self, names, samples):
        """Median seconds of a call of each, in turns."""
        times = {name: [] for name in names}
        for turn in range(samples + 1):
            for name in names:
                seconds = float(self.workers[name].ask(f"time {self.options.seconds}"))
                if turn:
                    times[name].append(seconds)
        return {name: statistics.median(taken) for name, taken in times.items()}

    def best_of(self, key, candidates, inputs):
        """The candidate that is fastest in a short round, and its seconds and the default's in a long one."""
        self.workers = {}
        try:
            for i, values in enumerate([""] + candidates):
                module = self.folder / f"{i}.tern"
                found = self.compile(self.source, module, values and f"{key}: {values}")
                if found != [key]:
                    return None  # as a program of its own it is another product
                self.load(values, module, inputs)
            short = self.measure(list(self.workers), 3)
            best = min(candidates, key=short.get)
            if short[best] >= short[""]:
                return None
            rounds = [self.measure(["", best], self.options.samples) for _ in range(2)]
            if any(times[best] > times[""] * (1 - self.options.margin) for times in rounds):
                return None
            return best, rounds[1][best], rounds[1][""]
        finally:
            for worker in self.workers.values():
                worker.close()

    def tune(self, key):
        """The text of an entry without its key, or None: nothing is faster."""
        match = KEY.fullmatch(key)
        if not match or match[6] not in ("mn", "bmn") or not set(match.group(1, 2)) <= set(BYTES):
            return None
        sizes = {name: int(size) for name, size in (word.split("=") for word in match[7].split())}
        self.source.write_text(product_text(*match.group(4, 5, 6), sizes, match.group(1, 2, 3)), encoding="utf-8")
        inputs = []
        for letters, element in ((match[4], match[1]), (match[5], match[2])):
            path, shape = self.folder / f"input{len(inputs)}.bin", [sizes[c] for c in letters]
            path.write_bytes(BYTES[element](np.random.default_rng(len(inputs)).uniform(-1, 1, shape)))
            inputs.append(f"{'x'.join(map(str, shape))}x{element}=@{path}")
        chosen, result = [], None
        rows = [f"tile-m={t}" for t in ROWS["amx" in sizes] if t < sizes["m"]]
        columns = [f"tile-n={t}" for t in COLUMNS if t < sizes["n"]] + [f"tile-n={sizes['n']}"] * (32 <= sizes["n"] <= COLUMNS[-1])
        # First both sides of tiles, then what of the right factor is used at a time.
        for step in ([" ".join(pair) for pair in ((r, c) for r in rows + [f"tile-m={max(32, sizes['m'])}"] for c in columns)],
                     [f"block-bytes={block}" for block in BLOCKS]):
            candidates = [" ".join(chosen + [text]) for text in step]
            found = self.best_of(key, candidates, inputs) if candidates else None
            if found:
                chosen, result = [found[0]], found
        return f"{result[0]}  # {result[1] * 1e3:.3f} ms, default {result[2] * 1e3:.3f} ms" if result else None


def read_entries(path):
    """Entries of a file by key, the last of equal ones."""
    entries = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else []:
        key, colon, values = line.partition(":")
        if colon and not key.lstrip().startswith("#"):
            entries[" ".join(key.split())] = values.strip()
    return entries


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("what", nargs="+")
    parser.add_argument("--output", required=True, type=pathlib.Path)
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--samples", type=int, default=9)
    parser.add_argument("--margin", type=float, default=0.03)
    parser.add_argument("--seconds", type=float, default=0.03, help="of one measurement")
    options = parser.parse_args()
    entries = read_entries(options.output)
    with tempfile.TemporaryDirectory() as folder:
        tuner = Tuner(options, pathlib.Path(folder))
        for key in dict.fromkeys(key for what in options.what for key in tuner.keys(what)):
            try:
                values = tuner.tune(key)
            except Failure as failure:
                sys.exit(f"tune.py: {key}: {failure}")
            print(f"{key}: {values or 'the default'}", flush=True)
            # What was measured before is out of date either way.
            entries.pop(key, None)
            if values:
                entries[key] = values
            options.output.write_text("".join(f"{key}: {entries[key]}\n" for key in sorted(entries)), encoding="utf-8")


if __name__ == "__main__":
    main()
