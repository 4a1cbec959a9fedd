"""Stripped sizes of the libraries."""

import os
import shutil
import subprocess

from measure import megabytes

MLIR_OPT = "/usr/lib/llvm-22/bin/mlir-opt"


def stripped_size(library, work):
    copy = work / library.name
    shutil.copyfile(library, copy)
    subprocess.run(["strip", str(copy)], check=True)
    return copy.stat().st_size


def kilobytes(size):
    return f"{size / 1e3:.0f} kB"


def measure(build, root, work, table):
    del root
    for name in ("libtern.so", "libtern-llvm.so", "libternrt.so"):
        size = stripped_size((build / "lib" / name).resolve(), work)
        if name == "libtern.so":
            mlir = mlir_libraries()
            table.add(f"{name}, stripped", kilobytes(size), megabytes(mlir), "what mlir-opt loads of MLIR", mlir / size)
        else:
            table.add(f"{name}, stripped", kilobytes(size))


def mlir_libraries():
    """Bytes of mlir-opt itself and of the MLIR libraries that it links."""
    listing = subprocess.run(["ldd", MLIR_OPT], capture_output=True, text=True, check=True).stdout
    paths = [word for line in listing.splitlines() for word in line.split() if word.startswith("/") and "MLIR" in word]
    return sum(os.path.getsize(os.path.realpath(path)) for path in [MLIR_OPT, *paths])
