"""Two versions of tern beside each other on a GPU: the modules that bench/gpu/modules.py has made with each.

    bench/gpu/modules.py BUILD FOLDER cuda:sm_90a     where the compiler is, once for each version
    bench/gpu/run.sh FOLDER --versions=BEFORE [PART...]   where the GPU is: the modules of FOLDER beside those of BEFORE

Both take turns on the same random inputs; one line for each case: the median times, how many times as fast FOLDER's is, and how
many elements have other bits. Needs NumPy, but no PyTorch. Fails if a module runs in one version only.
"""

import pathlib
import statistics
import sys

import numpy as np

import gpu_cases
from library import Failure, Library, Module

CACHE = 160 << 20  # bytes of arrays that no cache holds
TURNS, ROUNDS = 5, 3
MICROSECONDS = 4000  # of one round, about


def random_input(random, shape, element):
    values = random.standard_normal(gpu_cases.count(shape), dtype=np.float32)
    if element == "bf16":
        return (values.view(np.uint32) >> 16).astype(np.uint16)
    if element == "f8E4M3FN":
        return random.integers(0, 0x50, values.shape, np.uint8) | (random.integers(0, 2, values.shape, np.uint8) << 7)
    return values.astype({"f64": np.float64, "f32": np.float32, "f16": np.float16}[element])


def measure(library, device, paths, case):
    """The median microseconds of each version, and the share of elements with other bits."""
    random, modules = np.random.default_rng(1), []
    inputs = [random_input(random, *each) for each in case.inputs]
    bits = np.dtype(f"u{gpu_cases.BYTES[case.output[1]]}")
    outputs = [np.empty(gpu_cases.count(case.output[0]), bits) for _ in paths]
    try:
        modules = [Module(library, device, path) for path in paths]
        set_count = max(1, min(16, -(-CACHE // sum(size for size, _ in modules[0].bindings))))
        for module, output in zip(modules, outputs):
            module.prepare(inputs, set_count)
            first = statistics.median(module.run(set_count, 1))
            module.read(0, output.ctypes.data, output.nbytes)
        repeats = max(set_count, min(100, int(MICROSECONDS / max(first, 1))))
        times = [[] for _ in modules]
        for _ in range(TURNS):
            for module, own in zip(modules, times):
                own += module.run(repeats, ROUNDS)
    finally:
        for module in modules:
            module.close()
    return [statistics.median(own) for own in times], np.mean(outputs[0] != outputs[1])


def main():
    library, folder, device_name, before, *parts = sys.argv[1:]
    library = Library(library)
    device, is_complete, ratios = library.open(device_name), True, []
    print(f"{'case':<44}{'before':>10}{'now':>10}  times as fast, share of other bits")
    for case in gpu_cases.cases():
        if parts and not any(part in gpu_cases.file_name(case) for part in parts):
            continue
        paths = [pathlib.Path(where) / f"{gpu_cases.file_name(case)}.tern" for where in (before, folder)]
        try:
            (old, new), share = measure(library, device, paths, case)
        except Failure as problem:
            print(f"{case.name:<44}{problem}", flush=True)
            is_complete = False
            continue
        ratios.append(old / new)
        print(f"{case.name:<44}{old:10.2f}{new:10.2f}{old / new:8.3f}{share:10.2g}", flush=True)
    if ratios:
        print(f"geometric mean {statistics.geometric_mean(ratios):.3f}, least {min(ratios):.3f}")
    sys.exit(0 if is_complete and ratios else "not every case ran in both versions")


if __name__ == "__main__":
    main()
