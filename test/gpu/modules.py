"""Compiles what test/gpu/sanitize.sh runs: modules.py BUILD FOLDER [CHIP,...].

The networks of test/models and small cases of each kind of kernel (bench/gpu_cases.py), each with code for the CPU, which
says what is right, and for CUDA (sm_90a unless CHIPs are given).
"""

import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))
import gpu_cases  # noqa: E402

SHAPES = [(64, 256), (33, 100), (8, 5000)]
PRODUCTS = [(128, 128, 128), (256, 64, 192), (65, 33, 17), (1, 512, 256), (16, 256, 512)]


def cases():
    for element in ("f32", "f16"):
        yield gpu_cases.add(1 << 20, element)
        for shape in SHAPES:
            yield gpu_cases.sums(shape, element, 1)
            yield gpu_cases.sums(shape, element, 0)
            yield gpu_cases.softmax(shape, element)
            yield gpu_cases.layer_norm(shape, element)
            yield gpu_cases.transpose(shape, element)
    for kind in ("f32", "tf32", "f16", "bf16", "f8E4M3FN"):
        for m, k, n in PRODUCTS:
            yield gpu_cases.matmul(m, k, n, kind, 0)
    yield gpu_cases.dense(128, "f16")
    yield gpu_cases.convolution(2, 14, 32, 32, 3, "f16")
    yield gpu_cases.convolution(1, 9, 5, 7, 3, "f32")


def main():
    build, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    chips = sys.argv[3] if len(sys.argv) > 3 else "sm_90a"
    folder.mkdir(parents=True, exist_ok=True)
    # Whole programs only: they run on both devices.
    gpu_cases.dispatch = lambda inputs, output, body, _="": gpu_cases.function(inputs, output, body)
    sources = sorted((ROOT / "test/models").glob("*.mlir"))
    for case in cases():
        sources.append(folder / f"{gpu_cases.file_name(case)}.mlir")
        sources[-1].write_text(case.text)
    failed = 0
    for source in sources:
        done = subprocess.run([build / "bin/tern-compile", source, "-o", folder / f"{source.stem}.tern", "--target-cpu=x86-64-v3",
                               f"--target=cpu,cuda:{chips}"], capture_output=True, text=True, check=False)
        if done.returncode:
            failed += 1
            print(f"{source.name}: {done.stderr.strip()[:400]}", file=sys.stderr)
    print(f"{len(sources) - failed} modules, {failed} failures")
    sys.exit(failed != 0)


if __name__ == "__main__":
    main()
