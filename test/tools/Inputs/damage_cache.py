"""Damages the one entry of a cache in several ways. Each time a compilation has to give the same module, as if there was no
entry, and to write the entry again; also when eight of them do so at the same time.

usage: damage_cache.py CACHE TERN_COMPILE SOURCE EXPECTED_MODULE
"""

import pathlib
import subprocess
import sys

folder, compiler, source, expected_path = sys.argv[1:]
folder = pathlib.Path(folder)
expected = pathlib.Path(expected_path).read_bytes()
entries = list(folder.iterdir())
assert len(entries) == 1, entries
entry = entries[0]
right = entry.read_bytes()


def start(number):
    module = folder.parent / f"damaged{number}.tern"
    command = [compiler, source, "-o", module, f"--cache-dir={folder}", "--explain"]
    return module, subprocess.Popen(command, stderr=subprocess.PIPE, text=True)


def finish(run):
    module, process = run
    _, text = process.communicate()
    assert process.returncode == 0, text
    assert module.read_bytes() == expected
    return text


def flipped(at):
    return right[:at] + bytes([right[at] ^ 1]) + right[at + 1:]


damaged = [b"", right[:7], right[:40], right[:-1], right + b"\0", flipped(0), flipped(8), flipped(24), flipped(32), flipped(40),
           flipped(len(right) // 2), flipped(len(right) - 1)]
for data in damaged:
    entry.write_bytes(data)
    assert "put into the cache" in finish(start(0)), len(data)
    assert entry.read_bytes() == right
entry.write_bytes(b"damaged")
for run in [start(number) for number in range(8)]:
    finish(run)
assert [path for path in folder.iterdir()] == [entry]
assert entry.read_bytes() == right
assert "taken from the cache" in finish(start(0))
