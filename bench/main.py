"""Runs the parts of the benchmark and prints their table: main.py BUILD WORK [PART...]."""

import pathlib
import platform
import subprocess
import sys

import first_result
import kernels
import million_ops
import sizes
import spirv_latency
from measure import LLVM, Table

PARTS = {"first_result": first_result, "sizes": sizes, "million_ops": million_ops, "kernels": kernels,
         "spirv_latency": spirv_latency}


def describe_machine():
    with open("/proc/cpuinfo", encoding="utf-8") as info:
        models = [line.split(":", 1)[1].strip() for line in info if line.startswith("model name")]
    version = subprocess.run([LLVM + "mlir-opt", "--version"], capture_output=True, text=True, check=True).stdout
    llvm = next(line.strip() for line in version.splitlines() if "LLVM version" in line)
    return f"{models[0]}, {len(models)} processors, {platform.system()} {platform.release()}; {llvm}"


def main():
    build, work = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    root = pathlib.Path(__file__).resolve().parent.parent
    wanted = sys.argv[3:] or list(PARTS)
    unknown = [name for name in wanted if name not in PARTS]
    if unknown:
        sys.exit(f"bench: no part is called {unknown[0]}; there are {', '.join(PARTS)}")
    table = Table()
    for name in wanted:
        print(f"measuring {name} ...", file=sys.stderr, flush=True)
        PARTS[name].measure(build, root, work, table)
    print(describe_machine())
    print()
    table.print()


if __name__ == "__main__":
    main()
