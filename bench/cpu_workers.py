"""The processes that bench/cpu.py measures with: compiled, started on processors of their own number, and asked."""

import ctypes.util
import os
import pathlib
import select
import signal
import subprocess
import sys

BENCH = pathlib.Path(__file__).resolve().parent
ROOT = BENCH.parent
TIMEOUT = 120  # seconds of one command
# For IREE: its highest level, and for products also with layouts that suit their tiles.
IREE_FLAGS = "--iree-opt-level=O3"
IREE_PRODUCT_FLAGS = "--iree-opt-level=O3 --iree-opt-data-tiling"
# OpenBLAS knows the processors of its time: which of these kernels is fastest is measured.
OPENBLAS_CORES = ("", "SapphireRapids", "Cooperlake", "SkylakeX", "Zen", "Haswell")
# XLA and IREE get memory for each result. That which they gave back must not go to the system in between, which would cost a
# page fault for each page in each call: an allocator that keeps it, or at least malloc() told so, which works below 64 MiB.
KEEPS_MEMORY = {"MALLOC_CONF": "dirty_decay_ms:-1,muzzy_decay_ms:-1,oversize_threshold:0,thp:always"}
KEEPS_SOME_MEMORY = {"MALLOC_MMAP_THRESHOLD_": str(1 << 40), "MALLOC_TRIM_THRESHOLD_": str(1 << 40)}


class Failure(Exception):
    """A worker that does not do what it should, or a program that does not compile."""


def processors(count):
    """Processors of different cores first."""
    allowed, seen, first, rest = sorted(os.sched_getaffinity(0)), set(), [], []
    for cpu in allowed:
        path = f"/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list"
        core = open(path, encoding="ascii").read() if os.path.exists(path) else cpu
        (rest if core in seen else first).append(cpu)
        seen.add(core)
    if len(allowed) < count:
        raise Failure(f"{count} threads need as many processors, and there are {len(allowed)}")
    return (first + rest)[:count]


