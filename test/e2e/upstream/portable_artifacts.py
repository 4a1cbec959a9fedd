"""Runs portable artifacts of StableHLO: those of StableHLO's own serializer (Inputs/portable_artifacts) and those that
tern-translate writes, of every version; and checks that damaged ones are refused.

environment: TERN_RUN, TERN_TRANSLATE, TERN_DEVICE (default cpu)
"""

import os
import random
import subprocess
import sys
import tempfile

import numpy as np

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Inputs", "portable_artifacts")
PROGRAM = os.path.join(FOLDER, "mixed.mlir")
VERSIONS = [f"0.{minor}.0" for minor in range(9, 21)] + [f"1.{minor}.0" for minor in range(23)]
X = np.arange(12, dtype=np.float32).reshape(4, 3) / 8 - np.float32(0.5)
I = np.array([[1], [3]], np.int32)


def expected():
    w = np.array([[1, 0.5, -1], [0.25, 2, 1.5], [-0.5, 1, 0.75]])
    one = np.tanh(X.astype(np.float64) @ w)
    sums = np.exp(one).sum(axis=1)
    sums[I[:, 0]] += [10, 20]
    return [
        np.sin(one)[I[:, 0]].astype(np.float32),
        sums.astype(np.float32),
        np.sort(np.array([3, -1, 7, 0, 5], np.int32)) * 8,
        np.array([True, False, True, True]),
    ]


def translate(flags, path, output):
    command = [os.environ["TERN_TRANSLATE"], *flags, path, "-o", output]
    return subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=60)


def run_program(path, folder):
    """What is wrong with the outputs, or None."""
    outputs = [f"{folder}/out{i}.npy" for i in range(4)]
    device = os.environ.get("TERN_DEVICE", "cpu")
    command = [os.environ["TERN_RUN"], path, f"--device={device}", "--function=main", f"--input=@{folder}/x.npy",
               f"--input=@{folder}/i.npy", *(f"--output=@{output}" for output in outputs)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=120)
    if result.returncode != 0:
        return f"tern-run failed ({result.returncode}): {result.stderr.strip()[-500:]}"
    for i, (output, want) in enumerate(zip(outputs, expected())):
        got = np.load(output)
        if got.shape != want.shape or not np.allclose(got, want, rtol=1e-5, atol=1e-6):
            return f"output {i} is {got}, expected {want}"
    return None


def check_versions(folder):
    """All artifacts are the same program again, whoever wrote them, and it computes what it should."""
    failures, texts = [], set()
    paths = sorted(os.path.join(FOLDER, name) for name in os.listdir(FOLDER) if name.endswith(".mlir.bc"))
    for version in VERSIONS:
        path = f"{folder}/ours.{version}.mlir.bc"
        result = translate(["--serialize", f"--target={version}", "--strip-debuginfo"], PROGRAM, path)
        if result.returncode != 0:
            failures.append(f"{version}: not written: {result.stderr}")
            continue
        if f"StableHLO_v{version}".encode() not in open(path, "rb").read():
            failures.append(f"{version}: the producer is not named")
        paths.append(path)
    for path in paths:
        result = translate(["--deserialize"], path, f"{folder}/text.mlir")
        if result.returncode != 0:
            failures.append(f"{path}: not read: {result.stderr}")
            continue
        texts.add(open(f"{folder}/text.mlir", encoding="utf-8").read())
        message = run_program(path, folder)
        if message:
            failures.append(f"{path}: {message}")
    if len(texts) != 1:
        failures.append(f"{len(paths)} artifacts of one program gave {len(texts)} programs")
    return failures, len(paths)


