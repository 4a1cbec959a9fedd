"""CUDA programs of test/e2e/Inputs/cuda, without a toolkit and without a GPU: clang compiles the device's side to bitcode and the host's
side to an object, tern-kernels compiles the bitcode for the CPU, and libtern_cudart runs it. The programs compare their results with
the host's, and say what is different.

usage: TERN_RUN=... cuda_kernels.py [part of a program's name...]
"""

import os
import pathlib
import subprocess
import sys
import tempfile

BUILD = pathlib.Path(os.environ["TERN_RUN"]).parent.parent
INPUTS = pathlib.Path(__file__).parent / "Inputs" / "cuda"
CLANG = os.environ.get("CLANGXX", "clang++-22")
CUDA = [CLANG, "-x", "cuda", "--cuda-gpu-arch=sm_80", "-nocudainc", "-nocudalib", "-Xclang", "-target-sdk-version=12.9",
        "-Wno-unknown-cuda-version", "-isystem", BUILD / "lib" / "tern" / "cuda", "-include", "tern_cuda.h", "-c", "-O2"]

# A sanitized runtime takes a program that has its sanitizers.
SANITIZERS = ["-fsanitize=address,undefined"] if "TERN_SANITIZE:BOOL=ON" in (BUILD / "CMakeCache.txt").read_text() else []


def run(command, **options):
    return subprocess.run([str(part) for part in command], check=True, **options)


def build(source, folder):
    """Compiles and links a program; gives its path."""
    bitcode, kernels, host, program, image = (folder / (source.stem + ending) for ending in (".bc", ".k.o", ".h.o", "", ".fatbin"))
    image.write_text("no code for a GPU")
    run([*CUDA, "--cuda-device-only", "--cuda-feature=+ptx83", "-emit-llvm", "-Xclang", "-disable-llvm-passes", source, "-o", bitcode])
    run([BUILD / "bin" / "tern-kernels", bitcode, "-o", kernels])
    run([*CUDA, "--cuda-host-only", "-Xclang", "-fcuda-include-gpubinary", "-Xclang", image, source, "-o", host])
    run([CLANG, *SANITIZERS, host, kernels, "-L" + str(BUILD / "lib"), "-ltern_cudart", "-Wl,-rpath," + str(BUILD / "lib"), "-lm", "-o", program])
    return program


# Kernels that the CPU cannot run are left out, with a note that says why.
REFUSED = {
    'asm volatile("mov.u32 %0, %%smid;" : "=r"(p[0]));': "inline assembly of the GPU",
    "p[0] = waits(p[1]);": "a function that calls itself, and that waits for other threads or asks which one it is",
    "p[0] = keeps(p[1]);": "shared memory in a function that calls itself",
}
FUNCTIONS = """__device__ int waits(int n) { __syncthreads(); return n < 2 ? n : waits(n - 1) + waits(n - 2); }
__device__ int keeps(int n) { __shared__ int s[4]; s[n & 3] = n; return n < 2 ? s[0] : keeps(n - 1) + keeps(n - 2); }
"""


def check_refusals(folder):
    failures = 0
    source, bitcode = folder / "refused.cu", folder / "refused.bc"
    for body, reason in REFUSED.items():
        source.write_text(FUNCTIONS + f"__global__ void refused(int *p) {{ {body} }}")
        run([*CUDA, "--cuda-device-only", "--cuda-feature=+ptx83", "-emit-llvm", "-Xclang", "-disable-llvm-passes", source, "-o", bitcode])
        done = run([BUILD / "bin" / "tern-kernels", bitcode, "-o", folder / "refused.o"], stderr=subprocess.PIPE, text=True)
        if f"kernel '_Z7refusedPi' does not run on the CPU: it has {reason}" not in done.stderr:
            failures += 1
            print(f"{body}: expected '{reason}', but the note is '{done.stderr}'")
    checked = subprocess.run([BUILD / "bin" / "tern-kernels", bitcode, "--checks", "-o", folder / "refused.o"], stderr=subprocess.PIPE, text=True)
    if checked.returncode != 1 or "kernels with checks for races and bounds cannot be made yet" not in checked.stderr:
        failures += 1
        print(f"--checks: {checked.stderr}")
    bitcode.write_text("no bitcode")
    wrong = subprocess.run([BUILD / "bin" / "tern-kernels", bitcode, "-o", folder / "refused.o"], stderr=subprocess.PIPE, text=True)
    if wrong.returncode != 1 or "the device code is not LLVM bitcode" not in wrong.stderr:
        failures += 1
        print(f"no bitcode: {wrong.stderr}")
    return failures


def main():
    wanted = sys.argv[1:]
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        failures += check_refusals(pathlib.Path(folder))
        for source in sorted(INPUTS.glob("*.cu")):
            if wanted and not any(part in source.name for part in wanted):
                continue
            program = build(source, pathlib.Path(folder))
            for threads in ("1", "3"):
                environment = dict(os.environ, TERN_CUDA_DEVICE="cpu", TERN_CUDA_CPU_THREADS=threads)
                done = subprocess.run([program], env=environment, capture_output=True, text=True, timeout=60)
                if done.returncode != 0:
                    failures += 1
                    print(f"{source.name} with {threads} threads: status {done.returncode}\n{done.stdout}{done.stderr}")
    print(f"{failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
