"""Compile time and time per call of the networks of test/models: tern beside XLA (through JAX) and IREE, in one run.

usage: models.py BUILD [MODEL...]
Peers are left out with a message if they are not installed: `pip install jax iree-base-compiler iree-base-runtime`.

Compile time is taken in two ways. `compile` is what a running process pays: reading the text, compiling, loading and the
first call, the least of several with a compiler made anew each time and the code generator loaded before; the same for
XLA (its cache is off) and, through its Python binding and without the call, for IREE. `process` is the whole process of the
compiler, for tern and IREE; XLA's takes seconds to start. Times per call are the least
of many calls with the arguments on the device, on as many threads as the machine has processors.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

import numpy as np

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
MODELS = os.path.join(ROOT, "test", "models")
sys.path.insert(0, os.path.join(ROOT, "test", "e2e"))
from models import make_input  # noqa: E402

CALLS = 200
COMPILES = 5

XLA = r"""
import os, sys, json, time
os.environ["JAX_PLATFORMS"] = "cpu"
import jax, numpy as np
from jax._src.lib import xla_client
client, device = jax.devices()[0].client, jax.devices()[0]
inputs, calls, compiles = sys.argv[4:], int(sys.argv[2]), int(sys.argv[3])
arrays = [jax.device_put(np.load(path)) for path in inputs]
def call(executable):
    start = time.perf_counter()
    for result in executable.execute(arrays): result.block_until_ready()
    return time.perf_counter() - start
def build():
    start = time.perf_counter()
    text = open(sys.argv[1]).read()
    executable = client.compile_and_load(text, xla_client.DeviceList((device,)), xla_client.CompileOptions())
    call(executable)
    return executable, time.perf_counter() - start
build()  # what the first compilation in a process pays once
built = [build() for _ in range(compiles)]
executable, seconds = built[-1][0], min(time for _, time in built)
print(json.dumps({"compile": seconds, "call": min(call(executable) for _ in range(calls))}))
"""

IREE = r"""
import sys, json, time
from iree.compiler.api import Invocation, Output, Session, Source
def build():
    start = time.perf_counter()
    session = Session()
    session.set_flags("--iree-hal-target-backends=llvm-cpu", "--iree-llvmcpu-target-cpu=host")
    invocation = session.invocation()
    invocation.enable_console_diagnostics()
    if not invocation.parse_source(Source.open_file(session, sys.argv[1])) or not invocation.execute(): sys.exit(1)
    output = Output.open_membuffer()
    invocation.output_vm_bytecode(output)
    bytes(output.map_memory())
    return time.perf_counter() - start
build()
print(json.dumps({"compile": min(build() for _ in range(int(sys.argv[2])))}))
"""


def least(function, count):
    times = []
    for _ in range(count):
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return min(times)


def run_json(command):
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return json.loads(output.strip().splitlines()[-1])


def measure_tern(build, source, inputs, folder):
    module = f"{folder}/model.tern"
    command = [f"{build}/bin/tern-compile", source, "-o", module]
    seconds = least(lambda: subprocess.run(command, check=True), COMPILES)
    calls = run_json([f"{folder}/model_loop", module, "main", str(CALLS), "cpu", "0", *inputs])
    times = run_json([f"{folder}/compile_loop", source, "main", str(2 * COMPILES), "cpu", *inputs])
    return {"compile": times["first_us"] * 1e-6, "process": seconds, "call": calls["min_us"] * 1e-6,
            "bytes": os.path.getsize(module)}


def measure_xla(source, inputs):
    return run_json([sys.executable, "-c", XLA, source, str(CALLS), str(COMPILES), *inputs])


def measure_iree(source, inputs, folder):
    module = f"{folder}/model.vmfb"
    command = ["iree-compile", "--iree-hal-target-backends=llvm-cpu", "--iree-llvmcpu-target-cpu=host", source, "-o", module]
    seconds = least(lambda: subprocess.run(command, check=True, capture_output=True), 2)
    command = ["iree-benchmark-module", f"--module={module}", "--device=local-task", "--function=main",
               "--benchmark_format=json", "--benchmark_min_time=0.5s", *(f"--input=@{path}" for path in inputs)]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    report = json.loads(output[output.index("{"):])["benchmarks"][0]
    unit = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}[report["time_unit"]]
    compiled = run_json([sys.executable, "-c", IREE, source, "2"])["compile"]
    return {"compile": compiled, "process": seconds, "call": report["real_time"] * unit, "bytes": os.path.getsize(module)}


def main():
    build = os.path.abspath(sys.argv[1])
    names = sys.argv[2:] or sorted(f[:-5] for f in os.listdir(MODELS) if f.endswith(".mlir"))
    has_iree = shutil.which("iree-compile") and shutil.which("iree-benchmark-module")
    has_xla = subprocess.run([sys.executable, "-c", "import jax"], capture_output=True).returncode == 0
    for peer, is_there in (("XLA", has_xla), ("IREE", has_iree)):
        if not is_there:
            print(f"{peer} is not installed and left out")
    with tempfile.TemporaryDirectory() as folder:
        for program, libraries in (("model_loop", ["-lternrt"]), ("compile_loop", ["-ltern", "-lternrt"])):
            subprocess.run(["cc", "-O2", f"-I{ROOT}/include", f"{ROOT}/bench/{program}.c", "-o", f"{folder}/{program}",
                            f"-L{build}/lib", *libraries, f"-Wl,-rpath,{build}/lib"], check=True)
        for name in names:
            source, inputs = f"{MODELS}/{name}.mlir", []
            meta = json.load(open(f"{MODELS}/{name}.json"))
            rng = np.random.default_rng(meta["seed"])
            for i, spec in enumerate(meta["inputs"]):
                np.save(f"{folder}/in{i}.npy", make_input(spec, rng))
                inputs.append(f"{folder}/in{i}.npy")
            ours = measure_tern(build, source, inputs, folder)
            line = f"{name:11} tern: compile {ours['compile'] * 1e3:6.1f} ms, process {ours['process'] * 1e3:6.1f} ms, " \
                   f"call {ours['call'] * 1e6:7.1f} us, {ours['bytes'] // 1024} KiB"
            for peer, is_there, measure in (("XLA", has_xla, lambda: measure_xla(source, inputs)),
                                            ("IREE", has_iree, lambda: measure_iree(source, inputs, folder))):
                if not is_there:
                    continue
                theirs = measure()
                line += f" | {peer}: {theirs['compile'] * 1e3:6.1f} ms ({theirs['compile'] / ours['compile']:.1f}x), "
                if "process" in theirs:
                    line += f"process {theirs['process'] * 1e3:6.1f} ms ({theirs['process'] / ours['process']:.1f}x), "
                line += f"{theirs['call'] * 1e6:7.1f} us ({theirs['call'] / ours['call']:.2f}x)"
            print(line, flush=True)


if __name__ == "__main__":
    main()
