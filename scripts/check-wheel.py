#!/usr/bin/env python3
"""Usage: check-wheel.py WHEEL | FOLDER: fails if a wheel, or a folder with what is in one, needs of the system what it must not.

Of other libraries only glibc's may be asked for, and of glibc no version above that of the wheel's tag (manylinux_2_35). The wheel is
smaller than LIMIT, which is in bytes.
"""

import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile

SYSTEM = re.compile(r"(libc|libm|libdl|libpthread|librt)\.so\.\d+|ld-linux[-\w]*\.so\.\d+")
LIMIT = 60_000_000
DEFAULT_VERSION = (2, 36)  # of a folder, which has no tag: the oldest glibc that tern is built on


def read_elf(path, *options):
    return subprocess.run(["readelf", "-W", *options, path], check=True, capture_output=True, text=True).stdout


def find_faults(folder, highest):
    """Sentences about what the files below `folder` ask for."""
    files = [path for path in folder.rglob("*") if path.is_file() and path.read_bytes()[:4] == b"\x7fELF"]
    inside = {path.name for path in files}
    if not any(path.name.startswith("libtern.so") for path in files):
        yield f"{folder} has no libtern.so"
    for path in sorted(files):
        for name in re.findall(r"\(NEEDED\).*\[(.*)\]", read_elf(path, "-d")):
            if name not in inside and not SYSTEM.fullmatch(name):
                yield f"{path.name} needs {name}, which is not in the wheel"
        if highest < (2, 36) and "GLIBC_ABI_DT_RELR" in read_elf(path, "-V"):
            yield f"{path.name} has packed relocations, which glibc 2.36 loads; build with -DTERN_PORTABLE=ON"
        for symbol, version in set(re.findall(r"(\w+)@GLIBC_([\d.]+)", read_elf(path, "--dyn-syms"))):
            if tuple(map(int, version.split(".")))[:2] > highest:
                yield f"{path.name} needs {symbol} of glibc {version}"


def main():
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    given = pathlib.Path(sys.argv[1])
    if given.is_dir():
        faults = list(find_faults(given, DEFAULT_VERSION))
    else:
        tag = re.search(r"manylinux_(\d+)_(\d+)_", given.name)
        with tempfile.TemporaryDirectory() as scratch:
            with zipfile.ZipFile(given) as wheel:
                wheel.extractall(scratch)
            faults = list(find_faults(pathlib.Path(scratch), tuple(map(int, tag.groups())) if tag else DEFAULT_VERSION))
        size = given.stat().st_size
        if size >= LIMIT:
            faults.append(f"{given.name} has {size} bytes; {LIMIT} is the limit")
        if not tag:
            faults.append(f"{given.name} has no tag of manylinux")
        print(f"{given.name}: {size / 1e6:.1f} MB")
    for fault in faults:
        print(f"check-wheel.py: {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
