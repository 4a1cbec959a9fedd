"""Taking times: whole processes, their memory, and medians; and the table that all parts of the benchmark fill."""

import os
import statistics
import subprocess
import time

LLVM = "/usr/lib/llvm-22/bin/"


class Failed(Exception):
    """A command that should have worked did not."""


def run_once(commands, directory):
    """Runs commands one after another. Gives wall seconds and the greatest resident size of a process, in bytes."""
    largest = 0
    start = time.perf_counter()
    for command in commands:
        process = subprocess.Popen(command, cwd=directory, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE)
        message = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            raise Failed(f"{' '.join(command)}:\n{message.decode(errors='replace')}")
        largest = max(largest, usage.ru_maxrss * 1024)
    return time.perf_counter() - start, largest


def interleave(cases, repeats, directory, warm_ups=2):
    """Times several cases (name: commands) in turns, so that noise hits all alike. Gives name: (median, least, bytes)."""
    times = {name: [] for name in cases}
    sizes = {name: 0 for name in cases}
    for turn in range(warm_ups + repeats):
        for name, commands in cases.items():
            seconds, size = run_once(commands, directory)
            if turn >= warm_ups:
                times[name].append(seconds)
                sizes[name] = max(sizes[name], size)
    return {name: (statistics.median(times[name]), min(times[name]), sizes[name]) for name in cases}


class Table:
    """Rows of: what, tern's figure, the peer's, who the peer is, and how many times better tern is."""

    def __init__(self):
        self.rows = []

    def add(self, what, ours, theirs="", peer="", ratio=None):
        """`ratio` above 1 says that tern is better."""
        self.rows.append((what, ours, theirs, peer, "" if ratio is None else f"{ratio:.3g}x"))

    def print(self):
        rows = [("what", "tern", "peer", "peer is", "tern better by")] + self.rows
        widths = [max(len(row[i]) for row in rows) for i in range(5)]
        for index, row in enumerate(rows):
            print("| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)) + " |")
            if index == 0:
                print("|" + "|".join("-" * (width + 2) for width in widths) + "|")


def milliseconds(seconds):
    return f"{seconds * 1e3:.2f} ms"


def megabytes(size):
    return f"{size / 1e6:.3g} MB"
