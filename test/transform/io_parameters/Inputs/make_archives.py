"""Writes the archives of import_parameters.mlir into the folder that is given."""

import json
import os
import struct
import sys

folder = sys.argv[1]
os.makedirs(folder, exist_ok=True)
rows = {"w": ("F32", [4], struct.pack("<4f", 1, 2, 3, 4)), "small": ("I32", [2], struct.pack("<2i", 5, 6)),
        "large": ("F32", [4], bytes(16)), "packed": ("U8", [4], bytes(4)), "short": ("F32", [2], bytes(8)),
        "turned": ("F32", [4, 2], bytes(32)), "other_type": ("I32", [4], bytes(16)), "signs": ("U16", [2], struct.pack("<2H", 7, 8)),
        "nameless": ("U8", [2], bytes([0x30, 0x38]))}
header, data = {}, b""
for key, (dtype, shape, content) in rows.items():
    header[key] = {"dtype": dtype, "shape": shape, "data_offsets": [len(data), len(data) + len(content)]}
    data += content
text = json.dumps(header).encode()
with open(f"{folder}/a.safetensors", "wb") as file:
    file.write(struct.pack("<Q", len(text)) + text + data)

# One splat.
name, pattern = b"splat", struct.pack("<f", 0.25)
entry = struct.pack("<QIQ5QQ16sB", 85, 1, 0, 0, len(name), 0, 0, 0, 8, pattern, len(pattern))
prefix = struct.pack("<IHHQQQ7Q", 0x41505249, 0, 0, 88, 0, 0, 1, 96, len(entry), 96 + len(entry), len(name), 0, 0)
with open(f"{folder}/b.irpa", "wb") as file:
    file.write(prefix.ljust(96, b"\0") + entry + name)
