"""Large weights take little more memory than their file, and what is made of them is found again.

Environment: TERN_RUN, TERN_COMPILE.
Memory is the greatest resident size of a process, pages of mapped files included.
"""

import json
import os
import struct
import subprocess
import sys
import tempfile

import numpy as np

from parameter_files import Bench, check, failures

WIDTH, COUNT, ROWS = 1024, 12, 5
SIZE = WIDTH * WIDTH * 4 * COUNT
# The process itself, its threads' stacks, and what is under way.
OVERHEAD = 16 << 20
# A process begins with the size of the one that it comes from, so that must be small.
MEASURE = "import resource, subprocess, sys; code = subprocess.call(sys.argv[1:]); " \
          "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss); sys.exit(code)"


def program(is_transposed, rows=ROWS):
    weight, value = f"tensor<{WIDTH}x{WIDTH}xf32>", f"tensor<{rows}x{WIDTH}xf32>"
    lines = [f'util.global private @w{i} = #flow.parameter.named<"m"::"w{i}"> : {weight}' for i in range(COUNT)]
    lines.append(f"func.func @main(%h0: {value}) -> {value} {{")
    for i in range(COUNT):
        lines.append(f"  %w{i} = util.global.load @w{i} : {weight}")
        lines.append(f"  %h{i + 1} = stablehlo.dot_general %h{i}, %w{i}, contracting_dims = [1] x [{int(is_transposed)}]"
                     f" : ({value}, {weight}) -> {value}")
    return "\n".join(lines + [f"  return %h{COUNT} : {value}", "}", ""])


def write_safetensors(path, arrays, offset):
    """The data begin `offset` bytes behind a multiple of 64."""
    header, at = {}, 0
    for key, array in arrays.items():
        header[key] = {"dtype": "F32", "shape": list(array.shape), "data_offsets": [at, at + array.nbytes]}
        at += array.nbytes
    text = json.dumps(header).encode()
    text += b" " * (-(len(text) + 8 - offset) % 64)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for array in arrays.values():
            file.write(array.tobytes())


def run(bench, path, x, options=()):
    """The result, or what was said; and the greatest resident size in bytes."""
    np.save(f"{bench.folder}/x.npy", x)
    command = [os.environ["TERN_RUN"], bench.module, f"--input=@{bench.folder}/x.npy", f"--parameters=m={path}",
               f"--output=@{bench.folder}/y.npy", *options]
    result = subprocess.run([sys.executable, "-S", "-c", MEASURE, *command], capture_output=True, text=True, timeout=120)
    if result.returncode != 0:
        return result.stderr, 0
    return np.load(f"{bench.folder}/y.npy"), int(result.stdout) * 1024


def is_close(result, expected):
    return isinstance(result, np.ndarray) and np.allclose(result, expected, 1e-3, 1e-3)


def test_peaks(folder, arrays, x):
    for is_transposed, rows in ((False, 1), (False, ROWS), (True, ROWS)):
        bench = Bench(folder, f"chain{int(is_transposed)}{rows}", program(is_transposed, rows))
        expected = x[:rows]
        for array in arrays.values():
            expected = expected @ (array.T if is_transposed else array)
        for offset in (0, 4, 3):
            path = f"{folder}/weights.safetensors"
            write_safetensors(path, arrays, offset)
            result, peak = run(bench, path, x[:rows])
            name = f"{'transposed, ' if is_transposed else ''}{rows} rows, data at {offset}"
            check(name, is_close(result, expected), result)
            check(f"memory of {name}", peak <= 1.1 * SIZE + OVERHEAD, f"{peak / 1e6:.1f} MB for {SIZE / 1e6:.1f} MB")
            os.remove(path)
    return bench, expected


def test_cache(bench, arrays, x, expected):
    """The last of the programs, whose weights are packed."""
    folder, path = bench.folder, f"{bench.folder}/weights.safetensors"
    cache = f"{folder}/some/cache"
    write_safetensors(path, arrays, 8)

    def entries():
        return sorted(f"{cache}/{name}" for name in os.listdir(cache))

    def run_cached(name, wanted):
        result, peak = run(bench, path, x, [f"--cache-dir={cache}"])
        check(name, is_close(result, wanted), result)
        check(f"memory, {name}", peak <= 1.1 * SIZE + OVERHEAD, f"{peak / 1e6:.1f} MB for {SIZE / 1e6:.1f} MB")

    run_cached("folder empty", expected)
    first = entries()
    check("one entry for each weight", len(first) == COUNT and all(name.endswith(".panels") for name in first), first)
    states = [os.stat(name) for name in first]
    run_cached("folder filled", expected)
    check("entries are kept", [os.stat(name).st_ino for name in first] == [s.st_ino for s in states] and entries() == first)
    # Damage is found, and what was damaged is made anew.
    for name, at, is_cut in (("panels", 5000, False), ("last byte", -1, False), ("header", 0, False), ("key", 40, False),
                             ("end", -1, True), ("all", 0, True)):
        with open(first[0], "r+b") as file:
            content = file.read()
            place = at % len(content)
            file.seek(place)
            file.write(bytes([content[place] ^ 1]))
            if is_cut:
                file.truncate(place)
        run_cached(f"damaged {name}", expected)
        with open(first[0], "rb") as file:
            check(f"damaged {name} is replaced", file.read() == content)
    # Another file in the same place: of the same size, and with the same time.
    times = os.stat(path)
    changed = {key: array[::-1].copy() for key, array in arrays.items()}
    write_safetensors(path, changed, 8)
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    wanted = x
    for array in changed.values():
        wanted = wanted @ array.T
    run_cached("changed file", wanted)
    check("entries of another file", len(entries()) == 2 * COUNT, entries())
    # A folder that cannot be is no reason to fail; nor are two who write at once.
    result, _ = run(bench, path, x, ["--cache-dir=/dev/null/nowhere"])
    check("no folder", is_close(result, wanted), result)
    for name in entries():
        os.remove(name)
    command = [os.environ["TERN_RUN"], bench.module, f"--input=@{folder}/x.npy", f"--parameters=m={path}",
               f"--cache-dir={cache}"]
    processes = [subprocess.Popen(command + [f"--output=@{folder}/y{i}.npy"]) for i in range(3)]
    check("three at once", all(process.wait(timeout=60) == 0 for process in processes))
    check("three results", all(is_close(np.load(f"{folder}/y{i}.npy"), wanted) for i in range(3)))
    check("nothing is left over", len(entries()) == COUNT, entries())


def main():
    rng = np.random.default_rng(11)
    # Products that neither grow nor vanish.
    arrays = {f"w{i}": rng.standard_normal((WIDTH, WIDTH), np.float32) / np.float32(WIDTH ** 0.5) for i in range(COUNT)}
    x = rng.standard_normal((ROWS, WIDTH), np.float32)
    with tempfile.TemporaryDirectory() as folder:
        bench, expected = test_peaks(folder, arrays, x)
        test_cache(bench, arrays, x, expected)
    print(f"memory of parameters: {'all right' if not failures else f'{len(failures)} failed'}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
