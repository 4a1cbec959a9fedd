"""Functions of libdevice that GPUs compute by formulas, where processors call the C library: --convert-libdevice-to-math, and what it
makes runs on the CPU, beside the C library's.

environment: TERN_RUN, TERN_OPT
"""

import ctypes
import os
import subprocess
import sys
import tempfile

import numpy as np

RUN, OPT = os.environ.get("TERN_RUN", "build/bin/tern-run"), os.environ.get("TERN_OPT", "build/bin/tern-opt")
rng = np.random.default_rng(5)
C = {"f32": ctypes.c_float, "f64": ctypes.c_double, "i32": ctypes.c_int}
NUMPY = {"f32": "f4", "f64": "f8", "i32": "i4"}
libm = ctypes.CDLL("libm.so.6")


def formula(name, types, arrays):
    """libdevice's function of arrays of `types`, element by element; the result is of the first type."""
    size, count = arrays[0].size, len(arrays)
    result = f"tensor<{size}x{types[0]}>"
    names, given = [f"%a{i}" for i in range(count)], [f"tensor<{size}x{t}>" for t in types]
    inner = [f"%x{i}" for i in range(count)]
    maps = ", ".join(["affine_map<(d) -> (d)>"] * (count + 1))
    text = f"""llvm.func @{name}({", ".join(types)}) -> {types[0]}
func.func @main({", ".join(f"{n}: {t}" for n, t in zip(names, given))}) -> {result} {{
  %e = tensor.empty() : {result}
  %r = linalg.generic {{indexing_maps = [{maps}], iterator_types = ["parallel"]}} ins({", ".join(names)} : {", ".join(given)}) outs(%e : {result}) {{
  ^bb0({", ".join(f"{n}: {t}" for n, t in zip(inner, types))}, %o: {types[0]}):
    %z = llvm.call @{name}({", ".join(inner)}) : ({", ".join(types)}) -> {types[0]}
    linalg.yield %z : {types[0]}
  }} -> {result}
  return %r : {result}
}}"""
    done = subprocess.run([OPT, "--convert-libdevice-to-math"], input=text, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    program = "\n".join(line for line in done.stdout.splitlines() if "llvm.func" not in line)
    with tempfile.TemporaryDirectory() as folder:
        open(f"{folder}/f.mlir", "w").write(program)
        for i, array in enumerate(arrays):
            np.save(f"{folder}/{i}.npy", array)
        inputs = [f"--input=@{folder}/{i}.npy" for i in range(count)]
        done = subprocess.run([RUN, f"{folder}/f.mlir", "--device=cpu", *inputs, f"--output=@{folder}/o.npy"], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return np.load(f"{folder}/o.npy")


def library(name, types, arrays, of="f64"):
    function = getattr(libm, name + ("f" if of == "f32" else ""))
    function.restype, function.argtypes = C[of], [C[of if t != "i32" else t] for t in types]
    return np.array([function(*(a.item() for a in row)) for row in zip(*arrays)])


def suffix(element):
    return "f" if element == "f32" else ""


def near(name, element, values, ulps):
    """Within so many units in the last place, or of the function's usual size: 0.1 / sqrt(x) for waves."""
    x = np.concatenate([np.array([0.0, -0.0, 1, 2, -1, 8, np.inf, -np.inf, np.nan, 1e-30, 173, -200.5]), values]).astype(NUMPY[element])
    got, exact = formula(f"__nv_{name}{suffix(element)}", [element], [x]).astype("f8"), library(name, [element], [x])
    with np.errstate(all="ignore"):
        rounded = exact.astype(NUMPY[element]).astype("f8")
        size = np.maximum(np.abs(exact), 0.1 / np.sqrt(np.maximum(np.abs(x.astype("f8")), 1)) if name[0] in "jy" else np.finfo(x.dtype).tiny)
        error = np.abs(got - exact) / (size * np.finfo(x.dtype).eps)
    right = (got == rounded) | (np.isnan(got) & np.isnan(rounded)) | (error <= ulps)
    assert right.all(), f"{name} {element}: {x[~right][:4]} gave {got[~right][:4]} instead of {exact[~right][:4]}"


def same(name, types, arrays):
    got = formula(f"__nv_{name}{suffix(types[0])}", types, arrays)
    want = library(name, types, arrays, types[0]).astype(got.dtype)
    right = ((got == want) & (np.signbit(got) == np.signbit(want))) | (np.isnan(got) & np.isnan(want))
    assert right.all(), f"{name} {types}: {[a[~right][:4] for a in arrays]} gave {got[~right][:4]} instead of {want[~right][:4]}"


def pairs(first, second):
    return [a.ravel() for a in np.meshgrid(first, second)]


def main():
    for element in ("f32", "f64"):
        narrow, limits = element == "f32", np.finfo(NUMPY[element])
        plain = np.concatenate([rng.uniform(-40, 35, 2000), rng.uniform(-3, 4, 2000)])
        near("tgamma", element, plain, 0.51 if narrow else 2000)
        near("lgamma", element, plain[plain > 0] if not narrow else plain, 0.51 if narrow else 2000)
        waves = np.concatenate([rng.uniform(-8, 8, 2000), rng.uniform(8, 200, 2000), rng.uniform(200, 1e5, 500)])
        for name in ("j0", "j1", "y0", "y1"):
            near(name, element, np.abs(waves) if name[0] == "y" else waves, 0.51 if narrow else 2000)
        special = np.array([0, -0.0, 1, -1, limits.max, -limits.max, limits.tiny, limits.smallest_subnormal, -limits.smallest_subnormal,
                            np.inf, -np.inf, np.nan, 1.5, 2.5, 3, 1e-30, 7.5], NUMPY[element])
        some = [rng.standard_normal(1000).astype(NUMPY[element]) * s for s in (50, 1)]
        both = [np.concatenate([a, b]).astype(NUMPY[element]) for a, b in zip(pairs(special, special), some)]
        same("nextafter", [element, element], both)
        same("remainder", [element, element], both)
        powers = np.array([0, 1, -1, 100, -100, 149, -149, 150, -200, 1000, -1030, -1074, -1075, 5000, -5000, 2**31 - 1, -2**31, 1023, 1024], "i4")
        same("ldexp", [element, "i32"], [a.astype(t) for a, t in zip(pairs(special, powers), (NUMPY[element], "i4"))])
    print("10 functions of f32 and f64")


if __name__ == "__main__":
    sys.exit(main())
