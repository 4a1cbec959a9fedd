"""The C programs of examples/: each is built as its first lines say, against the libraries of the build, and run.

Environment: TERN_COMPILE, whose folder has the libraries' folder beside it.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMPILE = pathlib.Path(os.environ.get("TERN_COMPILE", "build/bin/tern-compile")).resolve()
LIBRARIES = COMPILE.parent.parent / "lib"
EXAMPLES = ROOT / "examples"
SQUARE = [EXAMPLES / "square.mlir", "-o", "m.tern"]
MATMUL = [EXAMPLES / "matmul.py", "--signature=*fp32,*fp32,*fp32,i32,i32,i32", "--constexpr=ROWS=32", "--constexpr=COLUMNS=32",
          "--constexpr=DEPTH=16", "--grid=(m + ROWS - 1) / ROWS, (n + COLUMNS - 1) / COLUMNS", "--target=cpu,cuda:sm_80",
          "-o", "matmul.o"]
# The emulator of CUDA, in the place of the driver's library.
EMULATED = {"LD_LIBRARY_PATH": f"{LIBRARIES}:{LIBRARIES.parent / 'fake'}", "PTX_DEVICE": "80"}

# Program: what is compiled for it, what it is linked with, its arguments, and a part of what it prints.
PROGRAMS = {
    "call_kernel": ([EXAMPLES / "matmul.mlir", "-o", "matmul.o"], ["matmul.o", "-lm"], [], "expected"),
    "compile_and_call": (None, ["-ltern", "-lternrt"], [], "2x2xf32="),
    "launch_kernel": ([EXAMPLES / "softmax.ttir", "--target=cpu,cuda:sm_80", "-o", "m.tern"], ["-lternrt", "-lm"], ["m.tern", "cpu"],
                      "largest difference from float64: "),
    "launch_matmul": (MATMUL, ["matmul.o", "-lternrt", "-lm"], ["cpu"], "largest difference: 0\n"),
    "load_and_call": (SQUARE, ["-lternrt"], ["m.tern", "4xf32=1,2,3,4"], "4xf32=1 4 9 16"),
    "serve_threads": (SQUARE, ["-lternrt", "-lpthread"], ["m.tern", "4", "100"], "100 requests"),
}


# The same program once more, with other arguments and in another environment.
AGAIN = {"launch_matmul": (["cuda"], EMULATED)}


def run(folder, *command, **environment):
    environment = {**os.environ, "LD_LIBRARY_PATH": str(LIBRARIES), **environment}
    done = subprocess.run([str(word) for word in command], cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, f"{' '.join(map(str, command))}: {done.returncode}: {done.stdout}{done.stderr}"
    return done.stdout


def main():
    failures = 0
    sources = {path.stem for path in EXAMPLES.glob("*.c")}
    assert sources == set(PROGRAMS), f"examples/ has {sorted(sources)}, and {sorted(PROGRAMS)} are known here"
    for name, (compiled, linked, arguments, expected) in PROGRAMS.items():
        with tempfile.TemporaryDirectory() as folder:
            try:
                if compiled:
                    run(folder, COMPILE, *compiled)
                run(folder, os.environ.get("CC", "cc"), "-Wall", "-Wextra", "-Werror", "-I", ROOT / "include", "-I", folder,
                    EXAMPLES / f"{name}.c", "-o", name, "-L", LIBRARIES, *linked)
                printed = run(folder, f"./{name}", *arguments)
                assert expected in printed, f"'{expected}' is not in: {printed}"
                for arguments, environment in [AGAIN[name]] if name in AGAIN else []:
                    printed = run(folder, f"./{name}", *arguments, **environment)
                    assert expected in printed, f"'{expected}' is not in: {printed}"
            except AssertionError as error:
                failures += 1
                print(f"FAILED {name}: {error}")
    print(f"{len(PROGRAMS)} programs, {failures} failed")
    sys.exit(1 if failures else 0)


main()
