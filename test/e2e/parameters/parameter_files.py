"""What the tests of parameters share: files as other programs write them, and runs of one program.

Environment: TERN_RUN, TERN_COMPILE, TERN_DEVICE (default cpu).
safetensors files and IREE's archives are put together here by hand, .npz files are NumPy's own.
"""

import json
import os
import struct
import subprocess

import numpy as np

DEVICE = os.environ.get("TERN_DEVICE", "cpu")
SAFETENSORS_TYPES = {"f4": "F32", "f8": "F64", "f2": "F16", "i4": "I32", "i8": "I64", "u1": "U8", "i1": "I8", "b1": "BOOL"}
failures = []


def safetensors(arrays, padding=8, metadata=None):
    header, data = {}, b""
    if metadata:
        header["__metadata__"] = metadata
    for key, array in arrays.items():
        header[key] = {"dtype": SAFETENSORS_TYPES[array.dtype.str[1:]], "shape": list(array.shape),
                       "data_offsets": [len(data), len(data) + array.nbytes]}
        data += array.tobytes()
    text = json.dumps(header).encode()
    text += b" " * (-(len(text) + 8) % padding)
    return struct.pack("<Q", len(text)) + text + data


def irpa(arrays, splats=()):
    """Entries with data, and splats of (key, size, pattern)."""
    entries, names, data = b"", b"", b""
    for key, array in arrays.items():
        entries += b"\0" * (-len(entries) % 16)
        data += b"\0" * (-len(data) % 64)
        entries += struct.pack("<QIQ5QQQ", 76, 2, 0, len(names), len(key), 0, 0, 64, len(data), array.nbytes)
        names += key.encode()
        data += array.tobytes()
    for key, size, pattern in splats:
        entries += b"\0" * (-len(entries) % 16)
        entries += struct.pack("<QIQ5QQ16sB", 85, 1, 0, len(names), len(key), 0, 0, 0, size, pattern, len(pattern))
        names += key.encode()
    start = 96 + len(entries) + len(names)
    start += -start % 64
    count = len(arrays) + len(splats)
    header = struct.pack("<IHHQQQ7Q", 0x41505249, 0, 0, 88, 0, 0, count, 96, len(entries), 96 + len(entries), len(names),
                         start, len(data))
    return (header.ljust(96, b"\0") + entries + names).ljust(start, b"\0") + data


def check(name, is_right, detail=""):
    if not is_right:
        failures.append(name)
        print(f"FAILED: {name} {detail}")


class Bench:
    """A folder with one compiled program."""

    def __init__(self, folder, name, source, options=()):
        self.folder, self.module = folder, f"{folder}/{name}.tern"
        path = f"{folder}/{name}.mlir"
        with open(path, "w") as file:
            file.write(source)
        command = [os.environ["TERN_COMPILE"], path, "-o", self.module, f"--target={DEVICE}", *options]
        result = subprocess.run(command, capture_output=True, text=True, timeout=120)
        check(f"{name} compiles", result.returncode == 0, result.stderr)

    def run(self, parameters, inputs=(), output_count=1, function="main"):
        """The outputs, or what was said on standard error."""
        command = [os.environ["TERN_RUN"], self.module, f"--device={DEVICE}", f"--function={function}"]
        for i, array in enumerate(inputs):
            np.save(f"{self.folder}/in{i}.npy", array)
            command.append(f"--input=@{self.folder}/in{i}.npy")
        command += parameters
        outputs = [f"{self.folder}/out{i}.npy" for i in range(output_count)]
        command += [f"--output=@{path}" for path in outputs]
        result = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=60)
        if result.returncode != 0:
            return result.stderr if result.returncode == 1 else f"crashed: {result.returncode}"
        return [np.load(path) for path in outputs]

    def write(self, name, content):
        with open(f"{self.folder}/{name}", "wb") as file:
            file.write(content)
        return f"{self.folder}/{name}"
