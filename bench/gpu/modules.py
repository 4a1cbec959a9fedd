"""Compiles the cases of bench/gpu_cases.py for a GPU: modules.py BUILD FOLDER [TARGET] [PART...].

TARGET: a Vulkan target (default hopper), or cuda:CHIP such as cuda:sm_90a. PARTs of names choose cases; all without.
Writes NAME.tern for each case, for CUDA with ptxas at hand NAME.cubin.tern too, and times.json: the milliseconds from the
program's text to its module, by name, with what the process needs to start.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import gpu_cases

TIMED = ("softmax", "matmul")


def find_ptxas():
    toolkit = os.environ.get("CUDA_PATH", "/usr/local/cuda")
    return shutil.which("ptxas") or shutil.which("ptxas", path=f"{toolkit}/bin")


def compile_case(command, source, output, repeats):
    """The least milliseconds of several times; None with what is wrong on the standard error."""
    best = None
    for _ in range(repeats):
        start = time.perf_counter()
        done = subprocess.run([*command, source, "-o", output], capture_output=True, text=True, check=False)
        elapsed = (time.perf_counter() - start) * 1e3
        if done.returncode:
            print(f"{source.name}: {done.stderr.strip()[:400]}", file=sys.stderr)
            output.unlink(missing_ok=True)
            return None
        best = min(best or elapsed, elapsed)
    return best


def main():
    build, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    target, parts = sys.argv[3] if len(sys.argv) > 3 else "hopper", sys.argv[4:]
    kind, _, chip = target.partition(":")
    is_cuda = kind == "cuda"
    options = ["--target=cuda", f"--cuda-target={chip}"] if is_cuda else ["--target=vulkan", f"--vulkan-target={target}"]
    command = [build / "bin/tern-compile", *options]
    folder.mkdir(parents=True, exist_ok=True)
    times_file = folder / "times.json"
    times = json.loads(times_file.read_text()) if times_file.exists() else {}
    for case in gpu_cases.cases():
        name = gpu_cases.file_name(case)
        if parts and not any(part in name for part in parts):
            continue
        source = folder / f"{name}.mlir"
        source.write_text(case.text)
        elapsed = compile_case(command, source, folder / f"{name}.tern", 5 if name.startswith(TIMED) else 1)
        if elapsed:
            times[name] = elapsed
        if elapsed and is_cuda and find_ptxas() and name.startswith(TIMED):
            compile_case([*command, "--cuda-embed-cubin"], source, folder / f"{name}.cubin.tern", 1)
    times_file.write_text(json.dumps(times, indent=1))


if __name__ == "__main__":
    main()
