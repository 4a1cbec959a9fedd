"""Writes .npy files that are wrong, each in its own way, to a folder: make_npy.py DIR."""

import os
import struct
import sys

MAGIC = b"\x93NUMPY"
HEADER = "{'descr': '<f4', 'fortran_order': False, 'shape': (32, 24), }"
DATA = struct.pack("<f", 1.0) * (32 * 24)


def npy(header=HEADER, data=DATA, magic=MAGIC, version=b"\x01\x00"):
    text = header.encode()
    padding = -(len(magic) + 4 + len(text) + 1) % 64
    text += b" " * padding + b"\n"
    return magic + version + struct.pack("<H", len(text)) + text + data


FILES = {
    "right": npy(),
    "empty": b"",
    "short_magic": MAGIC[:3],
    "other_magic": npy(magic=b"\x93NUMPX"),
    "short_header": npy()[:40],
    "short_data": npy(data=DATA[:-1]),
    "long_data": npy(data=DATA + b"\x00"),
    "version": npy(version=b"\x09\x00"),
    "no_dictionary": npy("[1, 2, 3]"),
    "no_shape": npy("{'descr': '<f4', 'fortran_order': False, }"),
    "unknown_key": npy(HEADER.replace("shape", "form")),
    "object_type": npy(HEADER.replace("<f4", "|O")),
    "long_double": npy(HEADER.replace("<f4", "<f16")),
    "negative_size": npy(HEADER.replace("(32, 24)", "(-32, 24)")),
    "huge_size": npy(HEADER.replace("(32, 24)", "(4294967296, 4294967296, 4294967296)")),
    "fortran_word": npy(HEADER.replace("False", "Maybe")),
    "other_shape": npy(HEADER.replace("(32, 24)", "(24, 32)")),
    "other_type": npy(HEADER.replace("<f4", "<i4")),
}

os.makedirs(sys.argv[1], exist_ok=True)
for name, contents in FILES.items():
    with open(os.path.join(sys.argv[1], f"{name}.npy"), "wb") as file:
        file.write(contents)
