"""What can be said of a kernel without a GPU: what ptxas says of its PTX, and the instructions of its machine code."""

import collections
import re
import subprocess

# The first pattern that matches the name of a machine instruction says its class.
CLASSES = [
    ("local", r"LDL|STL"), ("tensor", r"[HQIB]G?MMA|DMMA|WARPGROUP"), ("async", r"LDGSTS|LDGDEPBAR|DEPBAR|UTMA|SYNCS|ARRIVES"),
    ("global", r"LDG|STG|ATOM|RED\b|LD\b|ST\b"), ("ldmatrix", r"LDSM|STSM|MOVM"), ("shared", r"LDS|STS"), ("shuffle", r"SHFL|REDUX|VOTE|MATCH"),
    ("barrier", r"BAR|MEMBAR|FENCE|ERRBAR|WARPSYNC|NANOSLEEP"), ("special", r"MUFU"),
    ("convert", r"F2F|F2I|I2F|FRND|I2I"), ("float", r"F(?!LO)|HADD|HMUL|HFMA|HSET|HMNMX|D(?:ADD|MUL|FMA|SETP)"),
    ("control", r"BRA|BRX|JMP|CALL|RET|EXIT|BSSY|BSYNC|BREAK|NOP|YIELD|BPT|CCTL"),
    ("move", r"MOV|UMOV|CS2R|S2R|S2UR|R2UR|LDC|ULDC|R2P|P2R|SEL|USEL"), ("integer", r"."),
]
CLASS_NAMES = [name for name, _ in CLASSES]
PTX_COUNTS = {
    "bar.sync": r"\b(?:bar|barrier)\.(?:cta\.)?sync|\bbarrier\.cluster", "wgmma": r"\bwgmma\.mma_async", "wgmma wait": r"\bwgmma\.wait_group",
    "mma": r"(?<!wg)\bmma\.sync", "cp.async": r"\bcp\.async\.c[ag]", "bulk copies": r"\bcp\.async\.bulk", "ldmatrix": r"\bldmatrix",
    "stmatrix": r"\bstmatrix", "shuffles": r"\bshfl\.sync|\bredux\.sync",
}
WIDTHS = {"LDG": "loads", "STG": "stores", "LDGSTS": "copies", "LDS": "shared loads", "STS": "shared stores"}


def class_of(name):
    return next(kind for kind, pattern in CLASSES if re.match(r"U?(?:%s)" % pattern, name))


def assemble(ptxas, ptx, cubin, chip="sm_90a"):
    """What ptxas says of the registers and the stack."""
    done = subprocess.run([ptxas, "-v", f"-arch={chip}", ptx, "-o", cubin], capture_output=True, text=True, check=True)
    registers = re.search(r"Used (\d+) registers", done.stderr)
    spills = re.search(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads", done.stderr)
    return {"registers": int(registers[1]), "stack": int(spills[1]), "spill stores": int(spills[2]), "spill loads": int(spills[3])}


def read_ptx(path):
    with open(path) as file:
        text = file.read()
    return {name: len(re.findall(pattern, text)) for name, pattern in PTX_COUNTS.items()}


def read_machine_code(nvdisasm, cubin):
    """[(name with its suffixes, operands)] of the instructions, and {label: index of the instruction behind it}."""
    text = subprocess.run([nvdisasm, "-c", cubin], capture_output=True, text=True, check=True).stdout
    instructions, labels = [], {}
    for line in text.splitlines():
        label = re.match(r"\s*(\.L_x?_?\w+):", line)
        if label:
            labels[label[1]] = len(instructions)
        found = re.match(r"\s*/\*[0-9a-f]+\*/\s+(?:@!?U?P\w+\s+)?([A-Z][\w.]*)\s*(.*?)\s*;", line)
        if found:
            instructions.append((found[1], found[2]))
    while instructions and instructions[-1][0] == "NOP":
        instructions.pop()
    return instructions, labels


def loops(instructions, labels):
    """Innermost loops as (first, behind the last); a jump to itself that ends a kernel is none."""
    found = set()
    for at, (name, operands) in enumerate(instructions):
        target = re.search(r"`\((\.L_\w+)\)", operands)
        if name.startswith("BRA") and target and labels.get(target[1], at + 1) < at:
            found.add((labels[target[1]], at + 1))
    return [one for one in found
            if not any(other != one and one[0] <= other[0] and other[1] <= one[1] for other in found)]


def weight(instructions):
    """Loops with products are hotter than others, long ones hotter than short ones."""
    return sum(1000 if class_of(name) == "tensor" else 1 for name, _ in instructions)


def hottest(instructions, labels):
    """The instructions of the loop that is thought to be the hottest; of everything where there is none."""
    bodies = [instructions[first:last] for first, last in loops(instructions, labels)]
    return max(bodies, key=weight, default=instructions)


def width_of(name):
    bits = re.search(r"\.(\d+)(?=\.|$)", name)
    narrow = re.search(r"\.[US](8|16)(?=\.|$)", name)
    return int(narrow[1]) if narrow else int(bits[1]) if bits and int(bits[1]) in (64, 128) else 32


def read_kernel(tools, ptx, cubin):
    """Everything as one dictionary of numbers; `widths` is {what: Counter of bits}."""
    facts = assemble(tools["ptxas"], ptx, cubin) | read_ptx(ptx)
    instructions, labels = read_machine_code(tools["nvdisasm"], cubin)
    loop = hottest(instructions, labels)
    facts["instructions"], facts["in the loop"] = len(instructions), len(loop)
    # Products of warp groups that do not wait for each other begin once; where the assembler puts them in a line, each begins.
    facts["wgmma begins"] = sum(name.startswith("WARPGROUP.ARRIVE") for name, _ in loop)
    facts["classes"] = collections.Counter(class_of(name) for name, _ in loop)
    facts["widths"] = {}
    for name, _ in instructions:
        what = WIDTHS.get(name.split(".")[0])
        if what:
            facts["widths"].setdefault(what, collections.Counter())[width_of(name)] += 1
    return facts