def check_damage(folder):
    """Cut files are refused; files with wrong bytes are refused or read, and never crash the reader."""
    failures, count = [], 0
    rng = random.Random(7)
    for name in ("mixed.0.9.0.mlir.bc", "mixed.1.0.0.mlir.bc", "mixed.1.17.0.mlir.bc"):
        data = open(os.path.join(FOLDER, name), "rb").read()
        damaged = [(data[:size], True) for size in range(4, len(data), max(1, len(data) // 40))]
        for _ in range(80):
            copy = bytearray(data)
            for _ in range(rng.randint(1, 3)):
                copy[rng.randrange(4, len(copy))] = rng.randrange(256)
            damaged.append((bytes(copy), False))
        for bytes_, is_cut in damaged:
            path = f"{folder}/damaged.mlir.bc"
            with open(path, "wb") as file:
                file.write(bytes_)
            result = translate(["--deserialize"], path, f"{folder}/text.mlir")
            count += 1
            is_right = result.returncode == 1 and "error" in result.stderr
            if not is_right and (is_cut or result.returncode != 0):
                kept = f"{tempfile.gettempdir()}/damaged.{count}.mlir.bc"
                with open(kept, "wb") as file:
                    file.write(bytes_)
                failures.append(f"{kept} ({name}): exit status {result.returncode}: {result.stderr[-300:]}")
    return failures, count


# Every byte of a small artifact is changed in several ways, which meets every message of the reader.
SMALL = """func.func @f(%a: tensor<?x3xf32, #stablehlo.bounds<4, ?>> {x.b = true, x.f = 1.5 : f32, x.d = {k = "v"}},
    %q: tensor<2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>, %t: tuple<tensor<i8>>) -> tensor<9xi1> {
  %c = stablehlo.constant dense<[true, false, true, true, true, true, true, true, true]> : tensor<9xi1>
  %d = stablehlo.constant dense<[1, 2]> : tensor<2xi4>
  %e = stablehlo.compare LT, %d, %d : (tensor<2xi4>, tensor<2xi4>) -> tensor<2xi1>
  return %c : tensor<9xi1>
}
"""
MESSAGES = [
    "expected VHLO type",
    "expected VHLO attribute",
    "expected VHLO attribute as key",
    "a dimension is negative",
    "unknown vhlo type code: ",
    "unknown vhlo attribute code: ",
    "a tensor of ",
    "a tensor attribute has a type without elements",
    "a number has a type that is none of numbers",
    "a boolean is neither 0 nor 1",
    "has no case ",
    "expected as many zero points as scales",
]


def check_bytes(folder):
    with open(f"{folder}/small.mlir", "w", encoding="utf-8") as file:
        file.write(SMALL)
    flags = ["--serialize", "--target=1.0.0", "--strip-debuginfo"]
    result = translate(flags, f"{folder}/small.mlir", f"{folder}/small.bc")
    if result.returncode != 0:
        return [f"not written: {result.stderr}"], 0
    data = open(f"{folder}/small.bc", "rb").read()
    failures, count, seen = [], 0, set()
    for i in range(4, len(data)):
        for value in {0, 1, 3, 5, 17, 45, 101, 255, data[i] ^ 2, (data[i] + 4) % 256} - {data[i]}:
            with open(f"{folder}/changed.bc", "wb") as file:
                file.write(data[:i] + bytes([value]) + data[i + 1 :])
            result = translate(["--deserialize"], f"{folder}/changed.bc", f"{folder}/text.mlir")
            count += 1
            if result.returncode not in (0, 1):
                failures.append(f"byte {i} of small.bc as {value}: exit status {result.returncode}")
            seen.update(message for message in MESSAGES if message in result.stderr)
    return failures + [f"nothing provoked '{message}'" for message in MESSAGES if message not in seen], count


def main():
    with tempfile.TemporaryDirectory() as folder:
        np.save(f"{folder}/x.npy", X)
        np.save(f"{folder}/i.npy", I)
        failures, artifacts = check_versions(folder)
        more, damaged = check_damage(folder)
        most, changed = check_bytes(folder)
    failures += more + most
    for failure in failures:
        print(f"FAILED {failure}")
    print(f"{artifacts} artifacts and {damaged + changed} damaged ones, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