class Worker:
    """One process. It is started when it is first asked, and again after it died."""

    def __init__(self, command, cpus, environment):
        self.command, self.cpus, self.process, self.status = command, cpus, None, 0
        self.environment = {**os.environ, **environment}
        self.greeting = self.start()

    def start(self):
        cpus = set(self.cpus)
        self.process = subprocess.Popen([str(word) for word in self.command], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        env=self.environment, preexec_fn=lambda: os.sched_setaffinity(0, cpus))
        return self.answer()

    def ask(self, line):
        if not self.process:
            self.start()
        try:
            self.process.stdin.write(line.encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass  # the answer tells how it died
        return self.answer()

    def answer(self):
        ready, _, _ = select.select([self.process.stdout], [], [], TIMEOUT)
        line = self.process.stdout.readline().decode() if ready else ""
        if not line:
            self.close()
            raise Failure("takes too long" if not ready else f"its process died ({signal_name(self.status)})")
        word, _, rest = line.strip().partition(" ")
        if word != "ok":
            raise Failure(rest)
        return rest

    def forget(self):
        """Drops the case, whatever became of the worker."""
        if self.process:
            try:
                self.ask("drop")
            except Failure:
                pass

    def close(self):
        if self.process:
            try:
                self.process.stdin.close()  # at the end of its input it ends
                self.status = self.process.wait(0.5)
            except (subprocess.TimeoutExpired, BrokenPipeError):
                self.process.kill()
                self.status = self.process.wait()
            self.process.stdout.close()
            self.process = None


def signal_name(status):
    return signal.Signals(-status).name if status < 0 else f"status {status}"


class Workers:
    def __init__(self, build, folder, peers_python, most_threads, target_cpu="native"):
        self.build, self.folder, self.peers_python, self.most_threads = build, folder, peers_python, most_threads
        self.target_cpu = target_cpu
        self.all, self.missing, self.notes, self.openblas_core = {}, set(), [], None
        self.programs = {}
        tern = [f"-I{ROOT}/include", f"-L{build}/lib", "-ltern", "-lternrt", f"-Wl,-rpath,{build}/lib"]
        for name, flags in (("tern", tern), ("machine", ["-march=native", "-lpthread"]),
                            ("OpenBLAS", ["-O3", "-march=native", "-ldl"]), ("oneDNN", ["-ldnnl", "-lm"])):
            self.build_program(name, flags)

    def say(self, text):
        if text not in self.notes:
            self.notes.append(text)

    def build_program(self, name, flags):
        output = self.folder / f"cpu_{name.lower()}"
        command = ["gcc", "-std=gnu17", "-O2", "-Wall", "-Wextra", BENCH / f"cpu_{name.lower()}.c", BENCH / "cpu_worker.c",
                   "-o", output, *flags]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            if name in ("tern", "machine"):
                sys.exit(f"cpu.py: {done.stderr}")
            self.missing.add(name)
            self.say(f"{name}: {next((line for line in done.stderr.splitlines() if 'error' in line), 'does not compile')}")
        self.programs[name] = output

    def get(self, column, threads):
        """The worker for a column of the table, or None if it is not installed."""
        name = {"dispatch": "tern", "packed": "oneDNN", "bound": "machine"}.get(column, column)
        if name in self.missing:
            return None
        key = (column if column != "bound" else "machine", threads)
        if key not in self.all:
            try:
                self.all[key] = self.open(name, threads)
            except (Failure, OSError) as failure:
                self.missing.add(name)
                self.say(f"{name}: {failure}")
                return None
        return self.all[key]

    def open(self, name, threads):
        cpus, environment = processors(threads), {}
        if name == "OpenBLAS":
            self.openblas_core = self.openblas_core if self.openblas_core is not None else self.choose_core()
            environment = self.openblas_environment(self.openblas_core)
        elif name == "oneDNN":
            environment = {"OMP_NUM_THREADS": str(threads), "OMP_PROC_BIND": "close",
                           "OMP_PLACES": ",".join(f"{{{cpu}}}" for cpu in cpus)}
        if name in ("XLA", "IREE"):
            environment = dict(self.allocator())
            if name == "XLA" and threads == 1:
                environment["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
            if not self.peers_python:
                raise Failure("no Python that has it is named (--peers-python)")
            command = [self.peers_python, BENCH / "cpu_peers.py", name.lower()]
        else:
            command = [self.programs[name], threads]
        return Worker(command, cpus, environment)

    def allocator(self):
        library = ctypes.util.find_library("jemalloc")
        if library:
            return {"LD_PRELOAD": library, **KEEPS_MEMORY}
        self.say("XLA and IREE would gain by jemalloc, which is not installed")
        return KEEPS_SOME_MEMORY

    @staticmethod
    def openblas_environment(core):
        # Its threads look for work for long after a call, which must not be the next worker's time: 2^20 cycles.
        environment = {"OPENBLAS_THREAD_TIMEOUT": "20", "OPENBLAS_CORETYPE": core}
        return environment if core else {k: v for k, v in environment.items() if v}

    def choose_core(self):
        """The name that makes a product of 512 x 512 fastest."""
        path, best, problem = self.folder / "ones.bin", None, None
        path.write_bytes(b"\0\0\x80\x3f" * 512 * 512)
        for core in OPENBLAS_CORES:
            try:
                worker = Worker([self.programs["OpenBLAS"], 1], processors(1), self.openblas_environment(core))
                worker.ask(f"load gemm 512 512 512 x=@{path} x=@{path}")
                seconds = min(float(worker.ask("time 0.02")) for _ in range(3))
                worker.close()
            except Failure as failure:
                problem = failure
                continue
            # A name that it does not know, or a core without those instructions, is another again.
            if best is None or seconds < best[0] * 0.97:
                best = (seconds, core)
        if best is None:
            raise problem
        return best[1]

    def compile_tern(self, source, module):
        try:
            done = subprocess.run([self.build / "bin/tern-compile", source, "-o", module, f"--target-cpu={self.target_cpu}"],
                                  capture_output=True, text=True, timeout=TIMEOUT, check=False)
        except subprocess.TimeoutExpired as expired:
            raise Failure("tern-compile takes too long") from expired
        if done.returncode:
            raise Failure(f"tern-compile: {done.stderr.strip()[:300]}")

    def compile_iree(self, source, has_product):
        """Modules of the program, by each of the sets of flags that can compile it."""
        builder, modules = self.get("IREE", self.most_threads), []
        for i, flags in enumerate([IREE_FLAGS, IREE_PRODUCT_FLAGS][:1 + has_product] if builder else []):
            module = self.folder / f"case{i}.vmfb"
            try:
                builder.ask(f"build {source} {module} {flags}")
                modules.append(str(module))
            except Failure as failure:
                self.say(f"IREE {flags}: {failure}")
        return modules

    def close(self):
        for worker in self.all.values():
            worker.close()
