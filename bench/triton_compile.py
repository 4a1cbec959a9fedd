"""What compiling a kernel of Triton's takes in a cold process, from its IR: tern beside Triton's own stages.

usage: triton_compile.py BUILD CASES [--triton-python PATH] [--chip CHIP] [--repeats N]

CASES is a folder of NAME.ttir and NAME.json (`num_warps`, and `num_stages` among `opts`). Milliseconds of processors, each the least of N
processes that have compiled nothing before: what else the machine does only adds. `process` is all of tern-compile to PTX, from its start to
its end, and in brackets the time that passes. `read` begins in a process that has libtern loaded; `ttgir` and `llir` are tern's passes,
`ptx` is LLVM; it is loaded meanwhile. Triton's times are those of make_ttgir, make_llir and make_ptx of its back end, in the Python
with Triton, which is imported before; ptxas is in neither. `ratio` is Triton's sum to tern's process, and in brackets to the sum of tern's
stages.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

TRITON_STAGES = ("ttgir", "llir", "ptx")


# --- in the Python with Triton ---

def run_triton(path, capability, warps, stages):
    from triton._C.libtriton import ir
    from triton.backends.compiler import GPUTarget, Language
    from triton.compiler.compiler import make_backend

    target = GPUTarget("cuda", capability, 32)
    backend = make_backend(target)
    options = backend.parse_options({"num_warps": warps, "num_stages": stages})
    context, passes, times = ir.context(), {}, {}
    ir.load_dialects(context)
    backend.load_dialects(context)
    backend.add_stages(passes, options, Language.TRITON)
    module = ir.parse_mlir_module(path, context)
    module.context = context
    metadata = {"target": target, **options.__dict__}
    for stage in TRITON_STAGES:
        start = time.process_time()
        module = passes[stage](module, metadata)
        times[stage] = (time.process_time() - start) * 1e3
    print(json.dumps(times))


# --- processes ---

def run_json(command):
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()[-1])


def least(samples):
    return {name: min(sample[name] for sample in samples) for name in samples[0]}


def time_process(command):
    """Milliseconds that pass, and those of processors."""
    start = time.perf_counter()
    process = subprocess.Popen(command)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: failed")
    return {"elapsed": (time.perf_counter() - start) * 1e3, "processors": (usage.ru_utime + usage.ru_stime) * 1e3}


def build_worker(build, folder):
    source, include = pathlib.Path(__file__).parent / "triton/kernel_compile.c", pathlib.Path(__file__).parents[1] / "include"
    worker = f"{folder}/kernel_compile"
    subprocess.run([os.environ.get("CC", "cc"), "-O2", f"-I{include}", source, "-o", worker, f"-L{build}/lib", "-ltern",
                    f"-Wl,-rpath,{build}/lib"], check=True)
    return worker


def measure_tern(build, worker, path, chip, warps, stages, folder, repeats):
    options = [f"--target=cuda:{chip}", f"--num-warps={warps}", f"--num-stages={stages}"]
    command = [f"{build}/bin/tern-compile", path, *options, "-o", f"{folder}/kernel.ptx"]
    steps = [worker, path, chip, str(warps), str(stages)]
    times = least([time_process(command) for _ in range(repeats)])
    times |= least([run_json(steps) for _ in range(repeats)])
    shown = least([run_json([*steps, "shown"]) for _ in range(repeats)])
    times["ptx"] = shown["ptx"]
    times["llir"] = max(0.0, times["llir"] - shown["ptx"])
    return times


def measure(options, name, worker, folder):
    path = f"{options.cases}/{name}.ttir"
    case = json.loads(pathlib.Path(f"{options.cases}/{name}.json").read_text())
    warps, stages = case.get("num_warps", 4), case.get("opts", {}).get("num_stages", 3)
    ours = measure_tern(options.build, worker, path, options.chip, warps, stages, folder, options.repeats)
    row = [name, f"{ours['processors']:.1f} ({ours['elapsed']:.1f})"]
    row += [f"{ours[stage]:.1f}" for stage in ("read", *TRITON_STAGES)]
    if options.triton_python:
        capability = "".join(filter(str.isdigit, options.chip))
        command = [options.triton_python, __file__, "--stages", path, capability, str(warps), str(stages)]
        theirs = least([run_json(command) for _ in range(min(options.repeats, 3))])
        total = sum(theirs.values())
        row += [f"{theirs[stage]:.1f}" for stage in TRITON_STAGES] + [f"{total:.1f}"]
        row.append(f"{total / ours['processors']:.1f} ({total / sum(ours[stage] for stage in ('read', *TRITON_STAGES)):.1f})")
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build")
    parser.add_argument("cases")
    parser.add_argument("--triton-python", help="a Python with Triton; without it, tern is alone")
    parser.add_argument("--chip", default="sm_90a")
    parser.add_argument("--repeats", type=int, default=15)
    options = parser.parse_args()
    options.build = os.path.abspath(options.build)
    head = ["case", "process", "read", *TRITON_STAGES]
    if options.triton_python:
        head += [f"Triton {stage}" for stage in TRITON_STAGES] + ["Triton", "ratio"]
    print(f"| {' | '.join(head)} |\n|{' --- |' * len(head)}")
    with tempfile.TemporaryDirectory() as folder:
        worker = build_worker(options.build, folder)
        for path in sorted(pathlib.Path(options.cases).glob("*.ttir")):
            print(f"| {' | '.join(measure(options, path.stem, worker, folder))} |", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--stages"]:
        run_triton(sys.argv[2], *map(int, sys.argv[3:6]))
    else:
        main()
