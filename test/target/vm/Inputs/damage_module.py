"""Writes damaged copies of a module file.

usage: damage_module.py MODULE FOLDER
"""

import pathlib
import struct
import sys

MASK = 2**64 - 1
HEADER, ROW = 32, 24  # bytes of the header, and of a section's row


def step(lane, word):
    product = (lane ^ word) * 0x9E3779B97F4A7C15 & MASK
    return product ^ product >> 29


def checksum(data):
    """As src/base/checksum.h has it, of a file of version 3 (src/base/module_format.h)."""
    lanes = [0xCBF29CE484222325, 0x84222325CBF29CE4, 0x9CE484222325CBF2, 0x2325CBF29CE48422]
    total, size = len(data), len(data) // 32 * 32
    rest = data[size:].ljust(32, b"\0")
    for words in struct.iter_unpack("<4Q", data[:size]):
        lanes = [step(lane, word) for lane, word in zip(lanes, words)]
    for lane, word in zip(lanes, struct.unpack("<4Q", rest)):
        total = step(total, step(lane, word))
    return total + 1 & MASK


def patched(data, offset, form, value):
    """With a number changed, and a checksum that is right again."""
    result = bytearray(data)
    struct.pack_into(form, result, offset, value)
    struct.pack_into("<Q", result, 16, checksum(bytes(result[HEADER:])))
    return bytes(result)


data = pathlib.Path(sys.argv[1]).read_bytes()
folder = pathlib.Path(sys.argv[2])
count, = struct.unpack_from("<I", data, 24)
rows = [HEADER + ROW * i for i in range(count)]
kinds = {struct.unpack_from("<I", data, row)[0]: row for row in rows}
assert struct.unpack_from("<Q", data, 16)[0] == checksum(data[HEADER:])
offset_of = {kind: struct.unpack_from("<Q", data, row + 8)[0] for kind, row in kinds.items()}
flipped = bytearray(data)
flipped[len(data) // 2] ^= 1
copies = {
    "cut": data[:3000],
    "header": data[:20],
    "flipped": bytes(flipped),
    "version": patched(data, 4, "<I", 99),
    "sections": patched(data, 24, "<I", 1 << 20),
    "outside": patched(data, rows[-1] + 8, "<Q", 1 << 40),
    "executable": patched(data, kinds[1] + 16, "<Q", 60),
    "bytecode": patched(data, offset_of[2], "<I", 0),
}
for name, content in copies.items():
    (folder / f"{name}.tern").write_bytes(content)
