"""The networks of bench/networks.py, the operations of bench/operations.py and the products of bench/products.py on a GPU: tern beside
JAX, in one run.

    bench/gpu/networks.py make BUILD FOLDER [NAME...]     where the compiler is; needs JAX, and no GPU
    bench/gpu/networks.py time BUILD FOLDER [NAME...]     where the GPU is; needs JAX with CUDA, a C compiler, and BUILD's
                                                          tern-run and libternrt

JAX lowers each network to StableHLO, and tern compiles the text for cuda:sm_90a. Then both run on the same random arguments. Prints
for each: the time of a call that is waited for (tern, JAX) and JAX's when calls are queued behind each other, how many times as fast
tern's waited call is beside either, JAX's peak memory, the largest difference of results by the largest result, and the time until the
first result. f32 is multiplied as tf32 by both, which is JAX's default.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))
CALLS = 20
PATIENCE = 30  # seconds
TARGET = "sm_90a"


def choose(names):
    """Programs by name; `networks`, `operations` and `products` are all of one kind."""
    from networks import NETWORKS
    from operations import OPERATIONS
    from products import PRODUCTS
    every = NETWORKS | OPERATIONS | PRODUCTS
    kinds = {"networks": NETWORKS, "operations": OPERATIONS, "products": PRODUCTS}
    return {name: every[name] for chosen in names or kinds for name in kinds.get(chosen, [chosen])}


def make(build, folder, names):
    os.environ["JAX_PLATFORMS"] = "cpu"
    import jax
    programs = choose(names)
    for name in programs:
        function, arguments = programs[name]()
        traced = jax.jit(function, keep_unused=True).trace(*arguments)
        text = traced.lower(lowering_platforms=("cuda",)).as_text()
        text = text.replace(" attributes {", " attributes {tern.allow_tf32, ", 1)
        source = folder / f"{name}.mlir"
        source.write_text(text)
        start = time.perf_counter()
        done = subprocess.run([build / "bin/tern-compile", source, "-o", folder / f"{name}.tern", "--target=cuda",
                               f"--cuda-target={TARGET}", *os.environ.get("TERN_FLAGS", "").split()], capture_output=True, text=True)
        problem = f"  {done.stderr[:300]}" if done.returncode else ""
        print(f"{name:28} {time.perf_counter() - start:6.2f} s{problem}", flush=True)


def time_jax(function, arguments):
    """Seconds to the first result; microseconds of a call that is waited for, and of one of many in a queue; the results."""
    import jax
    on_device = jax.device_put(arguments)
    compiled = jax.jit(function, keep_unused=True)
    start = time.perf_counter()
    result = jax.block_until_ready(compiled(*on_device))
    first, alone = time.perf_counter() - start, []
    for _ in range(CALLS):
        start = time.perf_counter()
        jax.block_until_ready(compiled(*on_device))
        alone.append(time.perf_counter() - start)
    start = time.perf_counter()
    for _ in range(CALLS):
        last = compiled(*on_device)
    jax.block_until_ready(last)
    queued = (time.perf_counter() - start) / CALLS
    return first, np.median(alone) * 1e6, queued * 1e6, [np.asarray(x) for x in jax.tree.leaves(result)]


def same_type(array, like):
    return array if array.dtype == like.dtype else array.view(like.dtype)


def difference(ours, theirs):
    worst = 0
    for a, b in zip(ours, theirs):
        a, b = same_type(a, b).astype(np.float64), b.astype(np.float64)
        worst = max(worst, np.abs(a - b).max() / max(np.abs(b).max(), 1e-30)) if np.isfinite(a).all() else np.inf
    return worst


def time_tern(build, folder, name, paths, work, count):
    module, outputs = folder / f"{name}.tern", [work / f"out{i}.npy" for i in range(count)]
    subprocess.run([build / "bin/tern-run", module, "--function=main", "--device=cuda", *(f"--input=@{p}" for p in paths),
                    *(f"--output=@{p}" for p in outputs)], check=True, capture_output=True, text=True,
                   timeout=PATIENCE)
    done = subprocess.run([folder / "model_loop", module, "main", str(CALLS), "cuda", "0", *paths], check=True,
                          capture_output=True, text=True, timeout=PATIENCE)
    return json.loads(done.stdout), [np.load(p) for p in outputs]


def measure(build, folder, name, program):
    import jax
    from networks import random_leaf
    random = np.random.default_rng(1)
    function, arguments = program()
    arguments = jax.tree.map(lambda leaf: random_leaf(random, leaf), arguments)
    with tempfile.TemporaryDirectory() as work:
        work, paths = pathlib.Path(work), []
        for i, leaf in enumerate(jax.tree.leaves(arguments)):
            paths.append(work / f"in{i}.npy")
            np.save(paths[-1], leaf)
        first, alone, queued, theirs = time_jax(function, arguments)
        peak = jax.devices()[0].memory_stats()["peak_bytes_in_use"] >> 20
        print(f"{name:28} JAX {alone:9.1f} us, queued {queued:9.1f}, peak {peak} MB, first {first:5.2f} s", end=" | ", flush=True)
        ours, results = time_tern(build, folder, name, paths, work, len(theirs))
    tern = ours["median_us"]
    loading = (ours["load_us"] + ours["bind_us"] + ours["first_us"]) / 1e6
    print(f"tern {tern:9.1f} us, first {loading:5.2f} s | {alone / tern:5.2f} x, {queued / tern:5.2f} x queued | "
          f"off by {difference(results, theirs):.1e}", flush=True)
    return alone / tern, queued / tern


def run(build, folder, names):
    os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"
    programs, ratios = choose(names), []
    subprocess.run(["cc", "-O2", f"-I{ROOT}/include", ROOT / "bench/model_loop.c", "-o", folder / "model_loop", f"-L{build}/lib", "-lternrt",
                    f"-Wl,-rpath,{build}/lib"], check=True)
    for name, program in programs.items():
        try:
            ratios.append(measure(build, folder, name, program))
        except subprocess.CalledProcessError as error:
            print(error.stderr[-400:] or error, flush=True)
        except subprocess.TimeoutExpired:
            print(f"tern takes more than {PATIENCE} s", flush=True)
    if ratios:
        means = np.exp(np.log(np.array(ratios)).mean(0))
        print(f"{len(ratios)} programs, geometric means: {means[0]:.2f} waited for, {means[1]:.2f} beside JAX's queue")


def main():
    how, build, folder, *names = sys.argv[1:]
    {"make": make, "time": run}[how](pathlib.Path(build).resolve(), pathlib.Path(folder).resolve(), names)


if __name__ == "__main__":
    main()
