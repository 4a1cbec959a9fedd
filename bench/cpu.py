"""tern on the CPU beside OpenBLAS, oneDNN, XLA, IREE and what the machine can do: one table, all in one run.

usage: cpu.py BUILD [PART...] [--peers-python PATH] [--threads 1,2] [--samples 9] [--seconds 0.03] [--target-cpu native]

PARTs are "machine", those of bench/cpu_cases.py and "compile", or pieces of the names of cases; all without. docs/benchmarks.md
says what the rows mean. Peers that are not installed are left out with a message; XLA and IREE are used by the Python that
--peers-python or the environment's PEERS_PYTHON names. --target-cpu is what tern's programs are compiled for; oneDNN stays on the
same instructions with its environment's ONEDNN_MAX_CPU_ISA.
"""

import argparse
import os
import pathlib
import statistics
import sys
import tempfile
import time

sys.dont_write_bytecode = True
# Before NumPy is loaded, whose products in float64 are what all is compared with.
os.environ.setdefault("OPENBLAS_CORETYPE", "SkylakeX" if "avx512f" in open("/proc/cpuinfo", encoding="utf-8").read() else "")

import cpu_cases  # noqa: E402
import cpu_compile  # noqa: E402
from cpu_table import Table, describe  # noqa: E402
from cpu_workers import Failure, Workers  # noqa: E402

SETTLING = 0.01  # seconds; threads of a peer that wait for more work go on spinning for a while
PEERS = ("OpenBLAS", "oneDNN", "XLA", "IREE")
MACHINE = (
    [("f32 multiply-add", "f32", 0), ("bf16 dot, vectors", "bf16_dot", 0), ("bf16 dot, tiles", "bf16_amx", 0),
     ("int8 dot, vectors", "int8_dot", 0), ("int8 dot, tiles", "int8_amx", 0)]
    + [(f"{what}, {label}", kind, size) for label, size in (("1 MiB", 1 << 20), ("32 MiB", 32 << 20), ("768 MiB", 768 << 20))
       for what, kind in (("read", "read"), ("copy", "copy"), ("copy, non-temporal", "copy_nt"), ("copy, libc", "copy_libc"),
                          ("a + b", "add"), ("a + b, non-temporal", "add_nt"))])


def choose(parts):
    """The cases of the parts; a word that is no part is a piece of names."""
    every = list(cpu_cases.cases())
    known = {case.part for case in every} | {"machine", "compile"}
    for part in parts:
        if part not in known and not any(part in case.name for case in every):
            sys.exit(f"cpu.py: no part and no case is called {part}; there are {', '.join(sorted(known))}")
    pieces = [part for part in parts if part not in known]
    return [case for case in every if not parts or case.part in parts or any(piece in case.name for piece in pieces)]


