"""The table that bench/cpu.py prints, row by row as they are measured."""

import collections
import platform

HEAD = ["case", "threads", "tern", "rate", "of bound", "lone dispatch"]
TAIL = ["oneDNN packed", "to best peer", "target", ""]
OWN = ("tern", "dispatch")


def seconds_text(seconds):
    for unit, scale in (("s", 1), ("ms", 1e3), ("us", 1e6)):
        if seconds * scale >= 1:
            return f"{seconds * scale:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def rate_text(amount, unit):
    return f"{amount / 1e12:.3g} T{unit}" if amount >= 1e12 else f"{amount / 1e9:.3g} G{unit}"


def describe(workers):
    """What was measured on, and with."""
    with open("/proc/cpuinfo", encoding="utf-8") as info:
        models = [line.split(":", 1)[1].strip() for line in info if line.startswith("model name")]
    peers = []
    for name in ("OpenBLAS", "oneDNN", "XLA", "IREE"):
        worker = workers.get(name, 1)
        if worker:
            peers.append(f"{name}: {worker.greeting}")
    return f"{models[0] if models else platform.machine()}, {len(models)} processors, Linux {platform.release()}; " + "; ".join(peers)


class Table:
    def __init__(self, peers):
        self.peers, self.verdicts = peers, collections.Counter()

    def print_row(self, cells):
        print("| " + " | ".join(cells) + " |", flush=True)

    def print_head(self):
        names = [*HEAD, *self.peers, *TAIL]
        self.print_row(names)
        self.print_row(["---"] * len(names))

    def add_machine(self, name, threads, rate, is_bytes):
        cells = [f"machine: {name}", str(threads), "", rate_text(rate, "B/s" if is_bytes else "op/s")]
        self.print_row(cells + [""] * (len(HEAD) + len(self.peers) + len(TAIL) - len(cells)))

    def add(self, name, threads, times, targets, amount=0, unit=""):
        """`times`: seconds by column, of which "bound" is what the machine would take for the same. A target that says
        nothing of tern's way counts for the better of program and lone dispatch. `amount`: of operations or bytes in a call."""
        own = [times[column] for column in OWN if column in times]
        ours = min(own) if own else None
        shown = {column: seconds_text(seconds) for column, seconds in times.items()}
        peers = {name: times[name] for name in self.peers if name in times}
        # Where weights never change, that is what all peers may make use of.
        if "oneDNN" not in peers and "packed" in times:
            peers["packed"] = times["packed"]
        best = min(peers, key=peers.get) if peers else None
        cells = [name, str(threads), shown.get("tern", "FAILED"), rate_text(amount / ours, unit) if amount and ours else "",
                 f"{times['bound'] / ours:.0%}" if "bound" in times and ours else "", shown.get("dispatch", "")]
        cells += [shown.get(peer, "") for peer in self.peers]
        cells += [shown.get("packed", ""), f"{peers[best] / ours:.2f} {best}" if best and ours else ""]
        verdicts = [judge(target, ours, times, peers) for target in targets]
        cells.append(", ".join(str(target) for target in targets))
        cells.append(", ".join(verdicts))
        self.verdicts.update(verdicts)
        self.print_row(cells)


def judge(target, ours, times, peers):
    if ours is None:
        return "missed"
    if target.against == "seconds":
        return "met" if ours <= target.factor else "missed"
    theirs = min(peers.values(), default=None) if target.against == "peers" else times.get(target.against)
    if theirs is None:
        return "not measured"
    return "met" if theirs / ours >= target.factor else "missed"