class Bench:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.workers = Workers(pathlib.Path(options.build).resolve(), folder, options.peers_python, max(options.threads),
                               options.target_cpu)
        self.failures = []  # what is wrong with tern

    def report(self, column, text):
        """Something that cannot be measured: a failure if it is ours."""
        if column in ("tern", "dispatch"):
            self.failures.append(f"{text} ({column})")
        else:
            self.workers.say(f"{text} ({column})")

    def take_turns(self, label, runners):
        """Median seconds of a call of each worker, by column. The first turn is not counted."""
        times, seconds = {column: [] for column in runners}, self.options.seconds
        for turn in range(self.options.samples + 1):
            for column in list(times):
                try:
                    taken = float(runners[column].ask(f"time {seconds if turn else seconds / 10}"))
                except Failure as failure:
                    self.report(column, f"{label}: {failure}")
                    del times[column]
                    continue
                if turn:
                    times[column].append(taken)
                time.sleep(SETTLING)
        return {column: statistics.median(taken) for column, taken in times.items()}

    def run_machine(self, table):
        for name, kind, size in MACHINE:
            for threads in self.options.threads:
                worker = self.workers.get("machine", threads)
                try:
                    work = float(worker.ask(f"load {kind} {size or ''}"))
                except Failure as failure:
                    self.workers.say(f"{name}: {failure}")
                    break
                seconds = self.take_turns(name, {"bound": worker})["bound"]
                worker.ask("drop")
                table.add_machine(name, threads, work / seconds, is_bytes=bool(size))

    def bound(self, case, threads):
        """A loaded worker of the machine, and the seconds of the case for each second of a call; the best of the kinds."""
        best = None
        worker = self.workers.get("machine", threads)
        size = "" if case.flops and case.bound != ("read",) else int(case.bytes)
        for kind in case.bound:
            try:
                work = float(worker.ask(f"load {kind} {size}"))
                rate = work / min(float(worker.ask("time 0.02")) for _ in range(3))
                worker.ask("drop")
            except Failure:
                continue
            if best is None or rate > best[0]:
                best = (rate, kind, work)
        if not best:
            return None, 0
        worker.ask(f"load {best[1]} {size}")
        return worker, (int(case.bytes) if size else case.flops) / best[2]

    def write_inputs(self, arrays):
        """Files of the arrays, as workers take them."""
        specs = []
        for i, array in enumerate(arrays):
            path = self.folder / f"in{i}.bin"
            array.tofile(path)
            specs.append(f"{cpu_cases.spec_of(array)}=@{path}")
        return specs

    def prepare(self, case):
        """The case's inputs, and what to ask the worker of each column."""
        arrays = case.make_inputs()
        specs = self.write_inputs(arrays)
        source, requests = self.folder / "case.mlir", {}
        text, arguments = case.program(arrays, specs)
        inputs, program_inputs = " ".join(specs), " ".join(arguments)
        source.write_text(text)
        try:
            self.workers.compile_tern(source, self.folder / "case.tern")
            requests["tern"] = f"load program {self.folder}/case.tern main {program_inputs}"
        except Failure as failure:
            self.report("tern", f"{case.name}: {failure}")
        if case.dispatch and self.options.target_cpu == "native":  # it is compiled where it runs
            (self.folder / "dispatch.mlir").write_text(case.dispatch)
            requests["dispatch"] = f"load dispatch {self.folder}/dispatch.mlir {inputs}"
        if case.openblas:
            requests["OpenBLAS"] = f"load {case.openblas} {inputs}"
        if case.onednn and not case.has_constant:
            requests["oneDNN"] = f"load {case.onednn} {inputs}"
        if case.has_packed:
            requests["packed"] = f"load packed {case.onednn} {inputs}"
        requests["XLA"] = f"load run {source} {program_inputs}"
        modules = self.workers.compile_iree(source, has_product="dot_general" in text or "convolution" in text)
        if modules:
            requests["IREE"] = f"load run {','.join(modules)} {program_inputs}"
        return arrays, requests

    def start(self, case, column, request, threads, judge):
        """A worker that is ready for the case and gives the right result, or None."""
        worker = self.workers.get(column, threads)
        if not worker:
            return None
        label = f"{case.name}, threads: {threads}"
        try:
            answer = worker.ask(request)
            self.check(worker, "check", judge)
        except (Failure, ValueError) as failure:
            self.report(column, f"{label}: {failure}")
            worker.forget()
            return None
        if answer == "u8":
            self.workers.say(f"{case.name}: oneDNN is faster with u8 * s8, which is what its time is of")
        return worker

    def check(self, worker, command, judge):
        """Fails if what a worker computed, or computes now, is wrong."""
        results = self.folder / "results"
        results.mkdir(exist_ok=True)
        for path in results.iterdir():
            path.unlink()
        worker.ask(f"{command} {results}")
        outputs = [(results / f"out{i}.bin").read_bytes() for i in range(len(list(results.iterdir())))]
        wrong = judge(outputs)
        if wrong:
            raise Failure(wrong)

    def check_last(self, case, column, worker, judge):
        """What the last of many calls gave must be right, too."""
        try:
            self.check(worker, "results", judge)
        except (Failure, ValueError) as failure:
            self.report(column, f"{case.name}, after many calls: {failure}")

    def run_case(self, case, table):
        arrays, requests = self.prepare(case)
        judge = case.judge(arrays)
        del arrays
        for threads in self.options.threads:
            runners = {}
            for column, request in requests.items():
                worker = self.start(case, column, request, threads, judge)
                if worker:
                    runners[column] = worker
            factor = 0
            if case.bound:
                worker, factor = self.bound(case, threads)
                if worker:
                    runners["bound"] = worker
            times = self.take_turns(case.name, runners)
            if "bound" in times:
                times["bound"] *= factor
            for column, worker in runners.items():
                if column in ("tern", "dispatch") and column in times:
                    self.check_last(case, column, worker, judge)
                worker.forget()
            amount, unit = (case.flops, "op/s" if case.part == "int8" else "F/s") if case.flops else (case.bytes, "B/s")
            table.add(case.name, threads, times, case.targets, amount, unit)

    def run(self):
        parts, table = self.options.parts, Table(PEERS)
        chosen = choose(parts)
        print(describe(self.workers), flush=True)
        print()
        table.print_head()
        if not parts or "machine" in parts:
            self.run_machine(table)
        for case in chosen:
            start = time.perf_counter()
            self.run_case(case, table)
            print(f"{case.name}: {time.perf_counter() - start:.1f} s", file=sys.stderr, flush=True)
        if not parts or "compile" in parts:
            cpu_compile.run(self, table)
        for note in self.workers.notes:
            print(f"\nNote: {note}")
        for failure in self.failures:
            print(f"\ntern FAILS: {failure}")
        print(f"\nTargets: {table.verdicts['met']} met, {table.verdicts['missed']} missed.")
        return 1 if self.failures else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("parts", nargs="*")
    parser.add_argument("--peers-python", default=os.environ.get("PEERS_PYTHON"))
    parser.add_argument("--target-cpu", default="native")
    parser.add_argument("--threads", type=lambda text: [int(n) for n in text.split(",")], default=[1, 2])
    parser.add_argument("--samples", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.03)
    options = parser.parse_args()
    most = len(os.sched_getaffinity(0))
    if max(options.threads) > most:
        parser.error(f"--threads: there are {most} processors")
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options, pathlib.Path(folder))
        try:
            sys.exit(bench.run())
        finally:
            bench.workers.close()


if __name__ == "__main__":
    main()
